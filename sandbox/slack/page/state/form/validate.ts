import type { AnyBlock, InputBlock } from '@slack/types';
import type { ViewState } from '../../../protocol.ts';
import { heldValue } from './elementState.ts';
import { actionIdOf, blockIdOf } from './form.ts';

/** What the client itself finds wrong before anything is sent, by block_id. Empty where all is well. */
export function faultsOf(blocks: AnyBlock[], state: ViewState): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const [index, block] of blocks.entries()) {
    if (!isInput(block)) continue;
    const blockId = blockIdOf(block, index);
    const { element } = block;
    const fault = faultOf(block, heldValue(element.type, state[blockId]?.[actionIdOf(element)]));
    if (fault) faults[blockId] = fault;
  }
  return faults;
}

const isInput = (block: AnyBlock): block is InputBlock => block.type === 'input';

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

function faultOf({ element, optional }: InputBlock, value: unknown): string | null {
  if (isEmpty(value) || (typeof value === 'string' && value.trim() === ''))
    return optional ? null : 'Please complete this required field.';
  switch (element.type) {
    case 'plain_text_input':
      return lengthFault(String(value), element.min_length, element.max_length);
    case 'number_input':
      return numberFault(String(value), element);
    case 'email_text_input':
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(String(value)) ? null : 'Please enter a valid email address.';
    case 'url_text_input':
      return URL.canParse(String(value)) ? null : 'Please enter a valid URL.';
    default:
      return null;
  }
}

function lengthFault(value: string, min = 0, max = 3000): string | null {
  if (value.length < min) return `Please enter at least ${min} ${min === 1 ? 'character' : 'characters'}.`;
  if (value.length > max)
    return `Please shorten this to ${max} ${max === 1 ? 'character' : 'characters'} or fewer.`;
  return null;
}

interface NumberRule {
  is_decimal_allowed: boolean;
  min_value?: string;
  max_value?: string;
}

function numberFault(value: string, rule: NumberRule): string | null {
  const number = Number(value);
  if (!Number.isFinite(number)) return 'Please enter a valid number.';
  if (!rule.is_decimal_allowed && !Number.isInteger(number)) return 'Please enter a whole number.';
  if (rule.min_value !== undefined && number < Number(rule.min_value))
    return `Please enter a number of ${rule.min_value} or more.`;
  if (rule.max_value !== undefined && number > Number(rule.max_value))
    return `Please enter a number of ${rule.max_value} or less.`;
  return null;
}
