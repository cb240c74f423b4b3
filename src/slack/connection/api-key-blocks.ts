import type { ModalView } from '@slack/types';
import { API_KEY_FORM } from '../bolt/action-ids.ts';
import { section, type Words } from '../kit/parts.ts';
import { atStart, escaped, plain } from '../kit/text.ts';

/** The one field of the form, and the name of its block. */
export const API_KEY_FIELD = 'api_key';

/** A key that is entered here is never shown again, not even to who entered it. */
export function apiKeyForm({ serviceName }: Words): ModalView {
  const service = escaped(serviceName, 75);
  return {
    type: 'modal',
    callback_id: API_KEY_FORM,
    title: plain('Use an API key', 24),
    submit: plain('Connect', 24),
    close: plain('Cancel', 24),
    blocks: [
      section(
        `What anybody here makes with Deckhand then spends the credits of the workspace at ${service} that the key belongs to. The key is tried before it is kept, kept encrypted, and never shown again.`,
      ),
      {
        type: 'input',
        block_id: API_KEY_FIELD,
        label: plain('API key', 75),
        hint: plain(`${atStart(serviceName)} shows it once, when it is made. It begins with sk-`, 150),
        element: { type: 'plain_text_input', action_id: API_KEY_FIELD, min_length: 8, max_length: 500 },
      },
    ],
  };
}
