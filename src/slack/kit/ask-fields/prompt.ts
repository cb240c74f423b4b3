import { z } from 'zod';
import { STEERING_LIMIT } from '../../../asks/new-ask.ts';
import { sectionsFault } from '../../../asks/sections.ts';
import { type Format, PROMPT_LIMIT } from '../../../service/options.ts';
import { characterCount, clip } from '../../../text.ts';
import { FIELD_LIMIT, input, tooLong } from '../form/controls.ts';
import type { Control } from '../form/field.ts';
import { plain } from '../text.ts';

/**
 * A prompt in as many inputs as it needs. `/deck` takes more text than Slack allows in one input; the rest goes on in a
 * second one, where it can be edited like the first.
 */
export interface PromptParts {
  texts: string[];
  /** The separators between neighbours before the split: one fewer than the texts. */
  joins: Join[];
}
type Join = '\n' | ' ' | '';

/** Keeps a form under Slack's 100 blocks; a command is far shorter. */
const PARTS_LIMIT = 40;

/**
 * Splits a text at a line break where there is one, else at a space. The separator is kept apart and comes back when the
 * parts are joined, since Slack may trim the ends of an input.
 */
export function partPrompt(text: string): PromptParts {
  const texts: string[] = [];
  const joins: Join[] = [];
  let rest = text;
  while (rest.length > FIELD_LIMIT && texts.length < PARTS_LIMIT - 1) {
    const { at, join } = placeToPart(rest);
    texts.push(rest.slice(0, at));
    joins.push(join);
    rest = rest.slice(at + join.length);
  }
  return { texts: [...texts, rest], joins };
}

export function joinPrompt({ texts, joins }: PromptParts): string {
  return texts
    .map((text, index) => (index === 0 ? text : `${joins[index - 1] ?? '\n'}${text}`))
    .join('')
    .trim();
}

/** A split in the first half would leave an input nearly empty. */
function placeToPart(text: string, after = FIELD_LIMIT / 2): { at: number; join: Join } {
  for (const join of ['\n', ' '] as const) {
    const at = text.lastIndexOf(join, FIELD_LIMIT);
    if (at > after) return { at, join };
  }
  const splitsPair = /[\uD800-\uDBFF]/.test(text.charAt(FIELD_LIMIT - 1));
  return { at: splitsPair ? FIELD_LIMIT - 1 : FIELD_LIMIT, join: '' };
}

/** Both parts fit, whatever place there is: a split too early would need a third. @param text at most twice as long */
export function partInTwo(text: string): PromptParts {
  if (text.length <= FIELD_LIMIT) return { texts: [text, ''], joins: [] };
  const { at, join } = placeToPart(text, Math.max(FIELD_LIMIT / 2, text.length - FIELD_LIMIT));
  return { texts: [text.slice(0, at), text.slice(at + join.length)], joins: [join] };
}

const parts = z.object({
  texts: z.array(z.string()),
  joins: z.array(z.enum(['\n', ' ', ''])),
});

/** One block a part; the second one's id is `prompt_2`. */
export function promptControl(placeholder: string): Control<PromptParts, string> {
  return {
    ...inParts(placeholder, (part, of) => `…continued (${part + 1} of ${of})`),
    empty: partPrompt(''),
    raw: parts,
    schema: z.codec(parts, z.string(), { decode: joinPrompt, encode: partPrompt }),
  };
}

/**
 * A text that may be longer than one of Slack's inputs, in two that are always there: the second goes on with the first.
 * @param limit in characters, up to twice Slack's
 */
export function twoInputs(
  limit: number,
  placeholder: string,
  more: string,
): Control<PromptParts, string | undefined> {
  const { blocks, ...both } = inParts(placeholder, () => more);
  return {
    ...both,
    blocks: (id, labels, { texts: [first = '', second = ''] }) =>
      blocks(id, labels, { texts: [first, second], joins: [] }),
    empty: partInTwo(''),
    raw: parts,
    schema: z.codec(
      parts.refine((typed) => characterCount(joinPrompt(typed)) <= limit, {
        error: ({ input }) => tooLong('This', characterCount(joinPrompt(input as PromptParts)), limit),
      }),
      z.string().optional(),
      {
        decode: (typed) => joinPrompt(typed) || undefined,
        encode: (text = '') => partInTwo(text),
      },
    ),
  };
}

/** @param next the label of an input after the first */
function inParts(
  placeholder: string,
  next: (part: number, of: number) => string,
): Pick<Control<PromptParts, string>, 'blocks' | 'read' | 'carry'> {
  return {
    blocks: (id, { label: first, hint, required }, { texts }) =>
      texts.map((text, part) => {
        const isFirst = part === 0;
        const label = isFirst ? first : next(part, texts.length);
        return input(
          blockOf(id, part),
          { label, ...(isFirst && hint && { hint }), ...(isFirst && required && { required }) },
          {
            type: 'plain_text_input',
            action_id: blockOf(id, part),
            multiline: true,
            max_length: FIELD_LIMIT,
            ...(placeholder && isFirst ? { placeholder: plain(placeholder, 150) } : {}),
            ...(text && { initial_value: clip(text, FIELD_LIMIT) }),
          },
        );
      }),
    read(id, values, carried) {
      const texts: string[] = [];
      for (let block = id; values[block]; block = blockOf(id, texts.length)) {
        texts.push((values[block]?.[block]?.value ?? '').toWellFormed());
      }
      return { texts, joins: carried?.joins ?? [] };
    },
    carry: ({ joins }) => ({ texts: [''], joins }),
  };
}

function blockOf(id: string, part: number): string {
  return part === 0 ? id : `${id}_${part + 1}`;
}

/** Characters: beside a file, the prompt goes to the service as instructions, which take 5,000 with two sentences of ours. */
const BESIDE_A_FILE = 4850;

/** The error of a prompt beside the source that it goes with. */
export function promptFault(
  prompt: PromptParts,
  { source, file, startFrom }: { source?: unknown; file?: unknown; startFrom: 'text' | 'template' },
): string | undefined {
  const length = characterCount(joinPrompt(prompt));
  if (source && length > STEERING_LIMIT) return tooLong('This', length, STEERING_LIMIT);
  if (length === 0 && !file && !source) {
    const what = startFrom === 'template' ? 'what should be different' : 'what it should be about';
    return `Write ${what}, or attach a text file under More options.`;
  }
  if (file && startFrom === 'text' && length > BESIDE_A_FILE) {
    return tooLong('With a file attached this', length, BESIDE_A_FILE);
  }
  return length > PROMPT_LIMIT ? tooLong('This', length, PROMPT_LIMIT) : undefined;
}

/** The error of sections that are to be kept: of typed text, since a file is not read yet. */
export function sectionsFieldFault(
  sections: 'kept' | 'free' | undefined,
  { prompt, file, cards, format = 'presentation' }: SectionsContext,
): string | undefined {
  if (sections !== 'kept') return undefined;
  if (cards) return 'Each section is one. Leave the number above empty, or choose to have it divided anew.';
  return file || !prompt ? undefined : sectionsFault(joinPrompt(prompt), format, 'Your text');
}

interface SectionsContext {
  prompt?: PromptParts;
  file?: unknown;
  cards?: string;
  format?: Format;
}
