import { PROMPT_LIMIT } from '../asks/schema.ts';
import { fail } from './finish.ts';
import { SourceProblem, type Step } from './steps.ts';
import { fullAsk, move } from './store.ts';
import { submit } from './submit.ts';

/**
 * `collecting`: reads the source and hands its text to the service. Reading again after a crash does no harm; what
 * was read is kept, so that a long thread is not read twice.
 */
export const collect: Step = async (generation, context, run) => {
  const kept = await fullAsk(context.db, generation.id);
  if (!kept?.ask) {
    await fail(generation, context, { reason: 'internal', message: 'The text of this ask was deleted.' });
    return;
  }
  try {
    const text = kept.collected ?? (await context.readSource(kept.ask, run.signal));
    if (kept.collected === null && kept.ask.source.kind !== 'text') {
      const now = new Date(context.clock.now());
      await move(context.db, generation.id, ['collecting'], 'collecting', now, { collected: text });
    }
    if (!text.trim()) throw new SourceProblem('source_empty', 'There is no text in it.');
    if (text.length > PROMPT_LIMIT) throw new SourceProblem('source_too_long', tooLong(text.length));
    await submit(generation, kept.ask, text, context, run);
  } catch (error) {
    if (!(error instanceof SourceProblem)) throw error;
    await fail(generation, context, { reason: error.reason, message: error.message });
  }
};

function tooLong(length: number): string {
  return `It has ${length.toLocaleString('en')} characters; ${PROMPT_LIMIT.toLocaleString('en')} can be used.`;
}
