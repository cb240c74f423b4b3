import { z } from 'zod';
import type { Actor } from '../../actor.ts';
import type { Admission } from '../../asks/admission.ts';
import { usualExport } from '../../asks/new-ask.ts';
import { within } from '../../clock.ts';
import type { Defaults } from '../../defaults/defaults.ts';
import { lenient } from '../../lenient.ts';
import { formats } from '../../service/options.ts';
import type { SlackClient } from '../../slack-client.ts';
import { type Opener, openThenFill, openView, updateView } from '../bolt/answers/open-then-fill.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';
import type { Location } from '../kit/accepted/where-result-appears.ts';
import { type AskForm, askForm } from '../kit/ask-fields/ask-form.ts';
import { isForAsker, isThread } from '../kit/ask-fields/fields.ts';
import { joinPrompt } from '../kit/ask-fields/prompt.ts';
import { notConnectedView } from '../kit/not-connected.ts';
import { DECK_TITLE, type Display, deckModal, readDeckModal } from './modal.ts';

/** The content with which the form for a document opens. */
export interface Opening {
  form?: Partial<AskForm>;
  /** The conversation that the person has open. Not set on Home or for a global shortcut. */
  from?: Location | undefined;
  /** The form opens with the look of this document. */
  like?: Display['like'];
  /** The conversation for which the template was made, if it is not the source. */
  madeIn?: string | undefined;
  /** Id of the proposal that the form changes. Either the form or the proposal card can start a generation, but not both. */
  proposal?: string;
}

/** Opens the form for a document, or `notConnectedView`. Then offers files of the source, and says if Deckhand cannot post in the channel. */
export async function openDeckForm(opener: Opener, opening: Opening, slack: SlackContext) {
  const { actor } = opener;
  const { form: given, from, proposal, like, madeIn } = opening;
  const talk = given?.source?.channel ?? madeIn;
  const [defaults, admission] = await Promise.all([
    defaultsFor(actor, given, slack),
    // Without a conversation, the check does not call Slack.
    slack.admit({ ...actor, source: sourceOf(talk) }, { withinMs: READ_WITHIN_MS }),
  ]);
  const isClosedOutside = admission.isClosedOutside || undefined;
  const whole: AskForm = { ...askForm.initial, ...defaults, ...given, isClosedOutside };
  const access = closedAccess(whole, admission, talk);
  const form = { ...whole, ...access };
  if (admission.blockers.some(({ part }) => part === 'connection')) {
    const words = joinPrompt(form.prompt);
    const fill = async () =>
      (await notConnectedView(admission, opener, { title: DECK_TITLE, words }, slack)) ??
      deckModal(form, { more: false });
    return openThenFill(opener, DECK_TITLE, fill, slack);
  }
  const display: Display = {
    more: false,
    opened: { channel: form.channel, ...access },
    from,
    proposal,
    like,
  };
  const opened = await openView(opener, deckModal(form, display));
  if (!opened) return;
  const orNothing = (err: unknown) => {
    slack.log.warn({ team: actor.team, err }, 'A part could not be added to the form');
    return undefined;
  };
  const isKnown = !admission.unanswered.some(({ part }) => part === 'source');
  const [instead, late] = await Promise.all([
    form.channel && !isForAsker(form) ? elsewhere(opener, form.channel, slack).catch(orNothing) : undefined,
    isKnown
      ? admission
      : slack.admit({ ...actor, source: sourceOf(talk) }, { withinMs: NOTICE_WITHIN_MS }).catch(orNothing),
  ]);
  const offered = late && (await filesToOffer(opener, form, late, slack).catch(orNothing));
  const lateAccess = isKnown || !late ? undefined : closedAccess(form, late, talk);
  if (!instead && !offered && !lateAccess) return;
  const changed = { ...form, ...instead, ...offered, ...lateAccess };
  const shown = {
    ...display,
    ...(instead && { closed: form.channel }),
    opened: { ...display.opened, ...lateAccess },
  };
  await redraw(opener.client, opened, changed, shown);
}

function sourceOf(talk: string | undefined) {
  return talk ? { kind: 'channel' as const, channel: talk } : { kind: 'text' as const };
}

/**
 * Returns the entries for a document that repeats what a private conversation says. At first, nobody else can open it. The generation does
 * the same, so the form shows it.
 * @returns undefined if the conversation is not private, or if it is not known yet
 */
export function closedAccess(
  form: Pick<AskForm, 'workspaceAccess' | 'externalAccess'>,
  { conversation, unanswered }: Pick<Admission, 'conversation' | 'unanswered'>,
  talk: string | undefined,
) {
  const isUnknown = unanswered.some(({ part }) => part === 'source');
  // Slack does not show Deckhand private conversations that it is not in.
  if (!talk || isUnknown || conversation?.isPrivate === false) return undefined;
  return {
    workspaceAccess: form.workspaceAccess ?? ('noAccess' as const),
    externalAccess: form.externalAccess ?? ('noAccess' as const),
  };
}

/** Timeout of each check while the form is already open, in milliseconds. Submitting the form repeats the checks. */
const NOTICE_WITHIN_MS = 5000;

/** Checks whether Deckhand can post in `channel`. If not, returns the person's direct message with Deckhand as the form's new channel. */
async function elsewhere(
  { client, actor }: Opener,
  channel: string,
  slack: SlackContext,
): Promise<Partial<AskForm> | undefined> {
  const intended = { ...actor, source: { kind: 'text' as const }, destination: { channel } };
  const { blockers } = await slack.admit(intended, { withinMs: NOTICE_WITHIN_MS, joining: 'later' });
  if (!blockers.some(({ part }) => part === 'destination')) return undefined;
  const direct = (await client.conversations.open({ users: actor.person })).channel?.id;
  return { ...(direct && { channel: direct }) };
}

/**
 * Returns up to ten files of the source conversation, selected ones first. Returns undefined if there are only selected files, or if the
 * person may not use the conversation.
 */
async function filesToOffer(
  { actor }: Opener,
  { source, offered: ticked = [] }: AskForm,
  { blockers, unanswered }: Admission,
  slack: SlackContext,
): Promise<Partial<AskForm> | undefined> {
  if (!source) return undefined;
  if ([...blockers, ...unanswered].some(({ part }) => part === 'source')) return undefined;
  const found = isThread(source)
    ? (await slack.threads.preview(actor.team, source)).files
    : await slack.threads.filesOf(actor.team, source);
  const offered = [...new Map([...ticked, ...(found ?? [])].map((file) => [file.id, file])).values()].slice(
    0,
    10,
  );
  return offered.length > ticked.length ? { offered } : undefined;
}

/** Timeout of each look-up before the form opens, in milliseconds. It is short, because the `trigger_id` expires after 3 s. */
const READ_WITHIN_MS = 700;

/** Returns the actor's defaults as entries of the form. Call this before the form opens: an update cannot change visible fields. */
export async function defaultsFor(
  actor: Actor,
  form: Opening['form'],
  { defaults, clock, log }: SlackContext,
): Promise<Partial<AskForm>> {
  const asking = { ...actor, channel: form?.channel };
  const none: Defaults = {};
  const found = await within(clock, READ_WITHIN_MS, () => defaults.forAsk(asking), none).catch((err) => {
    log.warn({ team: actor.team, err }, 'The form opened without defaults');
    return none;
  });
  // A form that was filled in from an ask has a format. It gets no defaults: the asker may have chosen no theme, for example.
  if (form?.format) return askForm.entries({ seenBy: found.seenBy });
  const exportAs = found.exportAs ?? (found.format && usualExport(found.format));
  return askForm.entries({ ...found, ...(exportAs && { exportAs }) });
}

/** Updates the open form. Slack refuses the update if the form has changed since `view.hash`, so no newer content is lost. */
async function redraw(
  client: SlackClient,
  view: { id: string; hash?: string | undefined },
  form: AskForm,
  display: Display,
): Promise<void> {
  await updateView(client, view.id, deckModal(form, display), view.hash);
}

/** Updates the form after a change of a field on which other fields depend. */
export const redrawDeckForm = redrawWith((display) => display);

export const toggleMore = redrawWith((display) => ({ ...display, more: !display.more }));

function redrawWith(change: (display: Display) => Display) {
  return async ({ body, client }: Click): Promise<void> => {
    if (!body.view) return;
    const { form, display } = readDeckModal(body.view);
    const isOtherFormat = body.actions.some(({ block_id }) => block_id === askForm.fields.format.id);
    await redraw(
      client,
      body.view,
      isOtherFormat ? withUsualFile(form, drawnFormat(body.view)) : form,
      change(display),
    );
  };
}

/** Returns the form with the usual kind of file of its format, if it has the usual one of the format before. */
function withUsualFile(form: AskForm, before: AskForm['format'] | undefined): AskForm {
  const { format, exportAs } = form;
  return before && usualExport(before) === exportAs ? { ...form, exportAs: usualExport(format) } : form;
}

const drawnFormatSchema = lenient(
  z.object({ element: z.object({ initial_option: z.object({ value: z.enum(formats) }) }) }),
);

/** Returns the format with which the form was drawn last. */
function drawnFormat({ blocks }: NonNullable<Click['body']['view']>): AskForm['format'] | undefined {
  const block = blocks.find(({ block_id }) => block_id === askForm.fields.format.id);
  return drawnFormatSchema.parse(block)?.element.initial_option.value;
}
