import './plan.css';
import type { PlanBlock, TaskCardBlock as Task } from '@slack/types';
import { CheckIcon, ChevronRightIcon, CloseIcon } from '../parts/icons.tsx';

/** Returns the status of the whole plan. The closed plan shows whether a task is running or has failed. */
function statusOf(tasks: Task[]): Task['status'] {
  const has = (status: Task['status']) => tasks.some((task) => task.status === status);
  if (has('in_progress')) return 'in_progress';
  if (has('error')) return 'error';
  if (!has('pending')) return 'complete';
  return has('complete') ? 'in_progress' : 'pending';
}

/**
 * Tasks with their status. A plan is closed at first. As in Slack, an open plan stays open after an update of the message only if
 * the block keeps its `block_id` (slackapi/node-slack-sdk, issue 2701), because the list of blocks is keyed by it.
 */
export function Plan({ block }: { block: PlanBlock }) {
  const tasks = (block.tasks ?? []) as Task[];
  return (
    <details className="plan">
      {/* biome-ignore lint/a11y/useSemanticElements: Slack's own element is a button, and tests ask for one */}
      <summary role="button">
        <TaskStatus status={statusOf(tasks)} />
        <b>{block.title}</b>
        <ChevronRightIcon />
      </summary>
      <ol>
        {tasks.map(({ task_id: id, status, title }) => (
          <li key={id} className={`task-${status}`}>
            <TaskStatus key={status} status={status} />
            <span>{title}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

const NAMES: Record<Task['status'], string> = {
  pending: 'Not started',
  in_progress: 'In progress',
  complete: 'Done',
  error: 'Failed',
};

const TaskStatus = ({ status }: { status: Task['status'] }) => (
  <span className={`task-status task-status-${status}`} role="img" aria-label={NAMES[status]}>
    {status === 'complete' && <CheckIcon />}
    {status === 'error' && <CloseIcon />}
  </span>
);
