import { z } from 'zod';
import { within } from '../../clock.ts';
import type { ReportedDocument } from '../../documents/reported-document.ts';
import { auditedDocument } from '../../generations/audit-line.ts';
import { type ExportKind, exportKinds } from '../../generations/delivery/delivery.ts';
import type { Generation } from '../../generations/generation.ts';
import { lenient } from '../../lenient.ts';
import { clickValue, optionValue, reply } from '../bolt/answers/click.ts';
import { openThenFill, updateView } from '../bolt/answers/open-then-fill.ts';
import type { SlackContext } from '../bolt/context.ts';
import { type Acting, mayManageDocument } from '../bolt/permissions/permissions.ts';
import type { Click } from '../bolt/requests.ts';
import { threadLinkOf } from '../kit/accepted/where-result-appears.ts';
import { exportNames } from '../kit/ask-fields/choices.ts';
import { MORE } from '../kit/blocks/document-buttons.ts';
import { linked } from '../kit/blocks/parts.ts';
import { type ActionCopy, problemText } from '../kit/copy/failure-copy.ts';
import { titleOf } from '../kit/copy/generation-phrases.ts';
import type { FormView } from '../kit/form/form.ts';
import { displayIn } from '../kit/form/modal.ts';
import { MORE_TITLE, moreView } from './more-view.ts';

/** Opens the modal of a document. The clicked button is in a message, in a list or on Home. */
export async function showMore(click: Click, generation: Generation, slack: SlackContext): Promise<void> {
  const fill = () => drawMore(click, generation, slack);
  await openThenFill(click, MORE_TITLE, fill, slack);
}

/** Timeout of the call to the service, in milliseconds. After it, the modal shows only what Deckhand has stored. */
const REPORT_WITHIN_MS = 4000;
const UNKNOWN: ReportedDocument = { state: 'unknown' };

/** Builds the document's modal from current data. @param notice result of a click, as mrkdwn with user input escaped */
export async function drawMore(acting: Acting, opened: Generation, slack: SlackContext, notice?: string) {
  const { team, id } = opened;
  const read = (signal: AbortSignal) => slack.documents.reported(acting.actor, id, signal);
  const [reported, mayManage, policy] = await Promise.all([
    within(slack.clock, REPORT_WITHIN_MS, read, UNKNOWN),
    mayManageDocument(acting, opened, slack),
    slack.settings.of(team),
  ]);
  // Read the generation again, because `reported` may have stored a new title.
  const generation = await slack.generations.find(team, id);
  if (!generation) throw new Error('The document was deleted while its modal was built');
  const hasReaders = policy.readers !== 'nothing';
  const drawing = slack.reference();
  const mayChange = mayManage || policy.changes === 'everyone';
  return moreView({ generation, reported, mayManage, mayChange, hasReaders, notice, drawing }, slack);
}

/** Shows the result of a click: at the top of the document's modal if the click was there, otherwise in a reply. */
export async function answerIn(
  click: Click,
  generation: Generation,
  text: string,
  slack: SlackContext,
): Promise<void> {
  const { view } = click.body;
  if (view?.type !== 'modal') return reply(click, text);
  await updateView(click.client, view.id, await drawMore(click, generation, slack, text));
  // If another modal is open below this one, update it, too, because it shows the same document.
  const { previous_view_id: below } = view;
  if (below) await updateView(click.client, below, await drawMore(click, generation, slack));
}

/** Handles "Archive". Replies only if archiving failed, because otherwise the document's message and modal show the new state. */
export async function archive(click: Click, generation: Generation, slack: SlackContext): Promise<void> {
  const { actor, body } = click;
  const outcome = await slack.documents.archive(actor, generation.id);
  const object = auditedDocument(generation);
  if (outcome.ok) await slack.audit.record({ ...actor, what: 'document archived', object, via: 'document' });
  const text = outcome.ok ? '' : problemText(outcome.problem, slack, archiveProblems);
  if (text || body.view?.type === 'modal') await answerIn(click, generation, text, slack);
}

const archiveProblems: ActionCopy = (service) => ({
  forbidden: {
    what: `The account that Deckhand uses at ${service} may not archive this document: that takes edit permission, in the workspace that the document is in.`,
    next: `Archive it at ${service}, or have a Slack admin connect an account that may edit it, with \`/deck connect\`.`,
  },
  not_found: {
    what: `This document is gone already: it was deleted at ${service}.`,
    next: 'There is nothing left to archive.',
  },
});

const metadataSchema = z.object({ id: lenient(z.string()) });

/** Returns a generation's id from a modal's metadata. The id can be forged, so the caller must look it up for the actor. */
export function idInView(view: FormView): string | undefined {
  return displayIn(view, metadataSchema).id;
}

/** Handles the menu of a document: exports the document, or opens its modal. Messages, lists and the modal itself have this menu. */
export async function chooseFromMenu(
  click: Click,
  generation: Generation,
  slack: SlackContext,
): Promise<void> {
  const exportAs = chosenFormat(click);
  if (exportAs) await exportDoc(click, generation, exportAs, slack);
  else await showMore(click, generation, slack);
}

/** Returns the generation's id from the value of the chosen option; undefined if the option is unknown. */
export function chosenId(click: Click): string | undefined {
  const [choice = '', ...id] = choiceOf(click).split(':');
  return choice === MORE || isFormat(choice) ? id.join(':') : undefined;
}

/** Returns the value of the chosen option, or of the clicked button. Slack's panel for a link has buttons instead of a menu. */
function choiceOf(click: Click): string {
  return optionValue(click) || (clickValue(click) ?? '');
}

/** Starts an export, and says that the file will be posted in the document's thread. */
async function exportDoc(
  click: Click,
  generation: Generation,
  exportAs: ExportKind,
  slack: SlackContext,
): Promise<void> {
  const title = `“${titleOf(generation)}”`;
  const name = exportAs === 'slides' ? `A look at ${title}` : `${title} as ${exportNames[exportAs]}`;
  const say = (text: string) => answerIn(click, generation, text, slack);
  const key = click.body.trigger_id;
  const isTaken = await slack.documents.exportFile(click.actor, generation.id, exportAs, key);
  if (!isTaken) return say(`${name} cannot be had from here. Open the document and export it there.`);
  const link = await threadLinkOf(generation, click.client, slack);
  await say(`${name} is on its way into ${linked('the thread', link)}.`);
}

function chosenFormat(click: Click): ExportKind | undefined {
  const [choice = ''] = choiceOf(click).split(':');
  return isFormat(choice) ? choice : undefined;
}

function isFormat(choice: string): choice is ExportKind {
  return (exportKinds as readonly string[]).includes(choice);
}
