import type { Generation } from '../../generations/generation.ts';
import { type ExportFormat, exportFormats } from '../../service/options.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';
import { exportNames } from '../kit/ask-fields/choices.ts';
import { MORE } from '../kit/document-actions.ts';
import { titleOf } from '../kit/generation-phrases.ts';
import { linked } from '../kit/parts.ts';
import { threadLinkOf } from '../kit/result-link.ts';
import { answerIn, showMore } from './more.ts';

/** The menu beside a document, in messages, in lists and in its own view. */

/** A file of it, or the view with all else. */
export async function chooseFromMenu(
  click: Click,
  generation: Generation,
  slack: SlackContext,
): Promise<void> {
  const exportAs = chosenFormat(click);
  if (exportAs) await exportDoc(click, generation, exportAs, slack);
  else await showMore(click, generation, slack);
}

/** The generation that an option of the menu names. */
export function chosenId(click: Click): string | undefined {
  const [choice = '', ...id] = optionValue(click).split(':');
  return choice === MORE || isFormat(choice) ? id.join(':') : undefined;
}

/** The file comes into the document's own thread. */
async function exportDoc(
  click: Click,
  generation: Generation,
  exportAs: ExportFormat,
  slack: SlackContext,
): Promise<void> {
  const name = `“${titleOf(generation)}” as ${exportNames[exportAs]}`;
  const say = (text: string) => answerIn(click, generation, text, slack);
  const key = click.body.trigger_id;
  const isTaken = await slack.documents.exportFile(click.actor, generation.id, exportAs, key);
  if (!isTaken) return say(`${name} cannot be had from here. Open the document and export it there.`);
  const link = await threadLinkOf(generation, click.client, slack);
  await say(`${name} is on its way into ${linked('the thread', link)}.`);
}

function chosenFormat(click: Click): ExportFormat | undefined {
  const [choice = ''] = optionValue(click).split(':');
  return isFormat(choice) ? choice : undefined;
}

function isFormat(choice: string): choice is ExportFormat {
  return (exportFormats as readonly string[]).includes(choice);
}

/** `pptx:` or `more:`, and the generation's id. */
function optionValue({ action }: Click): string {
  return 'selected_option' in action ? (action.selected_option?.value ?? '') : '';
}
