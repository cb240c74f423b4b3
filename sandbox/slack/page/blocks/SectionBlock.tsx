import type { SectionBlock as Section } from '@slack/types';
import { Element } from '../elements/Element.tsx';
import { Text } from '../mrkdwn/Text.tsx';
import { BlockContext } from './form.ts';

export function SectionBlock({ block, blockId }: { block: Section; blockId: string }) {
  const textId = `${blockId}-text`;
  return (
    <div className="section">
      <div className="section-body">
        {block.text && (
          <div className="section-text" id={textId}>
            <Text of={block.text} />
          </div>
        )}
        {block.fields && (
          <div className="section-fields">
            {block.fields.map((field, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: fields are told apart by their place alone
              <div key={index} className="section-field">
                <Text of={field} />
              </div>
            ))}
          </div>
        )}
      </div>
      {block.accessory && (
        <BlockContext value={{ blockId, dispatches: true, describedBy: block.text && textId }}>
          <div className={`accessory accessory-${block.accessory.type}`}>
            <Element element={block.accessory} />
          </div>
        </BlockContext>
      )}
    </div>
  );
}
