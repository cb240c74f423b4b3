import type { Ask } from '../../asks/schema.ts';
import { sectionsFault } from '../../asks/sections.ts';
import { roomFor } from '../../sources/conversation-reader.ts';
import type { ReadProgress } from '../../sources/history.ts';
import { SourceProblem } from '../../sources/problem.ts';
import type { SourceReading } from '../../sources/reader.ts';
import { characterCount, thousands } from '../../text.ts';
import { purgePages } from '../collected-pages.ts';
import type { Run, Step, StepContext } from '../context.ts';
import { showProgress } from '../delivery/messages.ts';
import type { Generation } from '../generation.ts';
import { fullAsk } from '../stored-ask.ts';
import { fail, transition } from '../transitions.ts';
import { convertAtMostThrice, FatalConversion } from './conversion.ts';
import { submit } from './submit.ts';

/**
 * `collecting`: reads the source and hands its text to the service. Reading again after a crash does no harm; the text
 * is saved, so that a long thread is not read twice. A conversation being read takes some megabytes and a text up to one
 * until it has been sent, so only some are in memory at once, with the teams in turn. Conversations, which can take an hour to
 * read, have a line of their own; what may wait half an hour for its turn at the service keeps no place from others.
 */
export const collect: Step = (generation, context, run) => {
  const { team, ask, work } = generation;
  if (work !== 'document') return collectNow(generation, context, run);
  const line = ask?.source.kind === 'text' ? team : `${team} reading`;
  return context.limiters.collect.run(line, () => collectNow(generation, context, run), run.signal);
};

const collectNow: Step = async (generation, context, run) => {
  const stored = run.stored ?? (await fullAsk(context.db, generation.id));
  run.stored = undefined;
  if (!stored?.ask) {
    return fail(generation, context, { reason: 'internal', message: 'The text of this ask was deleted.' });
  }
  try {
    const { ask, text } =
      stored.collected === null
        ? await read(generation, stored.ask, context, run)
        : { ask: stored.ask, text: stored.collected };
    if (!text.trim()) throw new SourceProblem('source_empty', 'There is no text in it.');
    const [has, fit] = [characterCount(text), roomFor(ask)];
    if (has > fit) throw new SourceProblem('source_too_long', tooLong(has, fit));
    return await submit(generation, ask, text, context, run);
  } catch (error) {
    if (error instanceof FatalConversion) {
      context.log.error({ team: generation.team, generation: generation.id, err: error }, 'given up');
      return fail(generation, context, { reason: 'internal', reference: generation.id });
    }
    if (!(error instanceof SourceProblem)) throw error;
    return fail(generation, context, { reason: error.reason, message: error.message });
  }
};

/** Writes down the text of the source, and deletes the pages that it was put together from. */
async function read(
  generation: Generation,
  asked: Ask,
  context: StepContext,
  run: Run,
): Promise<{ ask: Ask; text: string }> {
  const { id } = generation;
  const reading: SourceReading = {
    generation: id,
    signal: run.signal,
    progress: progressOf(generation, context, run),
    converting: (convert) => convertAtMostThrice(context.db, id, convert),
  };
  const { text, note, isPrivate } = await context.readSource(asked, reading);
  if (asked.source.kind === 'text') return { ask: asked, text };
  const ask = isPrivate ? closedToOthers(asked) : asked;
  const now = new Date(context.clock.now());
  await context.db.transaction(async (tx) => {
    const changes = { ask, collected: text, sourceNote: note || notKept(ask, text) };
    await transition(tx, generation, ['collecting'], 'collecting', now, changes);
    await purgePages(tx, id);
  });
  return { ask, text };
}

/** A file is read too late for its form to say that its sections cannot be kept. */
function notKept({ sections, source, format, work, template }: Ask, text: string): string | undefined {
  if (sections !== 'kept' || source.kind !== 'file' || work.kind !== 'document' || template) return undefined;
  const fault = sectionsFault(text, format, 'The file');
  return fault && `${fault} It was divided to fit.`;
}

/** A document of a private conversation begins with no access for others, unless the person has chosen some. */
function closedToOthers(ask: Ask): Ask {
  return { ...ask, sharing: { workspaceAccess: 'noAccess', externalAccess: 'noAccess', ...ask.sharing } };
}

/** Milliseconds between two edits that show how far reading has come. */
const SHOW_EVERY_MS = 5_000;

/** A source that is read in a moment shows no progress. */
function progressOf(generation: Generation, context: StepContext, { signal }: Run) {
  let shownAt = context.clock.now();
  return async (soFar: ReadProgress): Promise<void> => {
    if (context.clock.now() - shownAt < SHOW_EVERY_MS) return;
    shownAt = context.clock.now();
    await showProgress(generation, context, signal, { read: soFar });
  };
}

function tooLong(has: number, fit: number): string {
  return `It has ${thousands(has)} characters; ${thousands(fit)} can be used.`;
}
