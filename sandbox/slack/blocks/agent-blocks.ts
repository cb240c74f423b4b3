import { z } from 'zod';
import { actionId, BLOCK_ID_LIMIT, confirm, plainText } from './objects.ts';
import { richText } from './rich-text.ts';
import type { AnyBlock } from './walk.ts';

/** What Slack added for agents: a plan with its tasks, and the small buttons under an answer. */

const blockId = z.string().min(1).max(BLOCK_ID_LIMIT).optional();

/** Slack's guide to agents' progress. */
const TASKS_LIMIT = 50;

const task = {
  task_id: z.string().min(1),
  title: z.string().min(1),
  status: z.enum(['pending', 'in_progress', 'complete', 'error']),
  details: richText.optional(),
  output: richText.optional(),
  sources: z
    .array(
      z.strictObject({ type: z.literal('url'), url: z.string().min(1).max(3000), text: z.string().min(1) }),
    )
    .optional(),
};

export const taskCard = z.strictObject({ type: z.literal('task_card'), block_id: blockId, ...task });

export const plan = z.strictObject({
  type: z.literal('plan'),
  block_id: blockId,
  title: z.string().min(1),
  /** Within a plan Slack takes tasks with and without their type. */
  tasks: z
    .array(z.strictObject({ type: z.literal('task_card').optional(), block_id: blockId, ...task }))
    .max(TASKS_LIMIT)
    .optional(),
});

export const mixesPlanAndTasks = (blocks: AnyBlock[]): boolean =>
  blocks.some(({ type }) => type === 'plan') && blocks.some(({ type }) => type === 'task_card');

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

const iconButton = z.strictObject({
  type: z.literal('icon_button'),
  action_id: actionId.optional(),
  confirm: confirm.optional(),
  /** The only one that there is. */
  icon: z.literal('trash'),
  text: plainText(75),
  value: z.string().max(2000).optional(),
  accessibility_label: z.string().max(75).optional(),
  visible_to_user_ids: z.array(z.string()).min(1).max(10).optional(),
});

export const contextActions = z.strictObject({
  type: z.literal('context_actions'),
  block_id: blockId,
  elements: z
    .array(z.discriminatedUnion('type', [feedbackButtons, iconButton]))
    .min(1)
    .max(5),
});
