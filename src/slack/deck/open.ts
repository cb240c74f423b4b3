import { within } from '../../clock.ts';
import type { SlackClient } from '../../slack-client.ts';
import type { SlackContext } from '../bolt/context.ts';
import { openThenFill, openView, updateView } from '../bolt/open-then-fill.ts';
import type { Acting } from '../bolt/permissions.ts';
import type { Click } from '../bolt/requests.ts';
import { type AskForm, askForm } from '../kit/ask-fields/ask-form.ts';
import { joinPrompt } from '../kit/ask-fields/prompt.ts';
import { notConnectedView } from '../kit/not-connected.ts';
import type { Whereabouts } from '../kit/result-link.ts';
import { DECK_TITLE, type Display, deckModal, readDeckModal } from './modal.ts';

export interface Opening extends Acting {
  triggerId: string;
  /** Clicked in a view: the form goes on top of it. */
  isInModal?: boolean;
  form?: Partial<AskForm>;
  /** Where the person is; not given on Home or for a shortcut. */
  from?: Whereabouts | undefined;
  /** The document whose look the form begins with. */
  like?: Display['like'];
  /** Id of the proposal that the form changes: one of the two is made. */
  proposal?: string;
}

/**
 * Opens the form at once, then adds that Deckhand cannot post where the person comes from, which takes time to find out.
 * Where the service is not connected, a view without fields says what to do instead.
 */
export async function openDeckForm(opening: Opening, slack: SlackContext) {
  const { client, actor, triggerId, isInModal = false, form: given, from, proposal, like } = opening;
  const trigger = { id: triggerId, isInModal };
  const [defaults, admission] = await Promise.all([
    defaultsFor(opening, slack),
    // The team's row says so; what Slack has to be asked for comes later.
    slack.admit({ ...actor, source: { kind: 'text' } }, { withinMs: READ_WITHIN_MS }),
  ]);
  const form: AskForm = { ...askForm.initial, ...defaults, ...given };
  if (admission.blockers.some(({ part }) => part === 'connection')) {
    const words = joinPrompt(form.prompt);
    const fill = async () =>
      (await notConnectedView(admission, opening, { title: DECK_TITLE, words }, slack)) ?? view();
    const view = () => deckModal(form, { more: false }, slack);
    return openThenFill(client, trigger, DECK_TITLE, fill, slack);
  }
  const display: Display = { more: false, opened: { channel: form.channel }, from, proposal, like };
  const opened = await openView(client, trigger, deckModal(form, display, slack));
  if (!opened || !form.channel) return;
  await offerOwnConversation({ opening, opened, form, display }, form.channel, slack).catch((error) =>
    slack.log.warn({ team: actor.team, err: error }, 'A notice could not be added to the form'),
  );
}

interface OpenForm {
  opening: Opening;
  opened: { id: string; hash?: string | undefined };
  form: AskForm;
  display: Display;
}

/** Milliseconds for the notice; submission checks the same again. */
const FIND_OUT_WITHIN_MS = 5000;

/** Where Deckhand cannot post: its own conversation with the person always is open to it. */
async function offerOwnConversation(
  { opening, opened, form, display }: OpenForm,
  closed: string,
  slack: SlackContext,
): Promise<void> {
  const { client, actor } = opening;
  const intended = { ...actor, source: { kind: 'text' as const }, destination: { channel: closed } };
  const { blockers } = await slack.admit(intended, { withinMs: FIND_OUT_WITHIN_MS, joining: 'later' });
  if (!blockers.some(({ part }) => part === 'destination')) return;
  const { channel } = await client.conversations.open({ users: actor.person });
  const offered = { ...form, ...(channel?.id && { channel: channel.id }) };
  await redraw(client, opened, offered, { ...display, closed }, slack);
}

/** Milliseconds; the trigger lives for 3 s. */
const READ_WITHIN_MS = 700;

/** The actor's defaults. They cannot be filled in later: on a redraw Slack keeps the content of each field. */
export async function defaultsFor(
  { actor, form }: Pick<Opening, 'actor' | 'form'>,
  { defaults, clock, log }: SlackContext,
): Promise<Partial<AskForm>> {
  // A form that was filled in before holds all its choices, those against a theme included.
  if (form?.format) return {};
  const asking = { ...actor, channel: form?.channel };
  const found = await within(clock, READ_WITHIN_MS, () => defaults.forAsk(asking), {}).catch((error) => {
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
