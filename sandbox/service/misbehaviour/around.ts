import type { Clock } from '../../clock.ts';
import { type Answer, CUT, html, json, type Reply } from '../http/answer.ts';
import type { CallRule } from './schema.ts';

/** Handles a call with the faults of `rules`: a delay, another response, or a damaged response. */
export async function misbehaving(
  rules: readonly CallRule[],
  handle: () => Promise<Answer>,
  by: { clock: Clock; signal: AbortSignal },
): Promise<Reply> {
  for (const rule of rules) {
    if (rule.kind === 'delay') await by.clock.sleep(rule.ms, by.signal).catch(() => {});
  }
  if (by.signal.aborted) return CUT;
  for (const rule of rules) {
    const instead = insteadOf(rule);
    if (instead) return instead;
  }
  return rules.reduce<Reply>(spoil, await handle());
}

/** Returns the response of a rule that keeps the call from being handled. */
function insteadOf(rule: CallRule): Reply | undefined {
  if (rule.kind === 'cut' && rule.moment === 'before') return CUT;
  if (rule.kind === 'html') return html(GATEWAY_PAGE, rule.status);
  if (rule.kind !== 'status') return undefined;
  const body = rule.body ?? {
    message: rule.message ?? MESSAGES[rule.status] ?? 'Error',
    statusCode: rule.status,
  };
  return json(body, rule.status, { ...retryAfter(rule.retryAfter), ...rule.headers });
}

/** Applies a rule that damages the response of a handled call. */
function spoil(reply: Reply, rule: CallRule): Reply {
  if (reply === CUT || (rule.kind === 'cut' && rule.moment === 'after')) return CUT;
  if (rule.kind === 'empty') return { ...reply, body: '' };
  if (rule.kind !== 'malformed' || typeof reply.body !== 'string') return reply;
  return { ...reply, body: reply.body.slice(0, Math.ceil(reply.body.length / 2)) };
}

function retryAfter(value: number | string | undefined): Record<string, string> {
  if (value === undefined) return {};
  return { 'retry-after': typeof value === 'number' ? String(value) : new Date(value).toUTCString() };
}

/** The interface's error messages. */
const MESSAGES: Record<number, string> = {
  400: 'Input validation errors',
  401: 'Invalid API key',
  402: 'Insufficient credits remaining',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too many requests',
  500: 'An error occurred while generating the the service.',
  502: 'Bad gateway',
  503: 'Service unavailable',
};

const GATEWAY_PAGE =
  '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';
