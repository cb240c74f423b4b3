import { Avatar } from '../parts/Avatar.tsx';
import { useWorkspace } from '../state/context.ts';

/** What the app is doing just now. It says the verb; the name is ours, as in Slack. */
export function StatusLine({ text }: { text: string }) {
  const { app } = useWorkspace();
  const sentence = text.startsWith(app.name) ? text : `${app.name} ${text}`;
  return (
    <div className="status-line" role="status">
      <Avatar userId={app.botUserId} size={20} />
      <span>{sentence}</span>
    </div>
  );
}
