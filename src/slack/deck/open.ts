import type { Blocker } from '../../asks/admission.ts';
import { within } from '../../clock.ts';
import type { SlackClient } from '../../slack-client.ts';
import type { SlackContext } from '../bolt/context.ts';
import { openView, updateView } from '../bolt/open-then-fill.ts';
import { type Acting, mayConnectNow } from '../bolt/permissions.ts';
import type { Click } from '../bolt/requests.ts';
import { adminsToAsk } from '../bolt/roles.ts';
import { type AskForm, askForm } from '../kit/ask-fields/ask-form.ts';
import { type Display, deckModal, readDeckModal } from './modal.ts';

export interface Opening extends Acting {
  triggerId: string;
  form?: Partial<AskForm>;
}

/**
 * Opens the form at once, then adds what takes time to find out: that the service is not connected, or that
 * Deckhand is not in the conversation that the person comes from.
 */
export async function openDeckForm(opening: Opening, slack: SlackContext) {
  const { client, actor, triggerId, form: given } = opening;
  const form: AskForm = { ...askForm.initial, ...(await defaultsFor(opening, slack)), ...given };
  const display: Display = { more: false, opened: { channel: form.channel } };
  const opened = await openView(client, { id: triggerId }, deckModal(form, display, slack));
  if (!opened) return;
  const more = await findOut(opening, form.channel, slack);
  if (!more.connection && !more.closed) return;
  const show = async () => {
    const channel = more.closed && (await ownConversation(opening));
    await redraw(client, opened, { ...form, ...(channel && { channel }) }, { ...display, ...more }, slack);
  };
  await show().catch((error) =>
    slack.log.warn({ team: actor.team, err: error }, 'A notice could not be added to the form'),
  );
}

/** Milliseconds; the trigger lives for 3 s. */
const DEFAULTS_WITHIN_MS = 700;

/** The actor's defaults. They cannot be filled in later: on a redraw Slack keeps the content of each field. */
export async function defaultsFor(
  { actor, form }: Pick<Opening, 'actor' | 'form'>,
  { defaults, clock, log }: SlackContext,
): Promise<Partial<AskForm>> {
  // A form that was filled in before holds all its choices, those against a theme included.
  if (form?.format) return {};
  const asking = { ...actor, channel: form?.channel };
  const found = await within(clock, DEFAULTS_WITHIN_MS, () => defaults.forAsk(asking), {}).catch((error) => {
    log.warn({ team: actor.team, err: error }, 'The form opened without defaults');
    return {};
  });
  return askForm.entries(found);
}

/**
 * Draws the form again. The hash keeps an older drawing from replacing a newer one. Slack keeps text that was typed
 * meanwhile.
 */
async function redraw(
  client: SlackClient,
  view: { id: string; hash?: string | undefined },
  form: AskForm,
  display: Display,
  slack: SlackContext,
): Promise<void> {
  await updateView(client, view.id, deckModal(form, display, slack), view.hash);
}

/** Milliseconds for the notices; submission checks the same again. */
const FIND_OUT_WITHIN_MS = 5000;

async function findOut(opening: Opening, channel: string | undefined, slack: SlackContext) {
  const destination = channel ? { channel } : undefined;
  const intended = { ...opening.actor, source: { kind: 'text' as const }, destination };
  const { blockers } = await slack.admit(intended, { withinMs: FIND_OUT_WITHIN_MS, joining: 'later' });
  const isClosed = blockers.some(({ part }) => part === 'destination');
  return { ...(await connectionDisplay(blockers, opening, slack)), ...(isClosed && { closed: channel }) };
}

/** Deckhand's own conversation with the person, which always is open to it. */
async function ownConversation({ client, actor }: Acting): Promise<string | undefined> {
  const { channel } = await client.conversations.open({ users: actor.person });
  return channel?.id;
}

/** The notice on the connection, where that is the blocker. It names nobody to ask where the person may connect it. */
export async function connectionDisplay(
  blockers: Blocker[],
  acting: Acting,
  slack: SlackContext,
): Promise<Pick<Display, 'connection' | 'askAbout'>> {
  const found = blockers.find(({ part }) => part === 'connection');
  if (found?.part !== 'connection') return {};
  const { client, actor } = acting;
  const { team } = actor;
  const whom = async () =>
    (await mayConnectNow(acting, slack)) ? undefined : adminsToAsk({ client, team }, slack.log);
  const askAbout = await within(slack.clock, FIND_OUT_WITHIN_MS, whom, []).catch((err) => {
    slack.log.warn({ team, err }, 'The form does not say whom to ask');
    return [];
  });
  return { connection: found.blocker, askAbout };
}

/** Draws the form again after a choice that changes other fields, with all that was filled in. */
export const redrawDeckForm = redrawWith((display) => display);

/** Unfolds "More options", or folds it. */
export const toggleMore = redrawWith((display) => ({ ...display, more: !display.more }));

function redrawWith(change: (display: Display) => Display) {
  return async ({ body, client }: Click, slack: SlackContext): Promise<void> => {
    if (!body.view) return;
    const { form, display } = readDeckModal(body.view);
    await redraw(client, body.view, form, change(display), slack);
  };
}
