import type { Actor } from '../../actor.ts';
import type { Blocker } from '../../asks/admission.ts';
import { type Ask, askSchema } from '../../asks/schema.ts';
import type { Generation } from '../../generations/generation.ts';
import { PROMPT_LIMIT } from '../../service/options.ts';
import { thousands } from '../../text.ts';
import type { SlackContext } from '../bolt/context.ts';
import { isChangeable } from './again-buttons.ts';
import { connectionError, workError } from './blocker-copy.ts';

/** A change of a finished document, from wherever it is asked for. */

export const NOTHING_TO_CHANGE = 'There is no document here that can be changed.';

/** Slack waits 3 s for the answer to a form. */
const CHECK_WITHIN_MS = 1500;

/**
 * @param instead what `Edits.start` makes of it
 * @returns the change; or why it is not taken, as plain text
 */
export async function takeChange(
  { wish, name, key, instead }: { wish: string; name?: string; key: string; instead?: string | undefined },
  generation: Generation,
  actor: Actor,
  slack: SlackContext,
): Promise<Generation | string> {
  if (!wish) return 'Write what should be different.';
  if (wish.length > PROMPT_LIMIT) return tooLong(wish.length);
  const ask = changeAsk(generation, actor, wish, name);
  if (!ask) return NOTHING_TO_CHANGE;
  const { blockers } = await slack.admit(ask, { withinMs: CHECK_WITHIN_MS });
  if (blockers[0]) return blockerText(blockers[0], slack);
  const taken = await slack.generations.edits.start(ask, key, instead);
  if (!taken) return LINE_FULL;
  slack.log.info({ team: actor.team, generation: taken.id }, 'An ask was taken');
  return taken;
}

function tooLong(characters: number): string {
  return `This is too much at once: ${thousands(characters)} characters, and ${thousands(PROMPT_LIMIT)} fit. Send it in parts.`;
}

/**
 * The change of a finished document, in the document's thread; undefined where there is nothing to change.
 * @param name what people read as the wish, where its words were written for the service
 */
export function changeAsk(
  generation: Generation,
  { team, person }: Actor,
  wish: string,
  name?: string,
): Ask | undefined {
  const { docId, docUrl, title, label, exportAs, channel, threadTs, rootTs } = generation;
  if (!docId || !isChangeable(generation)) return undefined;
  return askSchema.parse({
    team,
    person,
    work: { kind: 'edit', document: { docId, docUrl, title: title ?? label } },
    source: { kind: 'text' },
    prompt: wish,
    ...(name && { title: name }),
    exportAs,
    destination: { channel, threadTs: threadTs ?? rootTs },
  });
}

export const LINE_FULL =
  'A change of this document is under way and another one waits for its turn. Send yours once one of them is through.';

function blockerText(blocker: Blocker, slack: SlackContext): string {
  if (blocker.part === 'connection') return connectionError(blocker.blocker, slack);
  if (blocker.part === 'work') return workError[blocker.blocker];
  return 'Deckhand can no longer post where this document is. Change it there, or make it anew elsewhere.';
}
