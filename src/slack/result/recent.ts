import type { KnownBlock } from '@slack/types';
import type { Generation, State } from '../../generations/generation.ts';
import { actions } from '../bolt/action-ids.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Command } from '../bolt/requests.ts';
import { documentMenu } from '../kit/document-actions.ts';
import { titleOf } from '../kit/generation-phrases.ts';
import { button, buttons, type Deployment, linked, type Message, section } from '../kit/parts.ts';
import { day, moment } from '../kit/text.ts';
import { workCopy } from '../kit/work-copy.ts';
import { againButton } from './failure.ts';
import { followAgainButton, stopButton } from './stop.ts';
import { decisionButtons } from './waiting.ts';

/** How many generations a list shows. */
export const RECENT_LIMIT = 8;
/** Characters of blocks that Slack takes in one message are about 13,200; addresses of docs can be long. */
const LIST_BUDGET = 11_000;

/** `/deck recent` */
export async function showRecent(
  { actor, respond }: Command,
  slack: Pick<SlackContext, 'generations' | 'serviceName'>,
): Promise<void> {
  const recent = await slack.generations.recent(actor.team, actor.person, RECENT_LIMIT);
  await respond({ response_type: 'ephemeral', ...recentMessage(recent, slack) });
}

/** A person's own generations, newest first, for that person's eyes only. */
export function recentMessage(generations: Generation[], deployment: Deployment): Message {
  if (generations.length === 0) {
    const text = 'You have not made anything yet. Type `/deck` followed by what it should be about.';
    return { text, blocks: [section(text)] };
  }
  return {
    text: `Your last ${generations.length === 1 ? 'document' : `${generations.length} documents`}.`,
    blocks: [section('*What you made lately*'), ...recentRows(generations, deployment)],
  };
}

/** As many rows as fit. */
export function recentRows(generations: Generation[], deployment: Deployment): KnownBlock[] {
  const blocks: KnownBlock[] = [];
  for (const generation of generations.slice(0, RECENT_LIMIT)) {
    const row = rowOf(generation, deployment);
    if (JSON.stringify([...blocks, ...row]).length > LIST_BUDGET) break;
    blocks.push(...row);
  }
  return blocks;
}

/** "Spring launch · Presentation · Today", with what can be done about it beside it. What is there needs no hour and no state. */
function rowOf(generation: Generation, deployment: Deployment): KnownBlock[] {
  const { ask, docUrl, createdAt, archivedAt, state } = generation;
  const title = linked(titleOf(generation, TITLE), docUrl);
  const details = [
    ask && workCopy(generation).what(ask),
    state === 'delivered' ? day(createdAt) : moment(createdAt),
    archivedAt ? 'Archived' : stateNames[state],
  ];
  const line = section([`*${title}*`, ...details.filter(Boolean)].join(' · '));
  const [first, ...more] = choices(generation, deployment).filter((choice) => choice !== undefined);
  if (!first) return [line];
  return more.length > 0 ? [line, ...buttons(first, ...more)] : [{ ...line, accessory: first }];
}

/** Characters: a row is one line in a window of usual width. */
const TITLE = 60;

const stateNames: Record<State, string> = {
  queued: 'Waiting to start',
  collecting: 'Being read',
  submitting: 'Being sent',
  following: 'In the making',
  late: 'Taking longer than usual',
  delivering: 'Being posted',
  delivered: '',
  failed: 'Could not be made',
  stopped: 'Stopped',
  unsure: 'Needs your decision',
  disconnected: 'Waiting for the connection to be renewed',
};

/** The buttons that make sense in a state; the same as on the message in the channel. */
function choices(generation: Generation, deployment: Deployment) {
  const { id, state } = generation;
  if (state === 'delivered') return [documentMenu(generation)];
  if (state === 'delivering') return [];
  if (state === 'unsure') return decisionButtons(generation);
  if (state === 'failed') return [againButton(generation)];
  if (state === 'stopped') return [followAgainButton(generation)];
  const stop = stopButton(generation, deployment);
  return state === 'late' ? [button('Check again', actions.checkAgain, id), stop] : [stop];
}
