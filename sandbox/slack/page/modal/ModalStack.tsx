import './modal.css';
import { useModel } from '../state/context.ts';
import { Dialog } from './Dialog.tsx';
import { Modal } from './Modal.tsx';
import { useCloseView } from './useCloseView.ts';

/** The open modals. All keep their values, and the top one is shown. */
export function ModalStack() {
  const views = useModel((model) => model.views);
  const close = useCloseView();
  const top = views.at(-1);
  if (!top) return null;
  return (
    <Dialog labelledBy={`title-${top.id}`} onCancel={() => close(top)} className="modal" testId="modal">
      {views.map((open) => (
        <Modal key={open.id} open={open} isTop={open.id === top.id} />
      ))}
    </Dialog>
  );
}
