import type { InputBlock, ModalView } from '@slack/types';
import { actions, DIGEST_FORM } from '../bolt/action-ids.ts';
import { input } from '../deck/inputs.ts';
import { button, buttons, context } from '../kit/parts.ts';
import { plain } from '../kit/text.ts';
import { digestFields } from './fields.ts';
import type { DigestForm } from './form.ts';
import { type DigestDisplay, packMetadata } from './metadata.ts';
import { deliveryFields, whatFields } from './what-fields.ts';
import { whenFields } from './when-fields.ts';

export const DIGEST_TITLE = 'Schedule a digest';

/** The form of a digest, showing what has been filled in so far. @param now milliseconds since the epoch */
export function digestModal(form: DigestForm, display: DigestDisplay, now: number): ModalView {
  return {
    type: 'modal',
    callback_id: DIGEST_FORM,
    title: plain(display.id ? 'Change the digest' : DIGEST_TITLE, 24),
    submit: plain(display.id ? 'Save' : 'Schedule', 24),
    close: plain('Cancel', 24),
    private_metadata: packMetadata(form, display),
    blocks: [
      channel(form),
      ...whenFields(form, now),
      ...whatFields(form),
      ...deliveryFields(form),
      ...buttons(button('Run once now (spends credits)', actions.tryDigest, 'try')),
      ...context(
        'Each digest is made by AI and costs credits. It says that you set it up, and how to stop it.',
      ),
    ],
  };
}

function channel({ channel }: DigestForm): InputBlock {
  const hint = 'You have to be in it, and so does Deckhand: /invite @Deckhand brings it there.';
  return input(
    digestFields.channel,
    { label: 'Channel', hint, required: true },
    {
      type: 'conversations_select',
      filter: { include: ['public', 'private'], exclude_external_shared_channels: false },
      ...(channel && { initial_conversation: channel }),
    },
  );
}
