import type { Actor } from '../../actor.ts';
import { languageOfWords } from '../../asks/mention/language-of-words.ts';
import { itemNamed, searchFor } from '../../asks/mention/names.ts';
import { withoutPhrase } from '../../asks/mention/prompt.ts';
import type { Request } from '../../asks/mention/understand.ts';
import { type Choices, newAsk } from '../../asks/new-ask.ts';
import type { Ask } from '../../asks/schema.ts';
import type { Named } from '../../catalogue/catalogue.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Sentence } from './sentence.ts';

type Names = { theme?: Named; template?: Named };

/**
 * Looks up the named themes and templates in the team's catalogue. A name that is not found stays in the prompt. If the sentence
 * calls it a theme or a template, a note says that there is none of this name.
 */
export async function resolveNames<R extends Pick<Request, 'named' | 'prompt' | 'choices' | 'notes'>>(
  request: R,
  team: string,
  { catalogue }: SlackContext,
): Promise<R & { choices: Names }> {
  let { prompt } = request;
  const choices: Names = {};
  const missing: { part: keyof Names; name: string }[] = [];
  for (const named of request.named) {
    const parts = named.part === 'either' ? (['theme', 'template'] as const) : [named.part];
    for (const part of parts) {
      if (choices[part]) continue;
      const search = part === 'theme' ? catalogue.themes : catalogue.templates;
      const found = itemNamed(named, (await search(team, searchFor(named))).items);
      if (found) {
        choices[part] = { id: found.item.id, name: found.item.name };
        prompt = withoutPhrase(prompt, found.phrase);
        break;
      }
      if (new RegExp(`\\b${part}\\b`, 'i').test(named.phrase)) missing.push({ part, name: named.name });
    }
  }
  const notes = missing
    .filter(({ part }) => !choices[part])
    .map(({ part, name }) => `I know no ${part} “${name}”.`);
  return {
    ...request,
    prompt,
    notes: [...request.notes, ...notes],
    choices: { ...request.choices, ...choices },
  };
}

/** What a sentence asks for, and the channels that it names. */
export interface Wanted extends Omit<Request, 'kind'> {
  /** The channel whose messages are the source, if `days` is set. */
  sourceChannel: string;
  /** The channel that the sentence says to post in. */
  target?: string | undefined;
}

/** Returns the ask that a request makes with the person's defaults; undefined if it does not say what it is about. */
export async function makeAsk(
  wanted: Wanted,
  sentence: Sentence,
  slack: SlackContext,
): Promise<Ask | undefined> {
  const { actor, channel } = sentence;
  const { prompt, choices } = wanted;
  const source = sourceOf(wanted, sentence);
  if (source.kind === 'text' && prompt === '') return undefined;
  const defaults: Choices = await defaultsFor(actor, channel, slack);
  const language = choices.language ?? defaults.language ?? (await languageOfWords(prompt));
  const destination = destinationOf(wanted, sentence);
  return newAsk({ actor, source, words: prompt, choices: { ...choices, language }, defaults, destination });
}

/** The person's defaults in a channel; none if they cannot be read. */
export function defaultsFor(actor: Actor, channel: string, { defaults, log }: SlackContext) {
  return defaults.forAsk({ ...actor, channel }).catch((err) => {
    log.warn({ team: actor.team, err }, 'An ask was made without defaults');
    return {};
  });
}

/** Returns the source of an ask: the messages of a channel, a file, the thread, or the words. */
export function sourceOf({ days, sourceChannel }: Wanted, { file, thread }: Sentence): Ask['source'] {
  if (days) {
    const { since, until } = days;
    return {
      kind: 'channel',
      channel: sourceChannel,
      since: since.toISOString(),
      until: until?.toISOString(),
    };
  }
  if (file) return { kind: 'file', fileId: file.id, name: file.name };
  return thread ? { kind: 'thread', ...thread } : { kind: 'text' };
}

/**
 * Returns where the result goes. A result for the person only goes to the person's id, not to the id of the direct messages, because
 * admission recognizes the asker, who may receive content of a private channel, by their own id.
 */
export function destinationOf({ days, isForPerson, target }: Wanted, { actor, isDirect, place }: Sentence) {
  if (target) return { channel: target };
  return isForPerson || (isDirect && days) ? { channel: actor.person } : place;
}
