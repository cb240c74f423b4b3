import type { TaskCardBlock as Task } from '@slack/types';
import { useId, useState } from 'react';
import { Link } from '../../mrkdwn/Link.tsx';
import { ChevronRightIcon } from '../../parts/icons.tsx';
import { RichTextBlock } from '../RichTextBlock.tsx';
import { StatusIcon } from './StatusIcon.tsx';

/** One task. What it has to say besides its title is shown on a press. */
export function TaskRow({ task }: { task: Task }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { title, status, details, output, sources = [] } = task;
  const words = (
    <>
      <StatusIcon key={`${status} ${title}`} status={status} />
      <span className="task-title">{title}</span>
    </>
  );
  if (!details && !output && sources.length === 0)
    return <div className={`task-row task-${status}`}>{words}</div>;
  return (
    <>
      <button
        type="button"
        className={`task-row task-${status}`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {words}
        <ChevronRightIcon />
      </button>
      <div id={id} className="task-more" hidden={!isOpen}>
        {details && <RichTextBlock block={details} />}
        {output && <RichTextBlock block={output} />}
        {sources.length > 0 && (
          <ul className="task-sources" aria-label="Sources">
            {sources.map(({ url, text }) => (
              <li key={url}>
                <Link url={url}>{text}</Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
