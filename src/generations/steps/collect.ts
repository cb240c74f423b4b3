import { closedToOthers } from '../../asks/document-access.ts';
import type { Ask } from '../../asks/schema.ts';
import { sectionsFault } from '../../asks/sections.ts';
import type { ReadProgress } from '../../sources/history.ts';
import { SourceProblem } from '../../sources/problem.ts';
import type { SlackSource, SourceReading } from '../../sources/reader.ts';
import { slackRateLimitWaitMs } from '../../sources/slack-read-retry.ts';
import { plural } from '../../text.ts';
import { auditOnce } from '../audit-line.ts';
import { ConversionCrashes, purgePages } from '../collected-pages.ts';
import type { Run, Step } from '../context.ts';
import { showProgress } from '../delivery/messages.ts';
import type { Generation } from '../generation.ts';
import { fullAsk } from '../stored-ask.ts';
import { fail, transition } from '../transitions.ts';
import { submit } from './submit.ts';

/** `collecting`: stores the source's text, then sends it to the service. After a crash, reading continues after the last stored page. */
export const collect: Step = async (generation, run) => {
  const { source } = generation.ask ?? {};
  try {
    if (source && source.kind !== 'text') await collectText(generation, source, run);
    return await submit(generation, run);
  } catch (error) {
    if (error instanceof ConversionCrashes) {
      run.log.error({ team: generation.team, generation: generation.id, err: error }, 'given up');
      return fail(generation, run, { reason: 'internal', reference: generation.id });
    }
    if (!(error instanceof SourceProblem)) throw error;
    return fail(generation, run, { reason: error.reason, message: error.message });
  }
};

/** Milliseconds between two updates of the generation's first message in Slack while a source is read. */
const SHOW_EVERY_MS = 5_000;

/**
 * Reads the source in parts. Between two parts, other generations can read. So a long channel or a rate limit does not delay them.
 * `limiters.collect` limits how many parts run at once, because the last part of a source has the whole conversation in memory.
 */
async function collectText(generation: Generation, source: SlackSource, run: Run): Promise<void> {
  const { clock, limiters, signal } = run;
  let read: ReadProgress | undefined;
  let shownAt = clock.now();
  const turns = limiters.collect.begin(generation);
  const progress = (soFar: ReadProgress) => {
    read = soFar;
    turns.gotPage();
  };
  const reading = { generation: generation.id, signal, progress, names: { found: new Map() } };
  const part = () => collectPart(generation, source, reading, run).catch(waitIfRateLimited);
  try {
    while ((await turns.run(part, signal)) !== 'done') {
      if (!read || clock.now() - shownAt < SHOW_EVERY_MS) continue;
      shownAt = clock.now();
      await showProgress(generation, run, { read });
    }
  } finally {
    turns.end();
  }
}

function waitIfRateLimited(error: unknown): number {
  const waitMs = slackRateLimitWaitMs(error);
  if (waitMs === undefined) throw error;
  return waitMs;
}

/** Reads the next part of the source. The last part stores the text. @returns 'done', or the milliseconds to wait before the next part */
async function collectPart(
  generation: Generation,
  source: SlackSource,
  reading: SourceReading,
  run: Run,
): Promise<number | 'done'> {
  const stored = await fullAsk(run.db, generation.id);
  // If the ask was deleted, there is nothing to read. `submit` then ends the generation with a failure.
  if (!stored?.ask || stored.collected !== null) return 'done';
  const found = await run.readSource(stored.ask, source, reading);
  if (!found) return 0;
  const { text, note, isPrivate, highlights, messages } = found;
  const whole = { ...stored.ask, characters: text.length };
  const ask = isPrivate ? closedToOthers(whole) : whole;
  const now = new Date(run.clock.now());
  await run.db.transaction(async (tx) => {
    const changes = { ask, collected: text, sourceNote: note || notKept(ask, text), highlights };
    const moved = await transition(tx, generation, ['collecting'], 'collecting', now, changes);
    await purgePages(tx, generation.id);
    if (!moved || messages === undefined || source.kind === 'file') return;
    const object = `${source.channel}=${plural(messages, 'message')} for ${generation.id}`;
    await auditOnce(tx, moved, { what: 'conversation read', object }, run);
  });
  return 'done';
}

/** Returns a note if a file's sections could not be kept. The form cannot warn, because the file is read after the form was submitted. */
function notKept({ sections, source, format, work, template }: Ask, text: string): string | undefined {
  if (sections !== 'kept' || source.kind !== 'file' || work.kind !== 'document' || template) return undefined;
  const fault = sectionsFault(text, format, 'The file');
  return fault && `${fault} It was divided to fit.`;
}
