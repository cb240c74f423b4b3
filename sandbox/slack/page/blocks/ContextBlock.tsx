import type { ContextBlock as Context } from '@slack/types';
import { ImageElement } from '../elements/ImageElement.tsx';
import { Text } from '../mrkdwn/Text.tsx';

export function ContextBlock({ block }: { block: Context }) {
  return (
    <div className="context">
      {block.elements.map((element, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: told apart by their place alone
        <div key={index} className={`context-${element.type}`}>
          {element.type === 'image' ? <ImageElement element={element} /> : <Text of={element} />}
        </div>
      ))}
    </div>
  );
}
