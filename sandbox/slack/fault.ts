/** A refusal in Slack's way: `{ ok: false, error, … }`, with 200 unless another status is named. */
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

/** What Slack answers when arguments or blocks break its rules: the reasons go into `response_metadata.messages`. */
export const invalid = (code: 'invalid_arguments' | 'invalid_blocks', messages: string[]): SlackFault =>
  new SlackFault(code, {
    errors: messages.map((message) => message.replace(/^\[ERROR\] /, '')),
    response_metadata: { messages },
  });
