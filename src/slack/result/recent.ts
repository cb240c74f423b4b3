import type { KnownBlock } from '@slack/types';
import type { Generation, State } from '../../generations/generation.ts';
import { actions } from '../bolt/action-ids.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Command } from '../bolt/requests.ts';
import { exportMenu } from '../kit/document-actions.ts';
import { titleOf } from '../kit/generation-phrases.ts';
import { button, buttons, context, linkButton, linked, type Message, section } from '../kit/parts.ts';
import { channelMention, isChannel, moment } from '../kit/text.ts';
import { againButton } from './failure.ts';
import { decisionButtons } from './waiting.ts';

/** How many generations a list shows. */
export const RECENT_LIMIT = 8;
/** Characters of blocks that Slack takes in one message are about 13,200; addresses of docs can be long. */
const LIST_BUDGET = 11_000;

/** `/deck recent` */
export async function showRecent(
  { actor, respond }: Command,
  { generations }: Pick<SlackContext, 'generations'>,
): Promise<void> {
  const recent = await generations.recent(actor.team, actor.person, RECENT_LIMIT);
  await respond({ response_type: 'ephemeral', ...recentMessage(recent) });
}

/** A person's own generations, newest first, for that person's eyes only. */
export function recentMessage(generations: Generation[]): Message {
  if (generations.length === 0) {
    const text = 'You have not made anything yet. Type `/deck` followed by what it should be about.';
    return { text, blocks: [section(text)] };
  }
  return {
    text: `Your last ${generations.length === 1 ? 'document' : `${generations.length} documents`}.`,
    blocks: [section('*What you made lately*'), ...recentRows(generations)],
  };
}

/** As many rows as fit. */
export function recentRows(generations: Generation[]): KnownBlock[] {
  const blocks: KnownBlock[] = [];
  for (const generation of generations.slice(0, RECENT_LIMIT)) {
    const row = rowOf(generation);
    if (JSON.stringify([...blocks, ...row]).length > LIST_BUDGET) break;
    blocks.push(...row);
  }
  return blocks;
}

function rowOf(generation: Generation): KnownBlock[] {
  return [
    section(linked(titleOf(generation, 100), generation.docUrl)),
    ...context(
      [
        generation.archivedAt ? 'Archived' : stateNames[generation.state],
        moment(generation.createdAt),
        isChannel(generation.channel) && `in ${channelMention(generation.channel)}`,
      ]
        .filter(Boolean)
        .join(' · '),
    ),
    ...buttons(...choices(generation)),
  ];
}

const stateNames: Record<State, string> = {
  queued: 'Waiting to start',
  collecting: 'Being read',
  submitting: 'Being sent',
  following: 'In the making',
  late: 'Taking longer than usual',
  delivering: 'Being posted',
  delivered: 'Ready',
  failed: 'Could not be made',
  stopped: 'No longer followed',
  unsure: 'Needs your decision',
  disconnected: 'Waiting for the connection to be renewed',
};

/** The buttons that make sense in a state; the same as on the message in the channel. */
function choices(generation: Generation) {
  const { id, state } = generation;
  if (state === 'delivered')
    return [linkButton('Open', actions.open, generation.docUrl), exportMenu(generation)];
  if (state === 'unsure') return decisionButtons(generation);
  if (state === 'late') {
    return [button('Check again', actions.checkAgain, id), button('Stop following', actions.stop, id)];
  }
  if (state === 'failed') return [againButton(generation)];
  return state === 'stopped' ? [] : [button('Stop following', actions.stop, id)];
}
