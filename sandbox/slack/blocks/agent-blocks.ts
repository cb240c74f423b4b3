import { z } from 'zod';
import { actionId, BLOCK_ID_LIMIT, plainText } from './objects.ts';

/** Blocks for agents: a plan with tasks, and feedback buttons. */

const blockId = z.string().min(1).max(BLOCK_ID_LIMIT).optional();

/** Most tasks of a plan, according to Slack's guide for agents. */
const TASKS_LIMIT = 50;

const task = z.strictObject({
  /** Slack accepts tasks with and without their type. */
  type: z.literal('task_card').optional(),
  block_id: blockId,
  task_id: z.string().min(1),
  title: z.string().min(1),
  status: z.enum(['pending', 'in_progress', 'complete', 'error']),
});

export const plan = z.strictObject({
  type: z.literal('plan'),
  block_id: blockId,
  title: z.string().min(1),
  tasks: z.array(task).max(TASKS_LIMIT).optional(),
});

const feedbackButton = z.strictObject({
  text: plainText(75),
  value: z.string().min(1).max(2000),
  accessibility_label: z.string().max(75).optional(),
});

const feedbackButtons = z.strictObject({
  type: z.literal('feedback_buttons'),
  action_id: actionId.optional(),
  positive_button: feedbackButton,
  negative_button: feedbackButton,
});

export const contextActions = z.strictObject({
  type: z.literal('context_actions'),
  block_id: blockId,
  elements: z
    .array(z.discriminatedUnion('type', [feedbackButtons]))
    .min(1)
    .max(5),
});
