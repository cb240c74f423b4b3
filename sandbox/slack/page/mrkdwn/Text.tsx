import type { TextObject } from '@slack/types';
import { Mrkdwn } from './Mrkdwn.tsx';
import { PlainText } from './PlainText.tsx';

/** A text object of Block Kit. */
export function Text({ of }: { of: TextObject }) {
  return of.type === 'mrkdwn' ? <Mrkdwn text={of.text} /> : <PlainText text={of.text} emoji={of.emoji} />;
}
