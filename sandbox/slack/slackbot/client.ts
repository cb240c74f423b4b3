import { faultsOfBlocks } from '../blocks/check.ts';
import { type AnyBlock, interactiveElements } from '../blocks/walk.ts';
import { withIds } from '../blocks/with-ids.ts';
import type { Slack } from '../slack.ts';
import type { Team } from '../workspace/model.ts';
import type { ToolCall } from './sentences.ts';

/** The result of a tool as Slackbot shows it: the blocks if Slack accepts them, otherwise the text. */
export interface Shown {
  text: string;
  blocks?: ReturnType<typeof withIds>;
}

/** Milliseconds in which a tool has to answer. */
const WITHIN_MS = 60_000;
const ACCEPT = { accept: 'application/json, text/event-stream' };

/** Calls a tool of the app's MCP server for a person, with a signed request. */
export async function callTool(slack: Slack, team: Team, user: string, call: ToolCall): Promise<Shown> {
  const identity = { user_id: user, team_id: team.id, enterprise_id: null };
  const answer = await request(slack, 'tools/call', {
    name: call.name,
    arguments: call.args,
    _meta: { slack: identity },
  });
  const { content = [], _meta } = (answer?.result ?? {}) as {
    content?: { text?: string }[];
    _meta?: { slack?: { blocks?: AnyBlock[] } };
  };
  const text = content.map((part) => part.text ?? '').join('\n') || 'Something went wrong with this app.';
  const blocks = shownBlocks(_meta?.slack?.blocks ?? []);
  return { text, ...(blocks && { blocks: withIds(blocks) }) };
}

/** Sends one request of JSON-RPC. @returns undefined if the app does not answer */
async function request(slack: Slack, method: string, params: object) {
  const delivered = await slack.sender.send({
    kind: method,
    path: '/slack/mcp',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    contentType: 'application/json',
    headers: ACCEPT,
    withinMs: WITHIN_MS,
  });
  if (delivered.outcome !== 'answered') return undefined;
  const { contentType, text } = delivered;
  const json = contentType.startsWith('text/event-stream') ? /^data: (.*)$/m.exec(text)?.[1] : text;
  try {
    return JSON.parse(json ?? '') as { result?: Record<string, unknown> };
  } catch {
    return undefined;
  }
}

/** Slack's limit for the blocks of one result. */
const MOST_BLOCKS = 50;
/** The types of blocks that Slack accepts in a result. */
const TYPES = new Set(
  [
    ['context', 'divider', 'header', 'markdown', 'rich_text', 'section', 'file', 'image', 'video', 'actions'],
    ['carousel', 'input', 'data_table', 'data_visualization', 'table', 'card', 'container'],
  ].flat(),
);

/** Returns the blocks without elements that call no tool. Returns undefined if one block is wrong, because Slack then drops all. */
function shownBlocks(blocks: AnyBlock[]): AnyBlock[] | undefined {
  const isFine =
    blocks.length > 0 && blocks.length <= MOST_BLOCKS && blocks.every(({ type }) => TYPES.has(type));
  if (!isFine || faultsOfBlocks(blocks, 'message', '/blocks').length > 0) return undefined;
  const isLive = ({ action_id = '', url }: { action_id?: string; url?: unknown }) =>
    action_id.startsWith('tool:') || typeof url === 'string';
  if (
    blocks
      .flatMap(interactiveElements)
      .some(({ url }) => typeof url === 'string' && !url.startsWith('https://'))
  )
    return undefined;
  return blocks.flatMap((block) => {
    if (block.type !== 'actions')
      return [block.accessory && !isLive(block.accessory) ? { ...block, accessory: undefined } : block];
    const elements = (block.elements ?? []).filter(isLive);
    return elements.length > 0 ? [{ ...block, elements }] : [];
  });
}
