import { type Answer, json } from './answer.ts';

/** An error response in the interface's shape: `{ message, statusCode }` and the fields of `extra`. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly extra: Record<string, unknown>;

  constructor(
    status: number,
    message: string,
    more: { headers?: Record<string, string>; extra?: Record<string, unknown> } = {},
  ) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.headers = more.headers ?? {};
    this.extra = more.extra ?? {};
  }
}

export function refusalAnswer(refusal: Refusal): Answer {
  const body = { message: refusal.message, statusCode: refusal.status, ...refusal.extra };
  return json(body, refusal.status, refusal.headers);
}
