import type { RecordedCall } from '../../control/calls.ts';
import { invalid, SlackFault } from '../../fault.ts';
import { answerJson } from '../../http/answer.ts';
import type { Visit } from '../../http/router.ts';
import type { Slack } from '../../slack.ts';
import { methods } from '../methods.ts';
import { exchangeCode } from '../oauth.ts';
import { requireScope } from './access.ts';
import { faultsOfArgs } from './args.ts';
import { callerOf, tokenOf } from './authorize.ts';
import type { Answer, Call, Method } from './method.ts';
import { createRates, type Rates } from './rates.ts';
import { argsOf } from './request.ts';

/** Serves `/api/:method`. Applies faults, then checks token, scope, rate limit and arguments, then runs the method. */
export function createWebApi(slack: Slack): (visit: Visit) => Promise<void> {
  const rates = createRates(slack.clock);
  return async (visit) => {
    const name = visit.params.method ?? '';
    const args = await argsOf(visit.request, visit.url).catch(() => null);
    const call = record(slack, name, args ?? {});
    const rule = slack.misbehaviour.forCall(name, call.args);
    if (rule?.delayMs) await slack.clock.sleep(rule.delayMs);
    if (rule?.cut === 'before') return cut(visit);
    if (rule?.status) return answerStatus(visit, call, rule.status, rule.retryAfter);
    if (rule?.error) return answer(visit, call, 200, { ok: false, error: rule.error });
    if (rule?.garbage) return garbage(visit, call);
    const { status, body, headers } = await answerTo(slack, rates, visit, name, args, call);
    if (rule?.cut === 'after') return cut(visit);
    answer(visit, call, status, body, headers);
  };
}

function record(slack: Slack, method: string, args: Record<string, unknown>): RecordedCall {
  const { token: _secret, ...rest } = args;
  const call: RecordedCall = { method, args: rest, at: slack.clock.now() };
  slack.calls.push(call);
  return call;
}

/** Cuts the connection without a response. */
export const cut = ({ request }: Visit): void => void request.socket.destroy();

function answerStatus(visit: Visit, call: RecordedCall, status: number, retryAfter?: number): void {
  const headers = retryAfter === undefined ? undefined : { 'retry-after': String(retryAfter) };
  const error = status === 429 ? 'ratelimited' : 'fatal_error';
  answer(visit, call, status, { ok: false, error }, headers);
}

function garbage(visit: Visit, call: RecordedCall): void {
  call.status = 200;
  visit.response.writeHead(200, { 'content-type': 'text/html' });
  visit.response.end('<html><body>Something went wrong');
}

function answer(
  { response }: Visit,
  call: RecordedCall,
  status: number,
  body: Answer,
  headers?: Record<string, string>,
): void {
  call.status = status;
  call.answer = body;
  answerJson(response, status, body, headers);
}

interface Answered {
  status: number;
  body: Answer;
  headers?: Record<string, string>;
}

async function answerTo(
  slack: Slack,
  rates: Rates,
  visit: Visit,
  name: string,
  args: Record<string, unknown> | null,
  recorded: RecordedCall,
): Promise<Answered> {
  try {
    if (!args) throw new SlackFault('invalid_json');
    const { authorization } = visit.request.headers;
    if (name === 'oauth.v2.access')
      return { status: 200, body: { ok: true, ...exchangeCode(slack, args, authorization) } };
    const method = methods[name];
    if (!method) throw new SlackFault('unknown_method', { req_method: name });
    const call = callerOf(slack, tokenOf(authorization, args));
    recorded.team = call.team.id;
    return await answerMethod(rates, call, name, method, args);
  } catch (error) {
    if (error instanceof SlackFault) return { status: 200, body: refusal(error) };
    slack.log?.error({ err: error, method: name }, 'the stand-in failed');
    return { status: 500, body: { ok: false, error: 'internal_error' } };
  }
}

const refusal = ({ code, details }: SlackFault): Answer => ({ ok: false, error: code, ...details });

async function answerMethod(
  rates: Rates,
  call: Call,
  name: string,
  method: Method,
  args: Record<string, unknown>,
): Promise<Answered> {
  const headers = { 'x-oauth-scopes': call.installation.scopes.join(',') };
  if (method.scopes) requireScope(call, method.scopes);
  const wait = secondsToWait(rates, call, name, method, args);
  if (wait !== null) {
    return {
      status: 429,
      body: { ok: false, error: 'ratelimited' },
      headers: { ...headers, 'retry-after': String(wait) },
    };
  }
  const parsed = method.args.safeParse(args, { reportInput: true });
  if (!parsed.success) throw invalid('invalid_arguments', faultsOfArgs(parsed.error));
  return { status: 200, headers, body: { ok: true, ...(await method.handle(call, parsed.data as never)) } };
}

/** Counts a call. Returns the seconds to wait if the method's rate limit in this team is exceeded, otherwise null. */
function secondsToWait(
  rates: Rates,
  { slack, team }: Call,
  name: string,
  method: Method,
  args: Record<string, unknown>,
): number | null {
  const { history, rates: pace } = slack.pace;
  const isHistory = name === 'conversations.history' || name === 'conversations.replies';
  if (isHistory && history) return rates.take(`${team.id} ${name}`, { perMinute: history.perMinute });
  if (pace === 'off') return null;
  const channel = method.rate.per === 'channel' ? ` ${args.channel}` : '';
  return rates.take(`${team.id} ${name}${channel}`, method.rate);
}
