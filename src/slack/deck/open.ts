import type { Actor } from '../../actor.ts';
import type { Blocker } from '../../asks/admission.ts';
import { within } from '../../clock.ts';
import type { SlackClient } from '../../slack-client.ts';
import type { SlackContext } from '../bolt/context.ts';
import { mayConnectNow } from '../bolt/permissions.ts';
import { adminsToAsk } from '../bolt/roles.ts';
import { isTriggerUsed, isViewGone } from '../bolt/slack-error.ts';
import { type AskForm, askForm } from '../kit/ask-fields/ask-form.ts';
import { type Display, deckModal } from './modal.ts';

export interface Opening {
  client: SlackClient;
  team: string;
  person: string;
  /** lives for 3 s and opens one view */
  triggerId: string;
  form?: Partial<AskForm>;
}

/**
 * Opens the form at once, then adds what takes time to find out: that the service is not connected, or that
 * Deckhand is not in the conversation that the person comes from.
 */
export async function openDeckForm(opening: Opening, slack: SlackContext) {
  const { client, team, triggerId, form: given } = opening;
  const form: AskForm = { ...askForm.initial, ...(await defaultsFor(opening, slack)), ...given };
  const display: Display = { more: askForm.isFilled({ ...askForm.initial, ...given }, 'more') };
  const opened = await open(client, triggerId, form, display, slack);
  if (!opened?.id) return;
  const more = await findOut(opening, form.channel, slack);
  if (!more.connection && !more.absentFrom) return;
  const view = { id: opened.id, hash: opened.hash };
  await redraw(client, view, form, { ...display, ...more }, slack).catch((error) =>
    slack.log.warn({ team, err: error }, 'A notice could not be added to the form'),
  );
}

/** Milliseconds; the trigger lives for 3 s. */
const DEFAULTS_WITHIN_MS = 700;

/** The actor's defaults. They cannot be filled in later: on a redraw Slack keeps the content of each field. */
export async function defaultsFor(
  { team, person, form }: Opening,
  { defaults, clock, log }: SlackContext,
): Promise<Partial<AskForm>> {
  // A form that was filled in before holds all its choices, those against a theme included.
  if (form?.format) return {};
  const asking = { team, person, channel: form?.channel };
  const found = await within(clock, DEFAULTS_WITHIN_MS, () => defaults.forAsk(asking), {}).catch((error) => {
    log.warn({ team, err: error }, 'The form opened without defaults');
    return {};
  });
  return askForm.entries(found);
}

async function open(
  client: SlackClient,
  triggerId: string,
  form: AskForm,
  display: Display,
  slack: SlackContext,
) {
  try {
    const { view } = await client.views.open({
      trigger_id: triggerId,
      view: deckModal(form, display, slack),
    });
    return view;
  } catch (error) {
    if (isTriggerUsed(error)) return undefined;
    throw error;
  }
}

/**
 * Draws the form again. The hash keeps an older drawing from replacing a newer one. Slack keeps text that was typed
 * meanwhile.
 */
export async function redraw(
  client: SlackClient,
  view: { id: string; hash?: string | undefined },
  form: AskForm,
  display: Display,
  slack: SlackContext,
): Promise<void> {
  try {
    const drawn = deckModal(form, display, slack);
    await client.views.update({ view_id: view.id, ...(view.hash && { hash: view.hash }), view: drawn });
  } catch (error) {
    if (!isViewGone(error)) throw error;
  }
}

/** Milliseconds for the notices; submission checks the same again. */
const FIND_OUT_WITHIN_MS = 5000;

async function findOut(opening: Opening, channel: string | undefined, slack: SlackContext) {
  const { team, person } = opening;
  const destination = channel ? { channel } : undefined;
  const intended = { team, person, source: { kind: 'text' as const }, destination };
  const { blockers } = await slack.admit(intended, { withinMs: FIND_OUT_WITHIN_MS });
  const isAbsent = blockers.some(({ blocker }) => blocker === 'not_in_channel' || blocker === 'channel_gone');
  return { ...(await connectionDisplay(blockers, opening, slack)), ...(isAbsent && { absentFrom: channel }) };
}

/** The notice on the connection, where that is the blocker. */
export async function connectionDisplay(
  blockers: Blocker[],
  { client, team, person }: Opening,
  slack: SlackContext,
): Promise<Pick<Display, 'connection' | 'askAbout'>> {
  const found = blockers.find(({ part }) => part === 'connection');
  if (found?.part !== 'connection') return {};
  const whom = () => whomToAskAbout({ client, team, person }, slack);
  const askAbout = await within(slack.clock, FIND_OUT_WITHIN_MS, whom, []).catch((err) => {
    slack.log.warn({ team, err }, 'The form does not say whom to ask');
    return [];
  });
  return { connection: found.blocker, askAbout };
}

/** Nobody, where the person may connect the team themselves. */
async function whomToAskAbout(
  { client, ...actor }: Actor & { client: SlackClient },
  slack: SlackContext,
): Promise<string[] | undefined> {
  const may = await mayConnectNow({ actor, client }, slack);
  return may ? undefined : adminsToAsk({ client, team: actor.team }, slack.log);
}
