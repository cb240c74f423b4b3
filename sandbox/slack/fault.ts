/** An error response of Slack: `{ ok: false, error, … }` with status 200. */
export class SlackFault extends Error {
  readonly code: string;
  readonly details: Record<string, unknown>;

  constructor(code: string, details: Record<string, unknown> = {}) {
    super(code);
    this.name = 'SlackFault';
    this.code = code;
    this.details = details;
  }
}

type Invalid = 'invalid_arguments' | 'invalid_blocks' | 'invalid_metadata' | 'cannot_parse_attachment';

/** Returns Slack's error for invalid arguments or blocks, with the reasons in `response_metadata.messages`. */
export const invalid = (code: Invalid, messages: string[]): SlackFault =>
  new SlackFault(code, {
    errors: messages.map((message) => message.replace(/^\[ERROR\] /, '')),
    response_metadata: { messages },
  });
