import { accessGiven } from '../../asks/document-access.ts';
import type { Digest, DigestSettings } from '../../digests/digest.ts';
import { type Audited, changedSettings } from '../../settings/audit.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Acting } from '../bolt/permissions/permissions.ts';
import { scheduleWords } from './copy/schedule-words.ts';

/** What people do to a digest, for the audit trail and for the digest's owner. */
type Done = Extract<Audited, `digest ${string}`>;

const toldOf = {
  'digest paused': 'paused',
  'digest resumed': 'resumed',
  'digest changed': 'changed',
  'digest deleted': 'deleted',
} as const;

/**
 * Adds a line about a digest to the audit trail. If an admin has changed another person's digest, also sends the owner a direct message.
 * @param line.before the settings before a change. The line then has the old and new values of what has changed
 */
export async function recordDigest(
  { actor }: Pick<Acting, 'actor'>,
  digest: Digest,
  { what, via, before }: { what: Done; via: string; before?: DigestSettings },
  { audit, together, clock, log }: Pick<SlackContext, 'audit' | 'together' | 'clock' | 'log'>,
): Promise<void> {
  const changes = before && changesOf(before, digest);
  const object = [auditedDigest(digest), changes].filter(Boolean).join(' ');
  await audit.record({ ...actor, what, object, via });
  const { team, person: by } = actor;
  const { id, owner, channel } = digest;
  if (by === owner || !(what in toldOf)) return;
  const done = toldOf[what as keyof typeof toldOf];
  const origin = `${what} ${team}/${id} ${clock.now()}`;
  await together(({ message }) =>
    message({ team, person: owner }, origin, { kind: 'digest_managed', done, by, channel }),
  ).catch((err) => log.error({ team, digest: id, err }, 'the owner of a digest was not told what was done'));
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
