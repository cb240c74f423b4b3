import type { SlackContext } from '../bolt/context.ts';
import type { Acting } from '../bolt/permissions/permissions.ts';
import { button, buttons, context, type Message, plainMessage } from '../kit/blocks/parts.ts';
import { admitAsk, blockedAnswer, withAllowedAccess } from '../kit/check-ask.ts';
import { GONE } from '../kit/gone-card.ts';
import { makeAsk, readSentence } from './read-sentence.ts';
import { cardOf, type Sentence } from './sentence.ts';

/** Proposals that Slackbot's tools make for people. */

const DAY_MS = 86_400_000;

/** Returns a sentence with this text, as if the person had written it in a direct message to Deckhand. The document is posted there. */
export function sentenceOf({ actor, client }: Acting, text: string): Sentence {
  const place = { channel: actor.person };
  return { actor, client, text, channel: actor.person, isDirect: true, place, answer: async () => undefined };
}

/**
 * Returns a card for Slackbot. Its button only sends a direct message, because Slackbot can make the button's tool call without a click.
 */
export async function proposeFromSlackbot(
  acting: Acting,
  { text, channel, days }: { text: string; channel?: string | undefined; days: number },
  slack: SlackContext,
): Promise<Message & { forModel?: string }> {
  const sentence = sentenceOf(acting, text);
  const read = await readSentence(sentence, slack, 'command');
  if ('talk' in read) return plainMessage(NO_TOPIC);
  const { target, ...wanted } = read.wanted;
  const since = new Date(slack.clock.now() - days * DAY_MS);
  const ask = await makeAsk(
    channel ? { ...wanted, days: { since }, sourceChannel: channel } : wanted,
    sentence,
    slack,
  );
  if (!ask) return plainMessage(NO_TOPIC);
  const admission = await admitAsk(ask, 'later', slack);
  const blocked = await blockedAnswer(admission, ask, sentence, slack, { isLasting: true });
  // The buttons of this message do not work in Slackbot, so a line points to `/deck`.
  if (blocked) return { ...blocked, blocks: [...blocked.blocks, ...context('`/deck` has the next step.')] };
  const hash = slack.keyedHash(`slackbot ${JSON.stringify([text, channel, days])}`);
  const { id, ask: proposed } = await slack.proposals.saveOnce(withAllowedAccess(ask, admission), hash);
  const notes = [...wanted.notes, ...(target ? [ONLY_HERE] : [])];
  const card = await cardOf(proposed, id, { notes }, sentence, slack);
  const make = button('Make it…', 'tool:send_card', JSON.stringify({ proposal: id }), 'primary');
  const forModel = `Nothing is made yet. If the person wants it, call send_card with proposal ${id}.`;
  return { ...card, blocks: [...card.blocks, ...buttons(make)], forModel };
}

const NO_TOPIC = 'Nothing was proposed, because the text does not say what the document should be about.';
const ONLY_HERE = 'It comes to your direct messages with Deckhand; *Share to channel…* posts it there, too.';

/** Queues the card of a proposal as a direct message to the person, once for each proposal. */
export async function sendCard(
  { actor }: Acting,
  { proposal }: { proposal: string },
  slack: SlackContext,
): Promise<Message> {
  if (!(await slack.proposals.find(actor, proposal))) return plainMessage(GONE);
  const card = { kind: 'proposal_card', proposal } as const;
  await slack.together(({ message }) => message(actor, `card ${actor.team}/${proposal}`, card));
  return SENT;
}

const SENT = plainMessage(
  'The card is in your direct messages with Deckhand. Press *Make it* there; until then nothing is spent.',
);
