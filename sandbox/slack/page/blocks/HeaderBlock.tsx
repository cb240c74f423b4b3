import type { HeaderBlock as Header } from '@slack/types';
import { PlainText } from '../mrkdwn/PlainText.tsx';

export function HeaderBlock({ block }: { block: Header }) {
  return (
    <h3 className="header-block">
      <PlainText text={block.text.text} emoji={block.text.emoji} />
    </h3>
  );
}
