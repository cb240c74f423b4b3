import { useEffect } from 'react';
import { Mrkdwn } from '../mrkdwn/Mrkdwn.tsx';
import { CloseIcon } from '../parts/icons.tsx';
import { useClient, useModel } from '../state/context.ts';
import type { Notice } from '../state/model.ts';

/** Time for which a toast is shown, in ms. */
const STAY_MS = 8_000;

/** Notices without a conversation. */
export function Toasts() {
  const notices = useModel((model) => model.notices);
  const shown = notices.filter(({ channel }) => channel === undefined);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function Toast({ notice: { id, text } }: { notice: Notice }) {
  const { store } = useClient();
  useEffect(() => {
    const timer = setTimeout(() => store.apply({ type: 'dismissed', id }), STAY_MS);
    return () => clearTimeout(timer);
  }, [id, store]);
  return (
    <div className="toast">
      <Mrkdwn text={text} />
      <button
        type="button"
        className="icon-button"
        aria-label="Dismiss"
        onClick={() => store.apply({ type: 'dismissed', id })}
      >
        <CloseIcon />
      </button>
    </div>
  );
}
