import { z } from 'zod';
import { RECIPIENTS_LIMIT } from '../../../service/options.ts';
import { clip } from '../../../text.ts';
import { FIELD_LIMIT, text } from '../form/controls.ts';
import type { Control } from '../form/field.ts';

/** E-mail addresses, separated by commas, semicolons, spaces or lines. */
export function recipientsControl(): Control<string, string[] | undefined> {
  return {
    ...text({ limit: FIELD_LIMIT, multiline: true }),
    asDefault: undefined,
    schema: z.codec(
      z.string().superRefine((typed, context) => {
        const message = faultOf(typed);
        if (message) context.addIssue({ code: 'custom', message });
      }),
      z.array(z.string()).optional(),
      {
        decode(typed) {
          const { recipients } = parseRecipients(typed);
          return recipients.length > 0 ? recipients : undefined;
        },
        encode: (recipients) => recipients?.join('\n') ?? '',
      },
    ),
  };
}

function faultOf(typed: string): string | undefined {
  const { recipients, invalid } = parseRecipients(typed);
  if (invalid.length > 0) {
    const which = invalid.slice(0, 3).map((each) => `“${clip(each, 60)}”`);
    const more = invalid.length > 3 ? ` and ${invalid.length - 3} more` : '';
    const are = invalid.length > 1 ? 'are not email addresses' : 'is not an email address';
    return `${which.join(', ')}${more} ${are}.`;
  }
  return recipients.length > RECIPIENTS_LIMIT
    ? `These are ${recipients.length} addresses; the limit is ${RECIPIENTS_LIMIT}.`
    : undefined;
}

/** True where access is chosen and nobody is named to get it. */
export function isForNobody(typed: string, access: string | undefined): boolean {
  return access !== undefined && parseRecipients(typed).recipients.length === 0;
}

const email = z.email();

/** E-mail addresses from free text, each once, and apart the words that are none. */
export function parseRecipients(text: string): { recipients: string[]; invalid: string[] } {
  const words = [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
  const isEmail = (word: string) => email.safeParse(word).success;
  return { recipients: words.filter(isEmail), invalid: words.filter((word) => !isEmail(word)) };
}
