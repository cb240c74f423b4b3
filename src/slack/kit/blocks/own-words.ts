import type { KnownBlock } from '@slack/types';
import { actions } from '../../bolt/routes/action-ids.ts';
import { button, buttons, confirmation, type Deployment, section } from './parts.ts';
import { optOutMarks } from './text.ts';

/** Sections with which people decide about their own messages and data. */

const usersData = {
  kept: '*What Deckhand keeps about you*: what you asked for, your digests, your defaults and open cards. For admins, also what they changed.',
  erased:
    'Your asks are stopped, and your digests, defaults, cards and texts deleted. Documents stay, and messages in Slack keep your name. Usage, limits and audit trail show a pseudonym. What you spent still counts. If only listed people may spend, an admin has to list you again. This cannot be undone.',
};
const shutOutData = {
  kept: '*What Deckhand keeps about you*: what you asked for last, and whether your messages may be used. If you could use it before, also your digests, and the titles, links and costs of your documents.',
  erased:
    'What Deckhand keeps about you is deleted, also your request to the Slack admins. Documents and messages in Slack stay, usage under a pseudonym, and whether your messages may be used. This cannot be undone.',
};

/** Draws the section with which people have their data sent or erased. @param who `shut out` for people who may not use Deckhand */
export function ownDataSection(who: 'user' | 'shut out' = 'user') {
  const { kept, erased } = who === 'user' ? usersData : shutOutData;
  const erase = button('Erase it', actions.eraseOwnData, 'me', 'danger');
  const question = confirmation('Erase what Deckhand keeps about you?', erased, 'Erase it', 'Keep it');
  return [
    section(kept),
    ...buttons(button('Send it to me', actions.ownData, 'me'), { ...erase, confirm: question }),
  ];
}

/**
 * Draws the section with which people keep their messages out of documents about threads and channels.
 * @param from where the section is shown. A click in the answer to a sentence (`words`) gets a reply; Home is only drawn again
 */
export function optOutSection(
  isOptedOut: boolean,
  { optOutReaction }: Deployment,
  from: 'home' | 'words' = 'home',
): KnownBlock[] {
  return isOptedOut
    ? [
        section(
          'Your messages are *left out* of what anybody has made of a thread or channel. Only how many were left out is told.',
        ),
        ...buttons(button('Let my messages be used', actions.optIn, from)),
      ]
    : [
        section(
          `When somebody has something made of a thread or channel that you are in, your messages are part of it. ${optOutMarks(optOutReaction)} keeps that one out.`,
        ),
        ...buttons(button('Leave my messages out', actions.optOut, from)),
      ];
}
