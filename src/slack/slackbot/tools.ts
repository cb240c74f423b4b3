import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { within } from '../../clock.ts';
import type { SlackClient } from '../../slack-client.ts';
import { clip } from '../../text.ts';
import { errorSentence } from '../bolt/answers/errors.ts';
import { NotInstalled } from '../bolt/calls/clients.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Acting } from '../bolt/permissions/permissions.ts';
import { denialOfUse } from '../bolt/permissions/roles.ts';
import { listFound } from '../documents/find/find.ts';
import { type Message, plainMessage } from '../kit/blocks/parts.ts';
import { proposeFromSlackbot, sendCard } from '../mention/from-slackbot.ts';
import type { McpServer, SlackIdentity, ToolDescription, ToolResult } from './mcp-server.ts';

/** Message for the person. `forModel` is additional text that only Slackbot's language model reads. */
type ToolMessage = Message & { forModel?: string };

/** A tool that Slackbot can call. No tool may spend credits, because people can turn off the question that Slackbot asks before a call. */
interface Tool<Args> {
  name: string;
  /** Tells Slackbot's language model when to call the tool. */
  description: string;
  args: z.ZodType<Args>;
  /** If false, Slackbot asks the person before each call. People can turn off this question. */
  isReadOnly: boolean;
  run(acting: Acting, args: Args, slack: SlackContext): Promise<ToolMessage>;
}

const tool = <Args>(given: Tool<Args>) => given as unknown as Tool<unknown>;

const words = z.string().trim().min(1);

/** Maximum length of the argument `text`, in characters. It is the same as Slack's limit for a message. */
const LONGEST_TEXT = 40_000;

const tools = [
  tool({
    name: 'propose_document',
    description:
      'Proposes a presentation, document, web page, social post or picture that Deckhand can make, and shows its plan and cost. Makes and spends nothing.',
    args: z.object({
      text: words
        .max(LONGEST_TEXT)
        .describe(
          'What it should be about, with its format, length, audience and language, or the whole content',
        ),
      channel: z
        .string()
        .regex(/^[CG][A-Z0-9]+$/, 'must be the id of a channel')
        .optional()
        .describe('Id of the channel whose messages are the source, such as C0123456789'),
      days: z
        .int()
        .min(1)
        .max(366)
        .default(7)
        .describe('How many of the last days of the channel are the source'),
    }),
    isReadOnly: true,
    run: proposeFromSlackbot,
  }),
  tool({
    name: 'send_card',
    description:
      'Sends a proposal to the person’s direct messages with Deckhand, where they can have it made or change it. Makes and spends nothing.',
    args: z.object({ proposal: words.max(100).describe('The id of the proposal') }),
    isReadOnly: false,
    run: sendCard,
  }),
  tool({
    name: 'find_documents',
    description:
      'Finds documents made with Deckhand that the person may open, by words of their title or text.',
    args: z.object({ words: words.max(200).describe('Words of the document') }),
    isReadOnly: true,
    run: (acting, args, slack) => listFound(acting, args.words, slack),
  }),
  tool({
    name: 'recent_documents',
    description: 'Lists what the person asked Deckhand for lately, with its state.',
    args: z.object({}),
    isReadOnly: true,
    run: ({ actor }, _, slack) => slack.lists.recent(actor),
  }),
];

const descriptionOf = ({ name, description, args, isReadOnly }: Tool<unknown>): ToolDescription => ({
  name,
  description,
  inputSchema: z.toJSONSchema(args, { io: 'input' }),
  annotations: { readOnlyHint: isReadOnly },
  _meta: { slack: { supportsBlockKit: true } },
});

/** Timeout of a tool, in milliseconds. Slackbot waits up to 60 s, but no person wants to wait that long. */
const WITHIN_MS = 10_000;
const TOO_LATE = plainMessage('That took too long. Nothing was made or spent. Ask again in a moment.');

/** Creates the tools that Slackbot calls for a person. @param clientFor returns the Slack client of a team, or throws NotInstalled */
export function createSlackbotTools(
  slack: SlackContext,
  clientFor: (team: string) => Promise<SlackClient>,
): Pick<McpServer, 'tools' | 'call'> {
  /** Returns the actor in the workspace, or in its organisation if only the organisation has Deckhand. Returns undefined if neither has. */
  async function actingFor({ user_id: person, team_id, enterprise_id }: SlackIdentity) {
    for (const team of [team_id, enterprise_id]) {
      if (!team) continue;
      try {
        return { actor: { team, person }, client: await clientFor(team) };
      } catch (error) {
        if (!(error instanceof NotInstalled)) throw error;
      }
    }
    return undefined;
  }

  async function answer(called: Tool<unknown>, given: unknown, caller: SlackIdentity): Promise<ToolResult> {
    const acting = await actingFor(caller);
    if (!acting) return refusal('Deckhand is not installed in this workspace.');
    const denial = await denialOfUse('anyone', acting, slack);
    if (denial) return refusal(denial);
    const { data, error } = called.args.safeParse(given ?? {});
    if (error) return refusal(`The arguments are wrong. ${z.prettifyError(error)}`);
    return resultOf(await within(slack.clock, WITHIN_MS, () => called.run(acting, data, slack), TOO_LATE));
  }

  return {
    tools: tools.map(descriptionOf),
    async call(name, given, caller) {
      const called = tools.find((one) => one.name === name);
      if (!called) return undefined;
      const begun = performance.now();
      const result = await answer(called, given, caller).catch((err: unknown) => {
        const reference = slack.reference();
        slack.log.error({ reference, err, team: caller.team_id }, 'A tool of Slackbot failed');
        return refusal(errorSentence(err, reference, slack));
      });
      const seconds = Math.round(performance.now() - begun) / 1000;
      slack.log.info({ kind: 'slackbot', tool: name, seconds }, 'Slack request');
      return result;
    },
  };
}

const refusal = (text: string): ToolResult => ({ content: [{ type: 'text', text }], isError: true });

/** Matches the `action_id` of buttons that call a tool, such as `tool:send_card`. Slack removes all other buttons from a tool's result. */
const TOOL_BUTTON = /^tool:/;
/** Slack's limits for the result of a tool: number of blocks, and number of characters of text. */
const MOST_BLOCKS = 50;
const MOST_TEXT = 8_000;

/** Converts a message to a tool's result: text for Slackbot's language model, and blocks without elements that Slack would remove. */
function resultOf({ text, blocks, forModel = '' }: ToolMessage): ToolResult {
  const shown = blocks.flatMap((block) => withoutButtons(block)).slice(0, MOST_BLOCKS);
  const lines = [...shown.flatMap(textsOf), forModel].filter(Boolean);
  return {
    content: [{ type: 'text', text: clip((lines.length > 0 ? lines : [text]).join('\n'), MOST_TEXT) }],
    _meta: { slack: { blocks: shown } },
  };
}

function withoutButtons(block: KnownBlock): KnownBlock[] {
  if (block.type === 'section') return [{ ...block, accessory: undefined } as KnownBlock];
  if (block.type !== 'actions') return [block];
  const elements = block.elements.filter(({ action_id: id = '' }) => TOOL_BUTTON.test(id));
  return elements.length > 0 ? [{ ...block, elements }] : [];
}

function textsOf(block: KnownBlock): string[] {
  if (block.type === 'section') return block.text ? [block.text.text] : [];
  if (block.type !== 'context') return [];
  return block.elements.flatMap((element) => ('text' in element ? [element.text] : []));
}
