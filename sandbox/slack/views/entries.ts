import type { KnownBlock } from '@slack/types';
import { TEXT_INPUT_LIMIT } from '../blocks/elements.ts';
import type { AnyBlock, Element } from '../blocks/walk.ts';
import type { ViewState } from '../protocol.ts';
import { stateField } from './state.ts';

/** Checks the entries of a form like a Slack client. Returns an error for each invalid field, by block_id. */
export function faultsOfEntries(blocks: readonly KnownBlock[], state: ViewState): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const block of blocks as unknown as AnyBlock[]) {
    if (block.type !== 'input' || !block.element) continue;
    const blockId = block.block_id ?? '';
    const fault = faultOfEntry(block, block.element, valueIn(state, blockId, block.element));
    if (fault) faults[blockId] = fault;
  }
  return faults;
}

const valueIn = (state: ViewState, blockId: string, element: Element): unknown =>
  state[blockId]?.[element.action_id ?? '']?.[stateField(element.type) ?? ''];

function faultOfEntry(block: AnyBlock, element: Element, value: unknown): string | undefined {
  if (isEmpty(value)) return block.optional ? undefined : 'Please complete this required field.';
  const check = CHECKS[element.type];
  return check?.(element, value);
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const CHECKS: Record<string, (element: Element, value: unknown) => string | undefined> = {
  plain_text_input: (element, value) => faultOfText(element, String(value)),
  number_input: (element, value) => faultOfNumber(element, String(value)),
  file_input: (element, value) => faultOfFiles(element, value as { name?: string; filetype?: string }[]),
};

function faultOfText(element: Element, text: string): string | undefined {
  const most = Number(element.max_length ?? TEXT_INPUT_LIMIT);
  const least = Number(element.min_length ?? 0);
  if (text.length > most) return `Please shorten this to ${most} characters or fewer.`;
  if (text.length < least) return `Please enter at least ${least} characters.`;
  return undefined;
}

function faultOfNumber(element: Element, text: string): string | undefined {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return 'Please enter a number.';
  if (!element.is_decimal_allowed && text.includes('.')) return 'Please enter a whole number.';
  const number = Number(text);
  if (element.min_value !== undefined && number < Number(element.min_value)) {
    return `Please enter a number of at least ${element.min_value}.`;
  }
  if (element.max_value !== undefined && number > Number(element.max_value)) {
    return `Please enter a number of at most ${element.max_value}.`;
  }
  return undefined;
}

/** Most files of an input without `max_files` (slack-facts, "Limits"). */
const FILES_LIMIT = 10;

function faultOfFiles(element: Element, files: { name?: string; filetype?: string }[]): string | undefined {
  const most = Number(element.max_files ?? FILES_LIMIT);
  if (files.length > most) return `Please upload at most ${most} ${most === 1 ? 'file' : 'files'}.`;
  const allowed = element.filetypes as string[] | undefined;
  if (allowed && !files.every((file) => isAllowedFile(file, allowed))) {
    return `Please upload only these types of file: ${allowed.join(', ')}.`;
  }
  return undefined;
}

/** Returns whether a file's extension or Slack's type for it (`markdown` for `md`, `text` for `txt`) is allowed. */
export function isAllowedFile(file: { name?: string; filetype?: string }, allowed: string[]): boolean {
  const ending = /\.([A-Za-z0-9]+)$/.exec(file.name ?? '')?.[1]?.toLowerCase() ?? '';
  return allowed.some((type) => type.toLowerCase() === ending || type === file.filetype);
}
