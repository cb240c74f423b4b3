import type { TaskCardBlock as Task } from '@slack/types';
import type { ReactNode } from 'react';
import { CheckIcon, CloseIcon } from '../../parts/icons.tsx';

const NAMES: Record<Task['status'], string> = {
  pending: 'Not started',
  in_progress: 'In progress',
  complete: 'Done',
  error: 'Failed',
};

const SHAPES: Partial<Record<Task['status'], ReactNode>> = { complete: <CheckIcon />, error: <CloseIcon /> };

/** How a task stands, as a small round sign with a name. */
export const StatusIcon = ({ status }: { status: Task['status'] }) => (
  <span className={`task-status task-status-${status}`} role="img" aria-label={NAMES[status]}>
    {SHAPES[status]}
  </span>
);
