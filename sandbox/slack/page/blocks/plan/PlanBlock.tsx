import './plan.css';
import type { PlanBlock as Plan, TaskCardBlock as Task } from '@slack/types';
import { useId, useState } from 'react';
import { ChevronRightIcon } from '../../parts/icons.tsx';
import { StatusIcon } from './StatusIcon.tsx';
import { TaskRow } from './TaskRow.tsx';

/** How a plan stands as a whole: what runs or failed shows on its closed row, too. */
export function statusOf(tasks: Task[]): Task['status'] {
  const has = (status: Task['status']) => tasks.some((task) => task.status === status);
  if (has('in_progress')) return 'in_progress';
  if (has('error')) return 'error';
  if (!has('pending')) return 'complete';
  return has('complete') ? 'in_progress' : 'pending';
}

/**
 * A plan begins closed. As in Slack it stays open over an update of the message only where the app gives the block the
 * same `block_id` again (slackapi/node-slack-sdk, issue 2701): the list of blocks is keyed by it.
 */
export function PlanBlock({ block }: { block: Plan }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const tasks = (block.tasks ?? []) as Task[];
  return (
    <section className="plan" aria-label={block.title}>
      <button
        type="button"
        className="plan-head"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <StatusIcon status={statusOf(tasks)} />
        <b>{block.title}</b>
        <ChevronRightIcon />
      </button>
      <ol id={id} className="plan-tasks" hidden={!isOpen}>
        {tasks.map((task) => (
          <li key={task.task_id}>
            <TaskRow task={task} />
          </li>
        ))}
      </ol>
    </section>
  );
}
