import { clickValue, locationOf, replaceMessage } from '../bolt/answers/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';
import { isChannel } from '../kit/blocks/text.ts';
import { replaceGone } from '../kit/gone-card.ts';
import { cardOf } from './sentence.ts';

const WEEK_MS = 7 * 86_400_000;

/** Handles "Last 7 days" on a card whose channel had no messages in the chosen days. Changes the days and redraws the card. */
export async function proposeLastWeek(click: Click, slack: SlackContext): Promise<void> {
  const { actor, client } = click;
  const id = clickValue(click) ?? '';
  const since = new Date(slack.clock.now() - WEEK_MS).toISOString();
  const ask = await slack.proposals.amend(actor, id, (before) =>
    before.source.kind === 'channel'
      ? { ...before, source: { ...before.source, since, until: undefined } }
      : before,
  );
  if (!ask) return replaceGone(click, slack);
  const channel = locationOf(click)?.channel ?? ask.destination.channel;
  const place = { channel };
  const answer = async () => undefined;
  const sentence = { actor, client, text: '', channel, isDirect: !isChannel(channel), place, answer };
  await replaceMessage(click, await cardOf(ask, id, { notes: [] }, sentence, slack));
}
