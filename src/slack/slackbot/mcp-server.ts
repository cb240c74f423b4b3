import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { sendText } from '../../http/server.ts';
import type { SignedHandler } from '../bolt/receiving/signed-requests.ts';

/**
 * Implements the part of the Model Context Protocol (MCP) that Slackbot uses, because a library would parse the request body a second time.
 */

/** A tool, as the method `tools/list` returns it. */
export interface ToolDescription {
  name: string;
  description: string;
  inputSchema: object;
  annotations: { readOnlyHint: boolean };
  _meta: { slack: { supportsBlockKit: true } };
}

/** Result of a tool: text that Slackbot's language model reads, and blocks that the person sees. */
export interface ToolResult {
  content: { type: 'text'; text: string }[];
  isError?: boolean;
  _meta?: { slack: { blocks: object[] } };
}

/** The person for whom Slackbot calls a tool. The ids can be trusted, because Slack signs the whole request. */
const identity = z.object({
  user_id: z.string().min(1),
  team_id: z.string().nullish(),
  enterprise_id: z.string().nullish(),
});
export type SlackIdentity = z.output<typeof identity>;

export interface McpServer {
  version: string;
  tools: ToolDescription[];
  /** Calls a tool. The arguments have not been validated yet. Never throws. @returns undefined if there is no tool with this name */
  call(name: string, args: unknown, caller: SlackIdentity): Promise<ToolResult | undefined>;
}

/** Supported revisions of the protocol, newest first. The methods in this file work in the same way in all of these revisions. */
const PROTOCOL_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** Error codes of JSON-RPC. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;

const message = z.object({
  jsonrpc: z.literal('2.0'),
  /** Undefined for a notification, which gets an empty response. */
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
});
const toolCall = z.object({
  name: z.string(),
  arguments: z.unknown(),
  _meta: z.object({ slack: identity }),
});

type Outcome = { result: object } | { error: { code: number; message: string } };
const failure = (code: number, text: string): Outcome => ({ error: { code, message: text } });

/** Creates the handler of requests to the MCP server. The caller must have verified the signatures of the requests. */
export function createMcpHandler(server: McpServer): SignedHandler {
  return async (body, request, response) => {
    const accept = request.headers.accept ?? '';
    const given = jsonIn(body);
    if (given === undefined)
      return send(response, 400, accept, null, failure(PARSE_ERROR, 'This is not JSON.'));
    const { data } = message.safeParse(given);
    if (!data)
      return send(response, 400, accept, null, failure(INVALID_REQUEST, 'This is not one JSON-RPC request.'));
    if (data.id === undefined) return sendText(response, 202, '');
    send(response, 200, accept, data.id, await outcomeOf(data, server));
  };
}

async function outcomeOf(
  { method, params }: z.output<typeof message>,
  { version, tools, call }: McpServer,
): Promise<Outcome> {
  switch (method) {
    case 'initialize': {
      const [latest] = PROTOCOL_VERSIONS;
      const protocolVersion = PROTOCOL_VERSIONS.find((each) => each === params.protocolVersion) ?? latest;
      const serverInfo = { name: 'deckhand', title: 'Deckhand', version };
      return { result: { protocolVersion, capabilities: { tools: {} }, serverInfo } };
    }
    case 'ping':
      return { result: {} };
    case 'tools/list':
      return { result: { tools } };
    case 'tools/call': {
      const { data } = toolCall.safeParse(params);
      if (!data) return failure(INVALID_PARAMS, 'A call needs a name, and the identity in _meta.slack.');
      const result = await call(data.name, data.arguments, data._meta.slack);
      return result ? { result } : failure(INVALID_PARAMS, 'There is no tool with this name.');
    }
    default:
      return failure(METHOD_NOT_FOUND, 'There is no such method.');
  }
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/**
 * Sends JSON. If the status is 200 and the client accepts event streams, as Slackbot does, sends the JSON as the only event of a stream.
 */
function send(
  response: ServerResponse,
  status: number,
  accept: string,
  id: string | number | null,
  outcome: Outcome,
): void {
  const json = JSON.stringify({ jsonrpc: '2.0', id, ...outcome });
  const isStream = status === 200 && accept.includes('text/event-stream');
  const type = isStream ? 'text/event-stream' : 'application/json';
  response
    .writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
    .end(isStream ? `event: message\ndata: ${json}\n\n` : json);
}
