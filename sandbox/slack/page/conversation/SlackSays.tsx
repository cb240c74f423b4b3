import { Mrkdwn } from '../mrkdwn/Mrkdwn.tsx';
import { CloseIcon, EyeIcon, WarningIcon } from '../parts/icons.tsx';
import { useClient } from '../state/context.ts';
import type { Notice } from '../state/model.ts';

/** A line from Slack itself in a conversation. Only this person sees it, until they dismiss it. */
export function SlackSays({ notice }: { notice: Notice }) {
  const { store } = useClient();
  return (
    <div className="message message-ephemeral" role="alert">
      <div className="only-you">
        <EyeIcon /> Only visible to you
      </div>
      <div className="message-gutter">
        <span className="avatar slack-says-mark">
          <WarningIcon />
        </span>
      </div>
      <div className="message-body">
        <div className="message-head">
          <b className="message-author">Slackbot</b>
        </div>
        <Mrkdwn text={notice.text} />
      </div>
      <button
        type="button"
        className="icon-button slack-says-close"
        aria-label="Dismiss"
        onClick={() => store.apply({ type: 'dismissed', id: notice.id })}
      >
        <CloseIcon />
      </button>
    </div>
  );
}
