import { within } from '../../../clock.ts';
import type { Digest } from '../../../digests/digest.ts';
import { isZone } from '../../../digests/schedule.ts';
import { createMutexes } from '../../../mutexes.ts';
import type { SlackClient } from '../../../slack-client.ts';
import { channelOf } from '../../bolt/click.ts';
import type { SlackContext } from '../../bolt/context.ts';
import { openThenFill, updateView } from '../../bolt/open-then-fill.ts';
import type { Acting } from '../../bolt/permissions.ts';
import type { Click, Command } from '../../bolt/requests.ts';
import { notConnectedView } from '../../kit/not-connected.ts';
import { isChannel } from '../../kit/text.ts';
import { findClosed } from './closed.ts';
import { type DigestForm, digestForm } from './digest-form.ts';
import { DIGEST_TITLE, type DigestDisplay, digestModal, readDigestModal } from './modal.ts';

interface Opening extends Acting {
  triggerId: string;
  /** On a button, which may stand in a list. */
  click?: Click;
  /** The conversation of the command or click. */
  channel: string | undefined;
}

/** `/deck schedule`, the shortest way to a new digest */
export async function openSchedule({ actor, client, command }: Command, slack: SlackContext): Promise<void> {
  const { trigger_id: triggerId, channel_id: channel } = command;
  await openDigestForm({ client, actor, triggerId, channel }, slack);
}

/** "New digest" */
export async function scheduleDigest(click: Click, slack: SlackContext): Promise<void> {
  const { actor, client, body } = click;
  await openDigestForm(
    { client, actor, triggerId: body.trigger_id, channel: channelOf(click), click },
    slack,
  );
}

/** Opens the form of a new digest at once, then fills it with the person's time zone and defaults. */
async function openDigestForm(opening: Opening, slack: SlackContext): Promise<void> {
  const { client, actor, triggerId } = opening;
  const fill = async () => {
    const looked = channelIn(opening.channel);
    const [form, admission, closed] = await Promise.all([
      newForm(opening, slack),
      slack.admit({ ...actor, source: { kind: 'text' } }, { withinMs: FIND_OUT_WITHIN_MS }),
      findClosed(looked, actor, slack),
    ]);
    const instead = await notConnectedView(admission, opening, { title: DIGEST_TITLE }, slack);
    if (instead) return instead;
    // A zone that Slack did not tell is on display, for the person to correct.
    const opened = form.zone === digestForm.initial.zone ? { zone: '' } : { zone: form.zone };
    return digestModal(form, { opened, closed, looked }, slack.clock.now());
  };
  await openThenFill(
    client,
    { id: triggerId },
    DIGEST_TITLE,
    fill,
    slack,
    rememberList(opening.click, slack),
  );
}

/** The list that one person sees shows the digest once the form is sent. */
function rememberList(click: Click | undefined, { answerPlaces }: SlackContext) {
  return async (viewId: string) => {
    if (click?.body.container.is_ephemeral) await answerPlaces.remember(click, viewId);
  };
}

/** "Change": opens the form with what was set; whether the person may change it was decided before. */
export async function changeDigest(click: Click, digest: Digest, slack: SlackContext): Promise<void> {
  const { client, body } = click;
  const fill = async () => digestModal(digestForm.from(digest), { id: digest.id }, slack.clock.now());
  await openThenFill(client, { id: body.trigger_id }, DIGEST_TITLE, fill, slack, rememberList(click, slack));
}

/**
 * Draws the form again after a change of its schedule or delivery: other fields, other next runs. The update names no hash:
 * of two quick changes, the drawing of the second has to win, though the first was not drawn when it was made. Slack keeps
 * text that was typed meanwhile.
 */
export const redrawDigestForm = redrawWith((display) => display);

/** Unfolds "More options", or folds it. */
export const toggleMoreDigest = redrawWith((display) => ({ ...display, more: !display.more }));

function redrawWith(change: (display: DigestDisplay) => DigestDisplay) {
  return async ({ actor, body, client }: Click, slack: SlackContext): Promise<void> => {
    if (!body.view) return;
    const { id } = body.view;
    const { form, display } = readDigestModal(body.view);
    const changed = { ...change(display), looked: form.channel };
    const draw = (display: DigestDisplay, hash?: string) =>
      updateView(client, id, digestModal(form, display, slack.clock.now()), hash);
    const release = await turnOf(id);
    const hash = await draw(changed).finally(release);
    if (!hash || form.channel === display.looked) return;
    // That takes a while: a drawing made since has more in it, and stays.
    const closed = await findClosed(form.channel, actor, slack);
    if (closed) await draw({ ...changed, closed }, hash);
  };
}

/** Two drawings sent at once may arrive in either order, and an older one would stay: each waits for the one before. */
const turnOf = createMutexes();

/** Milliseconds; after that the person fills in their time zone. */
const FIND_OUT_WITHIN_MS = 4000;

async function newForm(opening: Opening, slack: SlackContext): Promise<DigestForm> {
  const { client, actor, channel } = opening;
  const { person } = actor;
  const usable = channelIn(channel);
  const known = { ...digestForm.initial, person, ...(usable && { channel: usable }) };
  const [zone, defaults] = await Promise.all([
    within(slack.clock, FIND_OUT_WITHIN_MS, () => zoneOf(client, person), known.zone).catch(() => known.zone),
    slack.defaults.forAsk({ ...actor, channel }),
  ]);
  return { ...known, zone, ...digestForm.entries(defaults) };
}

function channelIn(conversation: string | undefined): string | undefined {
  return conversation && isChannel(conversation) ? conversation : undefined;
}

async function zoneOf(client: SlackClient, person: string): Promise<string> {
  const { user } = await client.users.info({ user: person });
  return user?.tz && isZone(user.tz) ? user.tz : digestForm.initial.zone;
}
