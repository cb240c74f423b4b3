import type { Ask } from '../../asks/schema.ts';
import { PROMPT_LIMIT } from '../../service/options.ts';
import type { ReadProgress } from '../../sources/history.ts';
import { SourceProblem } from '../../sources/problem.ts';
import { purgePages } from '../collected-pages.ts';
import type { Run, Step, StepContext } from '../context.ts';
import { showState } from '../delivery/messages.ts';
import type { Generation } from '../generation.ts';
import { fullAsk, move } from '../store.ts';
import { fail } from '../transitions.ts';
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
    const { ask, text } =
      kept.collected === null
        ? await read(generation, kept.ask, context, run)
        : { ask: kept.ask, text: kept.collected };
    if (!text.trim()) throw new SourceProblem('source_empty', 'There is no text in it.');
    if (text.length > PROMPT_LIMIT) throw new SourceProblem('source_too_long', tooLong(text.length));
    await submit(generation, ask, text, context, run);
  } catch (error) {
    if (!(error instanceof SourceProblem)) throw error;
    await fail(generation, context, { reason: error.reason, message: error.message });
  }
};

/** Writes down what was read, and lets go of the pages that it was put together from. */
async function read(
  generation: Generation,
  asked: Ask,
  context: StepContext,
  run: Run,
): Promise<{ ask: Ask; text: string }> {
  const progress = showsReading(generation, context, run);
  const { id } = generation;
  const reading = { generation: id, signal: run.signal, progress };
  const { text, note, isPrivate } = await context.readSource(asked, reading);
  if (asked.source.kind === 'text') return { ask: asked, text };
  const ask = isPrivate ? closedToOthers(asked) : asked;
  const now = new Date(context.clock.now());
  await context.db.transaction(async (tx) => {
    const changes = { ask, collected: text, ...(note && { sourceNote: note }) };
    await move(tx, id, ['collecting'], 'collecting', now, changes);
    await purgePages(tx, id);
  });
  return { ask, text };
}

/** What was said in private begins with no access for others, unless the person who asked has chosen some. */
function closedToOthers(ask: Ask): Ask {
  return { ...ask, sharing: { workspaceAccess: 'noAccess', externalAccess: 'noAccess', ...ask.sharing } };
}

/** Milliseconds between two edits that show how far reading has come. */
const SHOW_EVERY_MS = 5_000;

/** Nothing is shown of what is read in a moment. Trouble with showing is passed over. */
function showsReading(generation: Generation, context: StepContext, { signal }: Run) {
  const { clock, log } = context;
  let shownAt = clock.now();
  return async (soFar: ReadProgress): Promise<void> => {
    if (clock.now() - shownAt < SHOW_EVERY_MS) return;
    shownAt = clock.now();
    const elapsedMs = shownAt - generation.createdAt.getTime();
    await showState(generation, context, signal, { elapsedMs, read: soFar }).catch((error) => {
      signal.throwIfAborted();
      log.info({ generation: generation.id, err: error }, 'progress was not shown');
    });
  };
}

function tooLong(length: number): string {
  return `It has ${length.toLocaleString('en')} characters; ${PROMPT_LIMIT.toLocaleString('en')} can be used.`;
}
