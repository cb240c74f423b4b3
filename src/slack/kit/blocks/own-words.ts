import type { KnownBlock } from '@slack/types';
import type { Actor } from '../../../actor.ts';
import type { SlackContext } from '../../bolt/context.ts';
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

/** What can be kept about a person, by its name in the export or the namespace of an entry there. */
const contents: Record<string, string> = {
  documents: 'the titles, links and costs of your documents, and what you asked for until they are delivered',
  digests: 'your digests',
  digestsReceived: 'which digests you get',
  proposals: 'the texts of your cards, for up to a day',
  defaults: 'your defaults',
  ratings: 'your thumbs',
  step_approvals: 'which workflow steps need not ask you',
  'opt-outs': 'that your messages are left out',
  'budget-requests': 'your request to the Slack admins',
  waits_for_connection: 'what you asked for while nothing was connected',
  messages: 'when I wrote to you',
  audit: 'your lines of the audit trail',
};

/** Says what is kept about a person now, except for requests that wait for an admin. Returns '' if there is nothing else. */
export async function keptAbout(actor: Actor, { ownData }: Pick<SlackContext, 'ownData'>): Promise<string> {
  const data = await ownData.export(actor, { rows: 1, prompts: 0 });
  const found = new Set([
    ...Object.keys(data).filter((name) => (data[name] ?? []).length > 0),
    ...(data.entries ?? []).map((entry) => (entry as { namespace?: string }).namespace),
  ]);
  const kept = Object.keys(contents).flatMap((name) => (found.has(name) ? [contents[name]] : []));
  return kept.length > 0 ? `Also kept: ${kept.join('; ')}. *Send it to me* has all of it.` : '';
}
