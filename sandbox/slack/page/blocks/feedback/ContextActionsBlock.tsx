import './feedback.css';
import type { ContextActionsBlock as ContextActions, IconButton } from '@slack/types';
import { useWorkspace } from '../../state/context.ts';
import { BlockContext } from '../form.ts';
import { FeedbackButtons } from './FeedbackButtons.tsx';
import { IconButtonElement } from './IconButtonElement.tsx';

/** Small buttons under an answer. An icon that names its people is not there for others. */
export function ContextActionsBlock({ block, blockId }: { block: ContextActions; blockId: string }) {
  const { me } = useWorkspace();
  const isMine = ({ visible_to_user_ids: people }: IconButton) => !people || people.includes(me.id);
  return (
    <BlockContext value={{ blockId, dispatches: true }}>
      <div className="context-actions">
        {block.elements.map((element, index) => {
          const key = element.action_id ?? index;
          if (element.type === 'feedback_buttons') return <FeedbackButtons key={key} element={element} />;
          return isMine(element) && <IconButtonElement key={key} element={element} />;
        })}
      </div>
    </BlockContext>
  );
}
