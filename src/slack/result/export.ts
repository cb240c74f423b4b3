import { type ExportFormat, exportFormats } from '../../service/options.ts';
import type { SlackContext } from '../bolt/context.ts';
import { findPressed, type Press, presserOf } from '../bolt/press.ts';
import { tell } from '../bolt/tell.ts';
import { exportNames, titleOf } from './describe.ts';

/** A second press within this time is taken for impatience: an export takes up to about two minutes. */
const ONCE_WITHIN_MS = 120_000;

/**
 * The Export menu of the result card; the file comes into the same thread. Anyone in the conversation may.
 */
export function exportDoc(slack: SlackContext) {
  return async (press: Press) => {
    await press.ack();
    const { exportAs, id } = chosen(press);
    const generation = await findPressed(press, id, slack);
    if (!generation || !exportAs) return;
    const name = `“${titleOf(generation)}” as ${exportNames[exportAs]}`;
    const { team, person } = presserOf(press);
    if (!(await slack.once(team, `export:${generation.id}:${exportAs}`, ONCE_WITHIN_MS))) {
      await tell(press, `${name} was asked for a moment ago.`);
      return;
    }
    const isTaken = await slack.generations.exportDoc(
      team,
      generation.id,
      exportAs,
      person,
      press.body.trigger_id,
    );
    await tell(
      press,
      isTaken
        ? `${name} is on its way into the thread.`
        : `${name} cannot be had from here. Open the document and export it there.`,
    );
  };
}

/** The value of an option is `pptx:` and the generation's id. */
function chosen({ action }: Press): { exportAs: ExportFormat | undefined; id: string | undefined } {
  const value = 'selected_option' in action ? (action.selected_option?.value ?? '') : '';
  const exportAs = exportFormats.find((format) => value.startsWith(`${format}:`));
  return { exportAs, id: exportAs && value.slice(exportAs.length + 1) };
}
