import { type Ask, askSchema } from '../../asks/schema.ts';
import { FIRST_CREDITS } from '../../generations/expected-credits.ts';
import type { Generation } from '../../generations/generation.ts';
import { plural } from '../../text.ts';
import type { SlackContext } from '../bolt/context.ts';
import { unitsOf } from '../kit/ask-fields/choices.ts';
import type { Message } from '../kit/blocks/parts.ts';
import { quoted } from '../kit/blocks/text.ts';
import { creditsText } from '../kit/copy/credits-text.ts';
import { creditsOf, titleOf } from '../kit/copy/generation-phrases.ts';
import { addressIn } from './cards.ts';
import { documentMessage, isFinished } from './document-questions.ts';
import { withAsks } from './open-card/which-card.ts';
import { expectedFor } from './sentence.ts';
import { PRICE_ON_CARD } from './talk-answers.ts';
import type { Asked } from './who-sees.ts';

/** Answers questions about what cards and documents cost, and about undoing changes. */

/** Says what the open card, the document, or a usual presentation costs. */
export async function cost({ sentence, slack, cards, open, document }: Asked): Promise<Message | string> {
  if (cards.length > 1) return costs(await withAsks(cards, sentence, slack), slack);
  if (open) {
    const expected = creditsText((await expectedFor(open, slack)).credits, open);
    const units = unitsOf(open.format);
    const isShortenable = open.work.kind === 'document' && open.slides !== 1;
    // "Too expensive" wants more than a number.
    const fewer =
      isShortenable && !/^\W*(?:what|how|was|wie|combien|cu[aá]nto)\b/iu.test(sentence.text)
        ? ` Fewer ${units} usually cost less: say \`${[addressIn(sentence), `3 ${units}`].join(' ').trim()}\`, for example.`
        : '';
    return `${expected ?? unknownCost(open)}${fewer} Nothing is spent before your *yes*.`;
  }
  if (document) {
    const later = 'A change spends credits only after you press *Change it*.';
    return documentMessage(document, `${await costOf(document, slack)} ${later}`);
  }
  return `${await usualCost({ sentence, slack })} ${PRICE_ON_CARD}`;
}

/** Says what a usual presentation costs here. */
export async function usualCost({ sentence, slack }: Pick<Asked, 'sentence' | 'slack'>): Promise<string> {
  const { actor } = sentence;
  const usual = { ...actor, prompt: '', source: { kind: 'text' }, destination: { channel: actor.person } };
  const ask = askSchema.parse({ ...usual, slides: USUAL_SLIDES });
  const expected = creditsText(await slack.generations.expectedCredits(ask), ask);
  return expected
    ? `A presentation of ${USUAL_SLIDES} slides: ${expected.charAt(0).toLowerCase()}${expected.slice(1)}`
    : FIRST_GUESS;
}

/** What is reserved for the first ask of a kind (`firstCost` of generations/expected-credits.ts). */
const FIRST_GUESS = `What it costs here is known once something was made. Until then I reckon with ${FIRST_CREDITS.slide} credits for each slide, and ${FIRST_CREDITS.other} for a picture or a change.`;

const UNKNOWN = 'What it costs is known once something of this kind was made here.';

/** Says what is reserved for an ask while there is no past to expect its cost from. */
function unknownCost({ work, slides }: Ask): string {
  const guess =
    work.kind === 'image' || work.kind === 'edit'
      ? plural(FIRST_CREDITS.other, 'credit')
      : slides
        ? plural(slides * FIRST_CREDITS.slide, 'credit')
        : `${FIRST_CREDITS.slide} credits for each slide or page`;
  return `${UNKNOWN} Until then I reckon with ${guess}.`;
}

/** Says what each of several open cards costs. */
async function costs(open: { ask: Ask }[], slack: SlackContext): Promise<string> {
  const lines = open.map(async ({ ask }) => {
    const expected = creditsText((await expectedFor(ask, slack)).credits, ask) ?? 'not known yet.';
    return `• ${quoted(ask.prompt || 'a summary', 60)}: ${expected.charAt(0).toLowerCase()}${expected.slice(1)}`;
  });
  return [
    ...(await Promise.all(lines)),
    'Nothing is spent before your *yes*, except for a plain order in a thread, which is made at once.',
  ].join('\n');
}

/** Number of slides of the presentation whose price is the example. */
const USUAL_SLIDES = 10;

/** Returns what making a document and its changes has cost. */
export async function costOf(document: Generation, slack: SlackContext): Promise<string> {
  const { made = document, changes } = await historyOf(document, slack);
  if (!isFinished(document)) return 'What it costs is known once it is there.';
  const known = changes.flatMap(({ credits }) => credits?.deducted ?? []);
  const sum = known.reduce((all, each) => all + each, 0);
  const which = changes.length === 1 ? 'The change' : `Its ${changes.length} changes`;
  return [
    creditsOf(made) ?? 'The service has not said what it cost.',
    ...(known.length > 0 ? [`${which} used ${plural(Math.ceil(sum), 'credit')}.`] : []),
  ].join(' ');
}

/** Returns the generation that made a document, and its finished changes. */
async function historyOf({ team, docId }: Generation, { generations }: SlackContext) {
  const all = docId ? await generations.historyOf(team, docId) : [];
  return {
    made: all.find(({ work }) => work !== 'edit'),
    changes: all.filter(({ work }) => work === 'edit'),
  };
}

/** Says what can be undone if no card is open: nothing, but a further change can bring back what a document said before. */
export async function undo({ sentence, slack, service, document }: Asked): Promise<Message | string> {
  const { isDirect, thread } = sentence;
  const example = `${addressIn(sentence)} make the title longer again`.trim();
  const say = isDirect || thread ? 'Say' : 'Say in its thread';
  const again = `${say} what should be as before, for example \`${example}\`, and I’ll show you that change first.`;
  if (document && !isFinished(document))
    return `“${titleOf(document)}” is still being made. *stop* stops it.`;
  const isChanged = document && (await historyOf(document, slack)).changes.length > 0;
  if (!isChanged)
    return `I can undo only on an open card, and none is open. A change of a document stays. ${again}`;
  return documentMessage(
    document,
    `I can’t undo the change of “${titleOf(document)}”. If ${service} keeps earlier versions, they are on the document’s page there, behind the title. ${again}`,
  );
}
