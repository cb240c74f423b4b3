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

/** Slack's error on a form if the app does not respond, or its response is invalid. */
const TROUBLE = 'We had some trouble connecting. Try again?';

/** Submits the form on top. Invalid entries are reported at the fields without a request to the app. */
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
    response_urls: [],
  });
  return settleSubmission(me, stack, view, delivered);
}

function openView({ slack, person }: Me, viewId: string): { stack: OpenStack; view: StoredView } {
  const found = slack.stacks.find(viewId);
  if (found?.stack.user !== person.id) throw new SlackFault('view_not_found');
  return found;
}

const answerSchema = z.discriminatedUnion('response_action', [
  z.object({ response_action: z.literal('errors'), errors: z.record(z.string(), z.string().min(1)) }),
  z.object({ response_action: z.literal('update'), view: z.unknown() }),
]);

function settleSubmission(me: Me, stack: OpenStack, view: StoredView, delivered: Delivered): SubmitResult {
  if (delivered.outcome !== 'answered' || delivered.status !== 200) return { ok: false, error: TROUBLE };
  try {
    return act(me, stack, view, delivered.text);
  } catch (error) {
    me.slack.log?.warn({ err: error }, 'the response to view_submission is invalid');
    return { ok: false, error: TROUBLE };
  }
}

function act({ slack, team }: Me, stack: OpenStack, view: StoredView, text: string): SubmitResult {
  const { stacks } = slack;
  const body: unknown = text.trim() ? JSON.parse(text) : {};
  if (!text.trim() || isEmptyObject(body)) {
    if (stack.views.includes(view)) stacks.close(stack, view.id);
    return { ok: true };
  }
  const answer = answerSchema.parse(body);
  if (answer.response_action === 'errors') return { ok: false, errors: checkedErrors(view, answer.errors) };
  stacks.update({ stack, view }, checkedView({ slack, team }, answer.view, 'modal'));
  return { ok: true };
}

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** Checks that each error is for the block_id of an input, because Slack refuses others. */
function checkedErrors(view: StoredView, errors: Record<string, string>): Record<string, string> {
  const inputs = new Set(view.blocks.flatMap((block) => (block.type === 'input' ? [block.block_id] : [])));
  const stray = Object.keys(errors).filter((id) => !inputs.has(id));
  if (stray.length || Object.keys(errors).length === 0) throw new SlackFault('invalid_errors', { stray });
  return errors;
}

/** Closes the view on top. */
export function close(slack: Slack, { user, viewId }: { user: string; viewId: string }): void {
  slack.stacks.close(openView(meOf(slack, user), viewId).stack, viewId);
}
