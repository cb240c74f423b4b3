import type { AllMiddlewareArgs, BlockAction, SlackActionMiddlewareArgs, SlackViewAction } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import type { SlackContext } from '../../context.ts';
import { isViewGone } from '../../slack-error.ts';
import type { DigestForm } from './form.ts';
import type { DigestDisplay } from './metadata.ts';
import { digestModal } from './modal.ts';
import { readDigestForm } from './read.ts';

type Press = SlackActionMiddlewareArgs<BlockAction> & AllMiddlewareArgs;

/** Draws the form anew after a change of when or where to: other fields, and the next runs. */
export function redrawDigestForm(slack: SlackContext) {
  return async ({ ack, body, client }: Press) => {
    await ack();
    if (!body.view) return;
    const { form, metadata } = readDigestForm(body.view);
    await showDigestForm(client, body.view, form, { id: metadata.id }, slack);
  };
}

/** The hash keeps an older drawing from replacing a newer one; what was typed meanwhile Slack keeps by the fields' names. */
export async function showDigestForm(
  client: WebClient,
  { id, hash }: Pick<SlackViewAction['view'] & object, 'id' | 'hash'>,
  form: DigestForm,
  display: DigestDisplay,
  slack: SlackContext,
): Promise<void> {
  const view = digestModal(form, display, slack.clock.now());
  await client.views.update({ view_id: id, hash, view }).catch((error) => {
    if (!isViewGone(error)) throw error;
  });
}
