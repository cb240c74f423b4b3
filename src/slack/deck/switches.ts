import type { SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';
import { type Display, readDeckModal } from './modal.ts';
import { redraw } from './open.ts';

/** Draws the form again after the person chose between text and template, with all that was filled in. */
export const switchStart = redrawWith((display) => display);

/** Unfolds "More options", or folds it. */
export const toggleMore = redrawWith((display) => ({ ...display, more: !display.more }));

function redrawWith(change: (display: Display) => Display) {
  return async ({ body, client }: Click, slack: SlackContext): Promise<void> => {
    if (!body.view) return;
    const { form, display } = readDeckModal(body.view);
    await redraw(client, body.view, form, change(display), slack);
  };
}
