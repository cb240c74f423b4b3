import type { Generation } from '../../generations/generation.ts';
import { type ExportFormat, exportFormats } from '../../service/options.ts';
import { reply } from '../bolt/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';
import { exportNames } from '../kit/ask-fields/choices.ts';
import type { DocumentAction } from '../kit/document-actions.ts';
import { problemText } from '../kit/failure-copy.ts';
import { titleOf } from '../kit/generation-phrases.ts';

/** Buttons and menus of a finished document. */

/** Does it, once the person has said yes to the question. The card shows that it was done; only trouble needs words. */
export function act({ run, problems }: DocumentAction) {
  return async (
    click: Click,
    { id }: Generation,
    slack: Pick<SlackContext, 'documents' | 'serviceName'>,
  ): Promise<void> => {
    const outcome = await run(slack.documents, click.actor, id);
    if (!outcome.ok) await reply(click, problemText(outcome.problem, slack, problems));
  };
}

/** A second click within this time is taken for impatience: an export takes up to about two minutes. */
const ONCE_WITHIN_MS = 120_000;

/** The Export menu of the result card; the file comes into the same thread. */
export async function exportDoc(
  click: Click,
  generation: Generation,
  slack: Pick<SlackContext, 'documents' | 'once'>,
): Promise<void> {
  const exportAs = chosen(click);
  if (!exportAs) return;
  const name = `“${titleOf(generation)}” as ${exportNames[exportAs]}`;
  if (!(await slack.once(generation.team, `export:${generation.id}:${exportAs}`, ONCE_WITHIN_MS))) {
    await reply(click, `${name} was asked for a moment ago.`);
    return;
  }
  const key = click.body.trigger_id;
  const isTaken = await slack.documents.exportFile(click.actor, generation.id, exportAs, key);
  await reply(
    click,
    isTaken
      ? `${name} is on its way into the thread.`
      : `${name} cannot be had from here. Open the document and export it there.`,
  );
}

/** The generation that an option of the menu names. */
export function exportedId(click: Click): string | undefined {
  const exportAs = chosen(click);
  return exportAs && optionValue(click).slice(exportAs.length + 1);
}

function chosen(click: Click): ExportFormat | undefined {
  return exportFormats.find((format) => optionValue(click).startsWith(`${format}:`));
}

/** `pptx:` and the generation's id. */
function optionValue({ action }: Click): string {
  return 'selected_option' in action ? (action.selected_option?.value ?? '') : '';
}
