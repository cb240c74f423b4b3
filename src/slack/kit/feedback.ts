import type { ContextActionsBlock } from '@slack/types';
import type { Generation } from '../../generations/generation.ts';
import type { Rating } from '../../generations/ratings.ts';
import { actions } from '../bolt/action-ids.ts';
import { plain } from './text.ts';

/** The two thumbs under a finished result. */
export function feedbackButtons({ id, state, archivedAt }: Generation): ContextActionsBlock[] {
  return state === 'delivered' && !archivedAt ? thumbsFor(actions.feedback, id) : [];
}

/** @param id of what is rated */
export function thumbsFor(action: string, id: string): ContextActionsBlock[] {
  const thumb = (rating: Rating, text: string) => ({
    text: plain(text, 75),
    value: `${id} ${rating}`,
    accessibility_label: text,
  });
  return [
    {
      type: 'context_actions',
      elements: [
        {
          type: 'feedback_buttons',
          action_id: action,
          positive_button: thumb('good', 'Good'),
          negative_button: thumb('poor', 'Not what I wanted'),
        },
      ],
    },
  ];
}
