import { NotSent } from '../../send-once.ts';
import { NetworkFailure, type ServiceError, Timeout } from '../errors.ts';

/**
 * The error that a failed fetch stands for. undici wraps the reason in a `TypeError`, as `cause`; a name with several addresses
 * gives an `AggregateError` of attempts. With `secret` the original, which may name the address, is left out.
 */
export function errorFromNetwork(thrown: unknown, { secret = false } = {}): ServiceError {
  const reasons = reasonsOf(thrown);
  const code = reasons.map(codeOf).find((found) => found !== undefined);
  const details = { ...(code && { code }), ...(!secret && { cause: thrown }) };
  const sent = !(thrown instanceof NotSent);
  if (sent && reasons.some((reason) => LATE.has(codeOf(reason) ?? ''))) {
    return new Timeout('The service did not answer in time.', details);
  }
  const tunnel = reasons.map(proxyStatusOf).find((status) => status !== undefined);
  const message = tunnel
    ? `The proxy lets nothing through to the service (${tunnel}).`
    : `The connection to the service failed${code ? ` (${code})` : ''}.`;
  return new NetworkFailure(message, { sent, ...details });
}

/** undici's own limits, which an Agent may set lower than ours. */
const LATE = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** What a proxy answered that would make no way through to the service: undici says it in words alone. */
function proxyStatusOf(reason: unknown): string | undefined {
  if (codeOf(reason) !== 'UND_ERR_ABORTED') return undefined;
  return /^Proxy response \((\d+)\)/.exec(textField(reason, 'message') ?? '')?.[1];
}

function reasonsOf(thrown: unknown): unknown[] {
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return thrown.errors.flatMap(reasonsOf);
  if (thrown instanceof Error && codeOf(thrown) === undefined && thrown.cause) return reasonsOf(thrown.cause);
  return [thrown];
}

function codeOf(reason: unknown): string | undefined {
  return textField(reason, 'code');
}

function textField(of: unknown, name: string): string | undefined {
  if (typeof of !== 'object' || of === null) return undefined;
  const value: unknown = Reflect.get(of, name);
  return typeof value === 'string' ? value : undefined;
}
