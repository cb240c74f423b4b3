import { accessGiven } from '../../asks/document-access.ts';
import type { Digest, DigestSettings } from '../../digests/digest.ts';
import { type Audited, changedSettings } from '../../settings/audit.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Acting } from '../bolt/permissions/permissions.ts';
import { scheduleWords } from './copy/schedule-words.ts';

/** What people do to a digest, as the audit trail names it. */
type Done = Extract<Audited, `digest ${string}`>;

/**
 * Adds a line about a digest to the audit trail.
 * @param line.before the settings before a change. The line then has the old and new values of what has changed
 */
export async function recordDigest(
  { actor }: Pick<Acting, 'actor'>,
  digest: Digest,
  { what, via, before }: { what: Done; via: string; before?: DigestSettings },
  { audit }: Pick<SlackContext, 'audit'>,
): Promise<void> {
  const changes = before && changesOf(before, digest);
  const object = [auditedDigest(digest), changes].filter(Boolean).join(' ');
  await audit.record({ ...actor, what, object, via });
}

/** Returns a digest for `object` in the audit trail: `C1=<id> owner=U1 every Monday at 9:00 AM (Europe/Lisbon)`. */
function auditedDigest({ id, channel, owner, schedule }: Digest): string {
  return `${channel}=${id} owner=${owner} ${rhythm({ schedule })}`;
}

const rhythm = ({ schedule }: Pick<DigestSettings, 'schedule'>) =>
  `${scheduleWords(schedule)} (${schedule.zone})`;

function changesOf(before: DigestSettings, after: DigestSettings): string {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const cleared = Object.fromEntries(Object.keys(old).map((name) => [name, undefined]));
  return changedSettings(old, { ...cleared, ...now });
}

/** Returns the settings one by one, and access without email addresses. The audit trail leaves out the texts among them. */
function valuesOf(settings: DigestSettings): Record<string, unknown> {
  const { channel, focus, threshold, quiet, deliverTo, choices } = settings;
  const { images = {}, sharing, ...others } = choices;
  const { style: imageStyle, ...imageChoices } = images;
  return {
    ...{ channel, schedule: rhythm(settings), topics: focus.topics, words: focus.words, threshold, quiet },
    deliverTo: deliverTo.kind === 'person' ? deliverTo.person : deliverTo.kind,
    ...{ ...others, images: imageChoices, imageStyle, access: accessGiven({ sharing }) },
  };
}
