import type { Ask } from '../../../asks/schema.ts';
import type { DigestSettings } from '../../../digests/digest.ts';
import type { Frequency } from '../../../digests/schedule.ts';
import type { AskContext } from '../../kit/ask-fields/ask-field.ts';
import { type Field, fieldsFor } from '../../kit/form/field.ts';

/** Content of the fields on which other fields depend, and the current time. */
export interface FormContext
  extends Pick<
    AskContext,
    'format' | 'slides' | 'making' | 'recipientAccess' | 'isClosedOutside' | 'isPrivate'
  > {
  template?: unknown;
  channel?: string | undefined;
  every: Frequency;
  weekday: string;
  time: string;
  zone: string;
  words: string;
  deliver: DigestSettings['deliverTo']['kind'];
  /** The current time, in milliseconds since the epoch. */
  now: number;
}

export const field = fieldsFor<FormContext, DigestSettings>();

/** Returns the context of an ask about the messages of the digest's channel, for the fields that a digest shares with asks. */
function inAsk({ template, channel = '', format, ...same }: FormContext): AskContext {
  const { slides, making, recipientAccess, isClosedOutside, isPrivate } = same;
  return {
    source: { channel, since: '' },
    startFrom: template ? 'template' : 'text',
    ...{ format, slides, making, recipientAccess, isClosedOutside, isPrivate },
  };
}

/** Converts a field of an ask to a field of a digest. Its value is stored in the digest's `choices`, which all asks of the digest get. */
export function asChoice<Raw, Value>(
  row: Field<Raw, Value, AskContext, Ask>,
): Field<Raw, Value, FormContext, DigestSettings> {
  const { id, section, label, hint, required, control, initial, dispatch, when, vary, check, to, from } = row;
  return {
    id: `digest_${id}`,
    ...{ section, label, hint, required, control, initial, dispatch },
    ...(when && { when: (form) => when(inAsk(form)) }),
    ...(vary && { vary: (form) => vary(inAsk(form)) }),
    ...(check && { check: (raw, form) => check(raw, inAsk(form)) }),
    to: (value, form) => ({ choices: to?.(value, inAsk(form)) }),
    from: ({ choices }) => choices && from?.(choices),
  };
}
