import { within } from '../../../clock.ts';
import type { Digest } from '../../../digests/digest.ts';
import { isZone } from '../../../digests/schedule.ts';
import type { SlackClient } from '../../../slack-client.ts';
import type { SlackContext } from '../../bolt/context.ts';
import { openThenFill, type Trigger } from '../../bolt/open-then-fill.ts';
import { type DigestForm, digestForm } from './digest-form.ts';
import { DIGEST_TITLE, digestModal } from './modal.ts';

interface Opening {
  client: SlackClient;
  team: string;
  person: string;
  trigger: Trigger;
  /** The conversation of the command or click. */
  channel?: string | undefined;
}

/** Opens the form of a new digest at once, then fills it with the person's time zone and defaults. */
export async function openDigestForm(opening: Opening, slack: SlackContext): Promise<void> {
  await openThenFill(
    opening.client,
    opening.trigger,
    DIGEST_TITLE,
    async () => digestModal(await newForm(opening, slack), {}, slack.clock.now()),
    slack,
  );
}

/** Opens the form with what was set; whether the person may change it was decided before. */
export async function openDigestChange(
  { client, trigger }: Pick<Opening, 'client' | 'trigger'>,
  digest: Digest,
  slack: SlackContext,
): Promise<void> {
  await openThenFill(
    client,
    trigger,
    DIGEST_TITLE,
    async () => digestModal(digestForm.from(digest), { id: digest.id }, slack.clock.now()),
    slack,
  );
}

/** Milliseconds; after that the person fills in their time zone. */
const FIND_OUT_WITHIN_MS = 4000;

async function newForm(opening: Opening, slack: SlackContext): Promise<DigestForm> {
  const { client, team, person, channel } = opening;
  const known = { ...digestForm.initial, person, ...(channel && isChannel(channel) && { channel }) };
  const [zone, defaults] = await Promise.all([
    within(slack.clock, FIND_OUT_WITHIN_MS, () => zoneOf(client, person), known.zone).catch(() => known.zone),
    slack.defaults.forAsk({ team, person, channel }),
  ]);
  return { ...known, zone, ...digestForm.entries(defaults) };
}

async function zoneOf(client: SlackClient, person: string): Promise<string> {
  const { user } = await client.users.info({ user: person });
  return user?.tz && isZone(user.tz) ? user.tz : digestForm.initial.zone;
}

/** Direct messages are not summed up. */
function isChannel(id: string): boolean {
  return /^[CG]/.test(id);
}
