import type { Generation } from '../../generations/generation.ts';
import { reply } from '../bolt/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';
import { LINE_FULL, takeChange } from '../kit/take-change.ts';

/** The decision where the service was changing the document for somebody else. The card shows what came of it. */

/** "Do mine after" */
export async function changeAfter(
  click: Click,
  { team, id }: Generation,
  { generations }: Pick<SlackContext, 'generations'>,
): Promise<void> {
  const result = await generations.edits.waitForOther(team, id);
  if (result === 'full') await reply(click, LINE_FULL);
  if (result === 'over') await reply(click, DECIDED);
}

/** "Follow it". The person's own words are kept for "Do mine now": the text of an ask goes once its outcome is there. */
export async function followOther(
  click: Click,
  { team, id }: Generation,
  { generations, proposals }: Pick<SlackContext, 'generations' | 'proposals'>,
): Promise<void> {
  const ask = await generations.askOf(team, id);
  if (ask?.prompt) await proposals.save(ask, { id: ownWish(id) });
  if (!(await generations.edits.followOther(team, id))) await reply(click, DECIDED);
}

/** "Do mine now", on the card of the change that was followed. The card names the change, so that two clicks make one. */
export async function changeNow(click: Click, generation: Generation, slack: SlackContext): Promise<void> {
  const { actor } = click;
  const key = ownWish(generation.id);
  const ask = await slack.proposals.find(actor, key);
  if (!ask) return reply(click, WISH_GONE);
  const taken = await takeChange({ wish: ask.prompt, key, instead: generation.id }, generation, actor, slack);
  if (typeof taken === 'string') return reply(click, taken);
  await slack.proposals.discard(actor, key);
}

const ownWish = (generation: string) => `own-wish:${generation}`;
const WISH_GONE = 'Your change was sent already, or is older than a week. `Change it…` takes another one.';

const DECIDED = 'This has been decided already.';
