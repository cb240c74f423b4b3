import type { ActionsBlock as Actions } from '@slack/types';
import { Element } from '../elements/Element.tsx';
import { BlockContext } from './form.ts';

export function ActionsBlock({ block, blockId }: { block: Actions; blockId: string }) {
  return (
    <BlockContext value={{ blockId, dispatches: true }}>
      <div className="actions">
        {block.elements.map((element, index) => (
          <Element key={element.action_id ?? index} element={element} />
        ))}
      </div>
    </BlockContext>
  );
}
