import { findEdit } from '../../asks/mention/is-an-edit.ts';
import type { Ask } from '../../asks/schema.ts';
import { actions } from '../bolt/action-ids.ts';
import type { SlackContext } from '../bolt/context.ts';
import { button, buttons, context, linked, type Message, section } from '../kit/parts.ts';
import { changeAsk } from '../kit/take-change.ts';
import { escaped, oneLine } from '../kit/text.ts';
import type { ThreadRef } from '../kit/threads.ts';
import { refusalOf } from './refusal.ts';
import { answerRefusal, type Sentence } from './sentence.ts';

/**
 * `@Deckhand make the title shorter`, in the thread of a document: a card proposes the change. A plain ask for something
 * new stays one there.
 * @returns false where it wants no change, or there is no document
 */
export async function proposeChange(
  sentence: Sentence,
  thread: ThreadRef,
  slack: SlackContext,
): Promise<boolean> {
  const { actor, text } = sentence;
  const wish = findEdit(await slack.threads.plain(actor.team, text));
  const document = wish && (await slack.generations.documentIn(actor.team, thread));
  const ask = document && changeAsk(document, actor, wish);
  if (!ask) return false;
  const refusal = await refusalOf(ask, sentence, slack, 'later');
  if (refusal) await answerRefusal(sentence, refusal, slack);
  else await sentence.answer(changeCard(ask, await slack.proposals.save(ask, { origin: sentence.id })));
  return true;
}

const TITLE = 150;
const WISH = 600;

/** @param id of the proposal */
function changeCard({ work, prompt }: Ask, id: string): Message {
  const { title = '', docUrl } = work.kind === 'edit' ? work.document : {};
  const name = `“${escaped(oneLine(title) || 'this document', TITLE)}”`;
  const wish = `“${escaped(oneLine(prompt), WISH)}”`;
  return {
    text: `Change ${name}? ${wish}`,
    blocks: [
      section(`*Change ${linked(name, docUrl)}?* ${wish}`),
      ...context(
        'The document itself is changed, for everybody who has it, by AI. What becomes of it comes into this thread.',
      ),
      ...buttons(
        button('Change it (spends credits)', actions.makeProposal, id, 'primary'),
        button('Not now', actions.dropProposal, id),
      ),
    ],
  };
}
