import { Agent } from 'undici';
import {
  type Answer,
  createSender,
  type OutgoingRequest,
  type SendRequest,
} from '../../src/outgoing-requests.ts';

/** Sends requests over the network. */
export const send: SendRequest = createSender(new Agent());

export interface Reply {
  /** 200 by default. */
  status?: number;
  headers?: Record<string, string>;
  /** An object is sent as JSON. */
  body?: object | string;
}

/** Answers requests without a network. */
export function replying(reply: (request: OutgoingRequest) => Reply | Promise<Reply>): SendRequest {
  return async (request) => answerOf(await reply(request));
}

function answerOf({ status = 200, headers = {}, body = '' }: Reply): Answer {
  const given = new Headers(headers);
  return {
    status,
    statusText: '',
    headers: { get: (name) => given.get(name), entries: () => [...given.entries()] },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}

/** Sends requests over the network, and changes fields of successful answers of one path. */
export function changingAnswers(path: string, fields: object): SendRequest {
  return async (request) => {
    const answer = await send(request);
    if (!request.url.endsWith(path) || answer.status >= 300) return answer;
    return { ...answer, body: JSON.stringify({ ...JSON.parse(answer.body), ...fields }) };
  };
}
