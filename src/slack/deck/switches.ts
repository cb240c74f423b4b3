import type { AllMiddlewareArgs, BlockAction, SlackActionMiddlewareArgs } from '@slack/bolt';
import type { SlackContext } from '../bolt/context.ts';
import type { Metadata } from './metadata.ts';
import { redraw } from './open.ts';
import { readForm } from './read.ts';

type Press = SlackActionMiddlewareArgs<BlockAction> & AllMiddlewareArgs;

/** Draws the form again after the person chose between text and template, with all that was filled in. */
export function switchStart(slack: SlackContext) {
  return redrawWith(slack, (metadata) => metadata);
}

/** Unfolds "More options", or folds it. */
export function toggleMore(slack: SlackContext) {
  return redrawWith(slack, (metadata) => ({ ...metadata, more: !metadata.more }));
}

function redrawWith(slack: SlackContext, change: (metadata: Metadata) => Metadata) {
  return async ({ ack, body, client }: Press) => {
    await ack();
    if (!body.view) return;
    const { form, metadata } = readForm(body.view);
    const { hidden: _, joins: __, source: ___, ...display } = change(metadata);
    await redraw(client, body.view, form, display, slack);
  };
}
