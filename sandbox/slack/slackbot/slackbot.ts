import type { KnownBlock } from '@slack/types';
import type { Slack } from '../slack.ts';
import { openDirect } from '../workspace/membership.ts';
import { editMessage, postMessage } from '../workspace/messages.ts';
import type { Channel, StoredMessage, Team } from '../workspace/model.ts';
import { callTool, type Shown } from './client.ts';
import { callFor, type ToolCall } from './sentences.ts';

/** Slackbot as an MCP client. It has no model: a few sentences are mapped to the tools of the app. */

export const SLACKBOT = 'USLACKBOT';

export const isWithSlackbot = ({ members }: Channel): boolean => members.includes(SLACKBOT);

const HELP =
  'I can ask the app: “six slides on our spring launch”, “sum up the last 2 weeks of #general as a document”, “find spring”, “what did I make lately?”';
const NO_APPS = 'No app here has tools for me. An admin can allow some when they install the app.';
const ANSWERS = { once: 'Allow once', always: 'Always allow', deny: 'Deny' } as const;

/** Opens everybody's direct message with Slackbot if the app has an MCP server, and answers what people write there. */
export function startSlackbot(slack: Slack): { press: Press; open(team: Team): void } {
  /** Calls that wait for an answer, by the `ts` of the question. */
  const asked = new Map<string, ToolCall>();
  const allowed = new Set<string>();

  function say(
    team: Team,
    channel: Channel,
    shown: Shown | { text: string; blocks: KnownBlock[] },
  ): StoredMessage {
    return postMessage(slack.workspace, team, channel, { user: SLACKBOT, ...shown });
  }

  async function run(team: Team, channel: Channel, user: string, call: ToolCall): Promise<void> {
    say(team, channel, await callTool(slack, team, user, call));
  }

  async function answer(team: Team, channel: Channel, { user, text }: StoredMessage): Promise<void> {
    if (!isConnected(slack, team)) return void say(team, channel, { text: NO_APPS });
    const call = callFor(text);
    if (!call) return void say(team, channel, { text: HELP });
    if (allowed.has(`${user} ${call.name}`)) return run(team, channel, user, call);
    const question = say(team, channel, questionOf(slack, call));
    asked.set(question.ts, call);
  }

  slack.workspace.onChange((change) => {
    if (change.kind === 'installed') openAll(slack, change.team);
    if (change.kind !== 'posted' || !isWithSlackbot(change.channel) || change.message.user === SLACKBOT)
      return;
    void slack.sender.track(answer(change.team, change.channel, change.message));
  });

  return {
    open: (team) => openAll(slack, team),
    async press(team, channel, message, user, { action_id: action = '', value }) {
      const isConsent = action.startsWith('slackbot:');
      const call = isConsent ? asked.get(message.ts) : toolOf(action, value);
      if (!call) return;
      if (!isConsent) {
        const shown = await callTool(slack, team, user, call);
        return editMessage(slack.workspace, team, channel, message, { blocks: undefined, ...shown });
      }
      asked.delete(message.ts);
      const choice = action.replace('slackbot:', '') as keyof typeof ANSWERS;
      const text = `${ANSWERS[choice]}: \`${call.name}\``;
      editMessage(slack.workspace, team, channel, message, { text, blocks: undefined });
      if (choice === 'always') allowed.add(`${user} ${call.name}`);
      if (choice !== 'deny') await run(team, channel, user, call);
    },
  };
}

type Press = (
  team: Team,
  channel: Channel,
  message: StoredMessage,
  user: string,
  element: { action_id?: string; value?: unknown },
) => Promise<void>;

/** Returns whether the app has an MCP server in its manifest, and the team has granted the scope for it. */
const isConnected = ({ manifest }: Slack, { installation }: Team): boolean =>
  Object.keys(manifest.mcp_servers).length > 0 && installation?.scopes.includes('mcp:connect') === true;

function openAll(slack: Slack, team: Team): void {
  if (Object.keys(slack.manifest.mcp_servers).length === 0) return;
  // The page shows this name, because Slackbot is not among the people of the team.
  for (const { id, role } of team.people)
    if (role !== 'bot') openDirect(slack.workspace, team, [id, SLACKBOT], slack.clock.now());
}

/** Returns the question that Slack asks before a tool is called. */
function questionOf({ manifest }: Slack, { name, args }: ToolCall): { text: string; blocks: KnownBlock[] } {
  const text = `Slackbot wants to use *${name}* of ${manifest.display_information.name}`;
  const button = (answer: keyof typeof ANSWERS) => ({
    type: 'button' as const,
    text: { type: 'plain_text' as const, text: ANSWERS[answer] },
    action_id: `slackbot:${answer}`,
    value: answer,
  });
  return {
    text,
    blocks: [
      {
        type: 'section',
        block_id: 'ask',
        text: { type: 'mrkdwn', text: `${text}\n\`\`\`${JSON.stringify(args)}\`\`\`` },
      },
      { type: 'actions', block_id: 'answers', elements: [button('once'), button('always'), button('deny')] },
    ],
  };
}

/** Returns the call that a button of a result stands for. Without a JSON object as its value, the tool gets no arguments. */
function toolOf(action: string, value: unknown): ToolCall | null {
  if (!action.startsWith('tool:')) return null;
  let args: unknown;
  try {
    args = JSON.parse(String(value));
  } catch {
    args = {};
  }
  return {
    name: action.replace('tool:', ''),
    args: typeof args === 'object' && args !== null ? { ...args } : {},
  };
}
