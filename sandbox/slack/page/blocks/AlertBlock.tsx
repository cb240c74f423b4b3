import type { AlertBlock as Alert } from '@slack/types';
import { Text } from '../mrkdwn/Text.tsx';

export const AlertBlock = ({ block }: { block: Alert }) => (
  <div className={`alert alert-${block.level ?? 'default'}`}>
    <Text of={block.text} />
  </div>
);
