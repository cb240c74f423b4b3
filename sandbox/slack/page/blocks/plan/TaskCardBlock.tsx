import './plan.css';
import type { TaskCardBlock as Task } from '@slack/types';
import { TaskRow } from './TaskRow.tsx';

/** A task that stands by itself. */
export const TaskCardBlock = ({ block }: { block: Task }) => (
  <div className="plan plan-single">
    <TaskRow task={block} />
  </div>
);
