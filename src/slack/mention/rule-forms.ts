import type { KnownBlock } from '@slack/types';
import type { SlackContext } from '../bolt/context.ts';
import { isAdmin } from '../bolt/permissions/permissions.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { button, buttons, context, type Message, section } from '../kit/blocks/parts.ts';
import type { Sentence } from './sentence.ts';

/**
 * An admin may write a rule for the workspace in words that no pattern matches. Such a sentence would look like a request for a document. If
 * it has words that rules often have, the answer therefore also gets the buttons that open the forms for limits and rules.
 */

const OF_RULES =
  /\b(?:limits?|credits?|guests?|pilot|everybody|everyone|nobody|no ?one|all of us|for the (?:whole )?company|whole (?:company|workspace|team)|thorough|digests?|outside|rules?|allowed|forbid\w*|may (?:not )?(?:use|come|spend|make)|spend\w*|defaults?|language|british english|(?:pictures?|images?) (?:back|on|off|again)|turn(?:ed)? (?:on|off)|only @?\p{L}+ and)\b|<@[A-Z0-9]+(?:\|[^>]*)?> (?:and|gets?|may|should|needs?)\b/iu;

/** Matches a prohibition: "nobody may summarise the revenue numbers", "members should not make digests". */
const FORBIDS =
  /^(?:(?:please|from now on|ok|and|by default|ab jetzt)[ ,]+)*(?:(?:nobody|no ?one|niemand|keiner|personne|nadie)\b.{0,60}\b(?:may|must|should|shall|darf|dürfen|soll)\b|(?:members|people|guests|interns|everyone|everybody) (?:may|should|must) ?(?:not|n[’']t|only)\b|(?:forbid|verbiete|interdi\p{L}+)\b|max \d+ \p{L}+ per\b)|\bis off limits\b/iu;

export const NOT_SET = 'This message changed no rule. If you meant one, these open the forms.';

const forms = () =>
  buttons(
    button('Change limits…', actions.budget, 'words'),
    button('Workspace rules…', actions.teamRules, 'words'),
  );

/** Returns the blocks with the forms' buttons, for a direct message of an admin with words of rules; otherwise none. */
export async function ruleForms(sentence: Sentence, { log }: SlackContext): Promise<KnownBlock[]> {
  const { isDirect, isCommand, text, keptAt } = sentence;
  if (!isDirect || isCommand || keptAt !== undefined || !OF_RULES.test(text)) return [];
  return (await isAdmin(sentence, log)) ? [...context(NOT_SET), ...forms()] : [];
}

/** Returns the answer to a prohibition by an admin that no form can be filled in with; undefined for other sentences. */
export async function prohibitionAnswer(
  sentence: Sentence,
  { log }: SlackContext,
): Promise<Message | undefined> {
  if (!sentence.isDirect || !FORBIDS.test(sentence.text) || !(await isAdmin(sentence, log))) return undefined;
  return { text: NOT_SET, blocks: [section(NOT_SET), ...forms()] };
}

/** Adds the blocks of `ruleForms` below those of a message. */
export async function withRuleForms<Shown extends Pick<Message, 'blocks'>>(
  shown: Shown,
  sentence: Sentence,
  slack: SlackContext,
): Promise<Shown> {
  return { ...shown, blocks: [...shown.blocks, ...(await ruleForms(sentence, slack))] };
}
