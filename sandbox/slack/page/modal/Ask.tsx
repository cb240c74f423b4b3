import './modal.css';
import type { Confirm } from '@slack/types';
import { createContext, type ReactNode, use, useId, useState } from 'react';
import { Text } from '../mrkdwn/Text.tsx';
import { Dialog } from './Dialog.tsx';

type AskFor = (confirm: Confirm) => Promise<boolean>;

const AskContext = createContext<AskFor>(async () => true);

/** Asks the person to confirm, and resolves to their answer. */
export const useAsk = (): AskFor => use(AskContext);

interface Open {
  confirm: Confirm;
  answer(yes: boolean): void;
}

export function AskProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<Open | null>(null);
  const ask: AskFor = (confirm) =>
    new Promise((resolve) => {
      const answer = (yes: boolean): void => {
        setOpen(null);
        resolve(yes);
      };
      setOpen({ confirm, answer });
    });
  return (
    <AskContext value={ask}>
      {children}
      {open && <Question {...open} />}
    </AskContext>
  );
}

function Question({ confirm, answer }: Open) {
  const id = useId();
  const isDanger = confirm.style === 'danger';
  return (
    <Dialog labelledBy={id} onCancel={() => answer(false)} className="ask" testId="confirm">
      <h2 id={id}>{confirm.title?.text ?? 'Are you sure?'}</h2>
      <div className="ask-text">
        <Text of={confirm.text} />
      </div>
      <footer>
        <button type="button" className="button button-large" onClick={() => answer(false)}>
          {confirm.deny?.text ?? 'Cancel'}
        </button>
        <button
          type="button"
          data-focus
          className={`button button-large ${isDanger ? 'button-danger-filled' : 'button-primary'}`}
          onClick={() => answer(true)}
        >
          {confirm.confirm?.text ?? 'Yes'}
        </button>
      </footer>
    </Dialog>
  );
}
