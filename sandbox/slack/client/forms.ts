import { z } from 'zod';
import { checkedView } from '../api/views.ts';
import { interactiveElements } from '../blocks/walk.ts';
import { SlackFault } from '../fault.ts';
import { sendInteraction } from '../outgoing/interactions.ts';
import type { Delivered } from '../outgoing/sender.ts';
import type { Submit, SubmitResult } from '../protocol.ts';
import type { Slack } from '../slack.ts';
import { faultsOfEntries } from '../views/entries.ts';
import type { OpenStack } from '../views/stacks.ts';
import { completeState } from '../views/state.ts';
import type { StoredView } from '../workspace/model.ts';
import { resolveState } from './choices.ts';
import { type Me, meOf } from './me.ts';

/** What Slack shows on a form whose app does not answer as it should. */
const TROUBLE = 'We had some trouble connecting. Try again?';

/** Sends the form on top. What is wrong with its entries is told at the fields, without asking the app. */
export async function submit(slack: Slack, { user, viewId, state }: Submit): Promise<SubmitResult> {
  const me = meOf(slack, user);
  const { stack, view } = openView(me, viewId);
  const elements = view.blocks.flatMap((block) =>
    interactiveElements(block as never).map((element) => ({ blockId: block.block_id ?? '', element })),
  );
  const values = completeState(view.blocks as never, state, stack.channel);
  resolveState(me, view, elements, values);
  view.state = { values };
  const errors = faultsOfEntries(view.blocks as never, values);
  if (Object.keys(errors).length) return { ok: false, errors };
  const delivered = await sendInteraction(slack, me.team, me.person, {
    type: 'view_submission',
    trigger_id: slack.triggers.issue({
      team: me.team.id,
      user,
      ...(stack.channel ? { channel: stack.channel } : {}),
    }),
    view: structuredClone(view),
    response_urls: responseUrlsOf(me, view),
  });
  return settleSubmission(me, stack, view, delivered);
}

function openView({ slack, person }: Me, viewId: string): { stack: OpenStack; view: StoredView } {
  const found = slack.stacks.find(viewId);
  if (found?.stack.user !== person.id) throw new SlackFault('view_not_found');
  return found;
}

/** A conversation chosen in a field with `response_url_enabled` can be answered to without being in it. */
function responseUrlsOf({ slack, team, person }: Me, view: StoredView) {
  return view.blocks.flatMap((block) =>
    interactiveElements(block as never).flatMap((element) => {
      if (!element.response_url_enabled) return [];
      const value = view.state.values[block.block_id ?? '']?.[element.action_id ?? ''];
      const channel = (value?.selected_conversation ?? value?.selected_channel) as string | null | undefined;
      if (!channel) return [];
      const url = slack.responseUrls.issue({ team: team.id, channel, user: person.id });
      return [
        { block_id: block.block_id, action_id: element.action_id, channel_id: channel, response_url: url },
      ];
    }),
  );
}

const answerSchema = z.discriminatedUnion('response_action', [
  z.object({ response_action: z.literal('errors'), errors: z.record(z.string(), z.string().min(1)) }),
  z.object({ response_action: z.literal('update'), view: z.unknown() }),
  z.object({ response_action: z.literal('push'), view: z.unknown() }),
  z.object({ response_action: z.literal('clear') }),
]);

function settleSubmission(me: Me, stack: OpenStack, view: StoredView, delivered: Delivered): SubmitResult {
  if (delivered.outcome !== 'answered' || delivered.status !== 200) return { ok: false, error: TROUBLE };
  try {
    return act(me, stack, view, delivered.text);
  } catch (error) {
    me.slack.log?.warn({ err: error }, 'an answer to view_submission was refused');
    return { ok: false, error: TROUBLE };
  }
}

function act({ slack, team, person }: Me, stack: OpenStack, view: StoredView, text: string): SubmitResult {
  const { stacks } = slack;
  const body: unknown = text.trim() ? JSON.parse(text) : {};
  if (!text.trim() || isEmptyObject(body)) {
    if (stack.views.includes(view)) stacks.close(stack, view.id, false);
    return { ok: true };
  }
  const answer = answerSchema.parse(body);
  switch (answer.response_action) {
    case 'errors':
      return { ok: false, errors: checkedErrors(view, answer.errors) };
    case 'update':
      stacks.update({ stack, view }, checkedView({ slack, team }, answer.view, 'modal'));
      return { ok: true };
    case 'push':
      stacks.push(team, person.id, checkedView({ slack, team }, answer.view, 'modal'));
      return { ok: true };
    case 'clear':
      stacks.close(stack, view.id, true);
      return { ok: true };
  }
}

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** Errors are keyed by block_id, and only inputs can have one; anything else Slack does not show. */
function checkedErrors(view: StoredView, errors: Record<string, string>): Record<string, string> {
  const inputs = new Set(view.blocks.flatMap((block) => (block.type === 'input' ? [block.block_id] : [])));
  const stray = Object.keys(errors).filter((id) => !inputs.has(id));
  if (stray.length || Object.keys(errors).length === 0) throw new SlackFault('invalid_errors', { stray });
  return errors;
}

/** Closes the view on top; with `clear_on_close` all of them. The app hears of it where it asked to. */
export async function close(slack: Slack, { user, viewId }: { user: string; viewId: string }): Promise<void> {
  const me = meOf(slack, user);
  const { stack, view } = openView(me, viewId);
  const taken = slack.stacks.close(stack, viewId, view.clear_on_close);
  for (const each of taken.filter((one) => one.notify_on_close)) {
    await sendInteraction(slack, me.team, me.person, {
      type: 'view_closed',
      view: each,
      is_cleared: view.clear_on_close,
    });
  }
}
