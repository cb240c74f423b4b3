import { z } from 'zod';
import { sectionsFault } from '../../../asks/sections.ts';
import { type Format, PROMPT_LIMIT } from '../../../service/options.ts';
import { characterCount, clip } from '../../../text.ts';
import { plain } from '../blocks/text.ts';
import { FIELD_LIMIT, input, tooLong } from '../form/controls.ts';
import type { Control } from '../form/field.ts';

/** A prompt that is split into several inputs, because `/deck` accepts more text than one input in Slack can hold. */
export interface PromptParts {
  texts: string[];
  /** The separators that were removed when the text was split: `joins[0]` was between `texts[0]` and `texts[1]`. */
  joins: Join[];
}
type Join = '\n' | ' ' | '';

/** Maximum number of inputs for one prompt. Slack allows 100 blocks in a view, and the other fields need some of them. */
const PARTS_LIMIT = 40;

/** Splits a text into parts that each fit into one input. Stores the separators in `joins`, because Slack may trim white space. */
export function splitPrompt(text: string): PromptParts {
  const texts: string[] = [];
  const joins: Join[] = [];
  let rest = text;
  while (rest.length > FIELD_LIMIT && texts.length < PARTS_LIMIT - 1) {
    const { at, join } = splitPoint(rest);
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

/**
 * Returns where to split a text: at a line break or a space if possible, otherwise at the limit.
 * @param after minimum position of the line break or space, so that no input is nearly empty
 */
function splitPoint(text: string, after = FIELD_LIMIT / 2): { at: number; join: Join } {
  for (const join of ['\n', ' '] as const) {
    const at = text.lastIndexOf(join, FIELD_LIMIT);
    if (at > after) return { at, join };
  }
  const splitsPair = /[\uD800-\uDBFF]/.test(text.charAt(FIELD_LIMIT - 1));
  return { at: splitsPair ? FIELD_LIMIT - 1 : FIELD_LIMIT, join: '' };
}

/**
 * Splits a text into two parts that each fit into one input. The second part of a short text is empty.
 * @param text at most twice as long as the limit of one input
 */
export function splitInTwo(text: string): PromptParts {
  if (text.length <= FIELD_LIMIT) return { texts: [text, ''], joins: [] };
  const { at, join } = splitPoint(text, Math.max(FIELD_LIMIT / 2, text.length - FIELD_LIMIT));
  return { texts: [text.slice(0, at), text.slice(at + join.length)], joins: [join] };
}

const parts = z.object({
  texts: z.array(z.string()),
  joins: z.array(z.enum(['\n', ' ', ''])),
});

/** Returns the control of a prompt: one input for each element of `texts`, in blocks with the ids `prompt`, `prompt_2` and so on. */
export function promptControl(placeholder: string): Control<PromptParts, string> {
  return {
    ...inParts(placeholder, (part, of) => `…continued (${part + 1} of ${of})`),
    empty: splitPrompt(''),
    raw: parts,
    schema: z.codec(parts, z.string(), { decode: joinPrompt, encode: splitPrompt }),
  };
}

/**
 * Returns the control of a text in two inputs, for a text that may be longer than Slack's limit for one input.
 * @param limit maximum length of the whole text in characters, at most twice Slack's limit for one input
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
    empty: splitInTwo(''),
    raw: parts,
    schema: z.codec(
      parts.refine((typed) => characterCount(joinPrompt(typed)) <= limit, {
        error: ({ input }) => tooLong('This', characterCount(joinPrompt(input as PromptParts)), limit),
      }),
      z.string().optional(),
      {
        decode: (typed) => joinPrompt(typed) || undefined,
        encode: (text = '') => splitInTwo(text),
      },
    ),
  };
}

/** Returns the functions that draw and read one text in several inputs. @param next returns the label of each input after the first */
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

/** Returns the error message for a prompt; undefined if it is valid. Admission checks later whether all texts together are too long. */
export function promptFault(
  prompt: PromptParts,
  { source, file, startFrom }: { source?: unknown; file?: unknown[]; startFrom: 'text' | 'template' },
): string | undefined {
  const length = characterCount(joinPrompt(prompt));
  if (length === 0 && !file?.length && !source) {
    const what = startFrom === 'template' ? 'what should be different' : 'what it should be about';
    return `Write ${what}, or attach a file under More options.`;
  }
  return length > PROMPT_LIMIT ? tooLong('This', length, PROMPT_LIMIT) : undefined;
}

/** Returns an error message if the typed text cannot have one slide for each section; undefined if it can. Does not check files. */
export function sectionsFieldFault(
  sections: 'kept' | 'free' | undefined,
  { prompt, file, slides, format = 'presentation' }: SectionsContext,
): string | undefined {
  if (sections !== 'kept') return undefined;
  if (slides) return 'Each section is one. Leave the number above empty, or choose to have it divided anew.';
  return file?.length || !prompt ? undefined : sectionsFault(joinPrompt(prompt), format, 'Your text');
}

interface SectionsContext {
  prompt?: PromptParts;
  file?: unknown[];
  slides?: string;
  format?: Format;
}
