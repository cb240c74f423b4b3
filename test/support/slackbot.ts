import { createHmac } from 'node:crypto';
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import type { Harness } from '../journeys/harness.ts';

/** The app as Slackbot needs it. */
type App = Pick<Harness, 'appUrl' | 'env'>;

const addressOf = (app: App) => new URL(`${app.appUrl()}/slack/mcp`);

/** The official MCP client, whose requests are signed as Slack signs those of Slackbot. It is closed when the test ends. */
export async function connectSlackbot(app: App) {
  const client = new Client({ name: 'slackbot', version: '1' });
  const signing: typeof fetch = (url, init) =>
    fetch(url, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), ...signed(app, init?.body) },
    });
  await client.connect(new StreamableHTTPClientTransport(addressOf(app), { fetch: signing }));
  onTestFinished(() => client.close());
  return client;
}

/** The blocks and the text of a tool's result. */
export interface Answered {
  text: string;
  blocks: Record<string, unknown>[];
  isError: boolean;
}

/** Slackbot calls a tool for a person of a team. */
export async function callTool(
  app: App,
  { id, team = 'T0SMALL', organisation }: { id: string; team?: string; organisation?: string },
  name: string,
  args: Record<string, unknown> = {},
): Promise<Answered> {
  const client = await connectSlackbot(app);
  const slack = { user_id: id, team_id: team, ...(organisation && { enterprise_id: organisation }) };
  return answeredBy(await client.callTool({ name, arguments: args, _meta: { slack } }));
}

function answeredBy({ content, isError, _meta }: CallToolResult): Answered {
  const { blocks = [] } = (_meta?.slack ?? {}) as Partial<Answered>;
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  return { text, blocks, isError: isError === true };
}

/** Presses a button that a tool has returned. Slack calls the tool that its `action_id` names, with its value as the arguments. */
export function pressTool(
  app: App,
  person: { id: string },
  { blocks }: Answered,
  label: string,
): Promise<Answered> {
  const buttons = blocks.flatMap(
    ({ elements = [] }) => elements as { text?: { text: string }; action_id: string; value: string }[],
  );
  const button = buttons.find(({ text }) => text?.text === label);
  if (!button) throw new Error(`There is no button ${label}.`);
  return callTool(app, person, button.action_id.replace(/^tool:/, ''), JSON.parse(button.value));
}

/** Sends any body to the address of the MCP server, signed by default. */
export async function sendToMcp(app: App, body: string, headers: Record<string, string> = signed(app, body)) {
  const response = await fetch(addressOf(app), { method: 'POST', body, headers });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

export function signed({ env }: Pick<App, 'env'>, body: unknown): Record<string, string> {
  const at = Math.floor(Date.now() / 1000);
  const mac = createHmac('sha256', env.SLACK_SIGNING_SECRET ?? '').update(`v0:${at}:${body ?? ''}`);
  return { 'x-slack-request-timestamp': String(at), 'x-slack-signature': `v0=${mac.digest('hex')}` };
}
