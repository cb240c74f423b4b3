import type { KnownBlock } from '@slack/types';
import type { Generation, State } from '../../generations/generation.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Command } from '../bolt/requests.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { documentMenu } from '../kit/blocks/document-buttons.ts';
import { button, buttons, type Deployment, linked, type Message, section } from '../kit/blocks/parts.ts';
import { day, moment } from '../kit/blocks/text.ts';
import { titleOf } from '../kit/copy/generation-phrases.ts';
import { workCopy } from '../kit/copy/work-copy.ts';
import { againButton } from './failure-card.ts';
import { followAgainButton, stopButton } from './stopped-card.ts';
import { decisionButtons } from './waiting-cards.ts';

/** Maximum number of generations in `/deck recent` and on Home. */
export const RECENT_LIMIT = 8;
/** Maximum number of characters of the blocks. Slack accepts about 13,200 per message, and the list may contain long links. */
const LIST_BUDGET = 11_000;

/** Handles `/deck recent`: shows the latest generations of this person. */
export async function showRecent({ actor, respond }: Command, slack: SlackContext): Promise<void> {
  const recent = await slack.generations.recent(actor.team, actor.person, RECENT_LIMIT);
  await respond({ response_type: 'ephemeral', ...recentMessage(recent, slack) });
}

/**
 * Builds the list of the person's own generations. Nobody else sees it.
 * @param generations newest first
 * @param heading a sentence above the list, as mrkdwn
 */
export function recentMessage(
  generations: Generation[],
  deployment: Deployment,
  heading = '*What you made lately*',
): Message {
  if (generations.length === 0) {
    const text = 'You have not made anything yet. Type `/deck` followed by what it should be about.';
    return { text, blocks: [section(text)] };
  }
  return {
    text: `Your last ${generations.length === 1 ? 'document' : `${generations.length} documents`}.`,
    blocks: [section(heading), ...recentRows(generations, deployment)],
  };
}

/** Builds the rows for as many generations as fit into one message. */
export function recentRows(generations: Generation[], deployment: Deployment): KnownBlock[] {
  const blocks: KnownBlock[] = [];
  for (const generation of generations.slice(0, RECENT_LIMIT)) {
    const row = rowOf(generation, deployment);
    if (JSON.stringify([...blocks, ...row]).length > LIST_BUDGET) break;
    blocks.push(...row);
  }
  return blocks;
}

/** Maximum number of failed generations in the list on Home. */
const FAILURES = 3;

/** Removes all failed generations except the newest `FAILURES`, so that documents are not crowded out. @param generations newest first */
export function withFewFailures(generations: Generation[]): Generation[] {
  const failed = generations.filter(({ state }) => state === 'failed').slice(0, FAILURES);
  return generations.filter((one) => one.state !== 'failed' || failed.includes(one));
}

/** Builds a row with title, kind, day and buttons. If the generation is not delivered, the row also shows the time and the state. */
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

/** Maximum length of a title, in characters, so that a row usually fits on one line. */
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

/** Returns the buttons for a generation's current state. A button that does not apply is undefined. */
function choices(generation: Generation, deployment: Deployment) {
  const { id, state } = generation;
  if (state === 'delivered') return [documentMenu(generation)];
  if (state === 'delivering') return [];
  if (state === 'unsure') return decisionButtons(generation);
  if (state === 'failed') return [againButton(generation), button('Dismiss', actions.dismiss, id)];
  if (state === 'stopped') return [followAgainButton(generation)];
  const stop = stopButton(generation, deployment);
  return state === 'late' ? [button('Check again', actions.checkAgain, id), stop] : [stop];
}
