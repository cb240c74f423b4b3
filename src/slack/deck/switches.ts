import type { SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';
import type { Metadata } from './metadata.ts';
import { redraw } from './open.ts';
import { readForm } from './read.ts';

/** Draws the form again after the person chose between text and template, with all that was filled in. */
export const switchStart = redrawWith((metadata) => metadata);

/** Unfolds "More options", or folds it. */
export const toggleMore = redrawWith((metadata) => ({ ...metadata, more: !metadata.more }));

function redrawWith(change: (metadata: Metadata) => Metadata) {
  return async ({ body, client }: Click, slack: SlackContext): Promise<void> => {
    if (!body.view) return;
    const { form, metadata } = readForm(body.view);
    const { hidden: _, joins: __, source: ___, ...display } = change(metadata);
    await redraw(client, body.view, form, display, slack);
  };
}
