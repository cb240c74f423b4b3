import { parseRecipients } from '../../asks/recipients.ts';
import {
  CARDS_LIMIT,
  PROMPT_LIMIT,
  RECIPIENTS_LIMIT,
  STYLE_LIMIT,
  TITLE_LIMIT,
  TONE_LIMIT,
} from '../../service/options.ts';
import { isNotice } from '../kit/menu-notices.ts';
import { clip } from '../kit/text.ts';
import { joinPrompt } from './continuation.ts';
import { type Field, fields } from './fields.ts';
import { type AttachedFile, type DeckForm, takesField } from './form.ts';

/** What is wrong with a form by itself, keyed by the block it is said at; empty where it is right. */
export type FieldErrors = Record<string, string>;

type Fault = [field: string, sentence: string];

export function checkForm(form: DeckForm): FieldErrors {
  const faults = [
    ...promptFaults(form),
    ...fileFaults(form.file),
    ...choiceFaults(form),
    ...(takesField(form, 'cards') ? cardFaults(form.cards) : []),
    ...recipientFaults(form),
    ...lengthFaults(form),
  ];
  // The first fault of a field is the one to mend first.
  return Object.fromEntries(faults.reverse());
}

/**
 * With a file, the prompt goes to the service as instructions, which take 5,000 characters less a sentence of
 * ours.
 */
const STEERING_LIMIT = 4900;

/** With a thread our own sentences are longer. */
const FOCUS_LIMIT = 4000;

function promptFaults({ startFrom, prompt, file, source }: DeckForm): Fault[] {
  const { length } = joinPrompt(prompt);
  if (source && length > FOCUS_LIMIT) return [[fields.prompt, tooLong('This', length, FOCUS_LIMIT)]];
  if (length === 0 && !file && !source) {
    const what = startFrom === 'template' ? 'what should be different' : 'what it should be about';
    return [[fields.prompt, `Write ${what}, or attach a file below.`]];
  }
  if (file && startFrom === 'text' && length > STEERING_LIMIT) {
    return [[fields.prompt, tooLong('Together with a file this', length, STEERING_LIMIT)]];
  }
  return length > PROMPT_LIMIT ? [[fields.prompt, tooLong('This', length, PROMPT_LIMIT)]] : [];
}

const TEXT_FILE = /\.(md|markdown|txt)$/i;
/** A character takes at most four bytes in UTF-8, so beyond this there are certainly too many. */
const FILE_BYTES = PROMPT_LIMIT * 4;

function fileFaults(file: AttachedFile | undefined): Fault[] {
  if (!file) return [];
  if (!TEXT_FILE.test(file.name)) {
    return [
      [
        fields.file,
        `“${clip(file.name, 80)}” is no .md or .txt file. Save its text as one of these and attach that.`,
      ],
    ];
  }
  if (file.size === 0) return [[fields.file, 'This file is empty.']];
  if ((file.size ?? 0) > FILE_BYTES) {
    return [
      [
        fields.file,
        `This file has far more than the ${count(PROMPT_LIMIT)} characters that fit. Shorten it.`,
      ],
    ];
  }
  return [];
}

/** Menus may offer a sentence in place of what could not be loaded, and people may pick it. */
function choiceFaults(form: DeckForm): Fault[] {
  const faults: Fault[] = [];
  if (form.startFrom === 'template' && !form.template) {
    faults.push([fields.template, 'Choose the template, or start from text.']);
  }
  for (const field of ['template', 'theme', 'folder'] as const) {
    const choice = takesField(form, field) ? form[field] : undefined;
    if (choice && isNotice(choice.id)) {
      faults.push([fields[field], `This is not a ${field}. Search again, or leave it empty.`]);
    }
  }
  if (takesField(form, 'channel') && !form.channel)
    faults.push([fields.channel, 'Choose where it should be posted.']);
  return faults;
}

function cardFaults(cards: string): Fault[] {
  if (cards === '') return [];
  const isWithin = /^\d{1,9}$/.test(cards) && Number(cards) >= 1 && Number(cards) <= CARDS_LIMIT;
  return isWithin ? [] : [[fields.cards, `Give a whole number from 1 to ${CARDS_LIMIT}, or leave it empty.`]];
}

function recipientFaults({ recipients, recipientAccess }: DeckForm): Fault[] {
  const { recipients: valid, invalid } = parseRecipients(recipients);
  if (invalid.length > 0) {
    const which = invalid.slice(0, 3).map((each) => `“${clip(each, 60)}”`);
    const more = invalid.length > 3 ? ` and ${invalid.length - 3} more` : '';
    const are = invalid.length > 1 ? 'are no e-mail addresses' : 'is no e-mail address';
    return [[fields.recipients, `${which.join(', ')}${more} ${are}.`]];
  }
  if (valid.length > RECIPIENTS_LIMIT) {
    return [
      [fields.recipients, `These are ${valid.length} addresses; at most ${RECIPIENTS_LIMIT} can be given.`],
    ];
  }
  if (recipientAccess && valid.length === 0) return [[fields.recipients, 'Say who should get this access.']];
  return [];
}

function lengthFaults(form: DeckForm): Fault[] {
  const limits = {
    title: TITLE_LIMIT,
    imageStyle: STYLE_LIMIT,
    tone: TONE_LIMIT,
    audience: TONE_LIMIT,
  } as const;
  return Object.entries(limits).flatMap(([field, limit]): Fault[] => {
    const { length } = form[field as keyof typeof limits];
    return length > limit ? [[fields[field as Field], tooLong('This', length, limit)]] : [];
  });
}

function tooLong(what: string, length: number, limit: number): string {
  return `${what} has ${count(length)} characters; ${count(limit)} fit.`;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
