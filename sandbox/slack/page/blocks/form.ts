import type { Confirm } from '@slack/types';
import { createContext, use } from 'react';
import type { Container, ViewState } from '../../protocol.ts';
import type { OptionsAnswer } from '../state/api.ts';

/** What the elements of one message or view share. */
export interface Form {
  container: Container;
  state: ViewState;
  /** By block_id: what is wrong at a field. */
  errors: Record<string, string>;
  /** Holds a value without telling the app (inputs). */
  hold(blockId: string, actionId: string, update: Update): void;
  /** Tells the app of a press or a choice; `value` is held too where the element has state. False where it came to nothing. */
  press(press: Press): Promise<boolean>;
  isPressed(blockId: string, actionId: string): boolean;
  /** By block_id: why the last press failed. */
  failures: Record<string, string>;
  options(blockId: string, actionId: string, query: string): Promise<OptionsAnswer>;
  /** Where the person was when the form came up, for `default_to_current_conversation`. */
  currentChannel: string | null;
}

/** An element's next state from its last: two may follow each other before the page is drawn again. */
export type Update = (before: Record<string, unknown> | undefined) => Record<string, unknown>;

export interface Press {
  blockId: string;
  actionId: string;
  /** As Slack sends it in `actions[0]`, besides the ids. */
  payload: Record<string, unknown>;
  /** New state of the element, where it has one. */
  value?: Record<string, unknown>;
  confirm?: Confirm;
}

export const FormContext = createContext<Form | null>(null);

export function useFormContext(): Form {
  const form = use(FormContext);
  if (!form) throw new Error('A Block Kit element stands outside a form.');
  return form;
}

/** The block that an element stands in. */
export interface BlockPlace {
  blockId: string;
  /** Input blocks keep what is chosen to themselves unless `dispatch_action` is set. */
  dispatches: boolean;
  /** Ids of the elements that name and describe the field, for screen readers. */
  labelId?: string;
  describedBy?: string;
  isInvalid?: boolean;
  isRequired?: boolean;
}

export const BlockContext = createContext<BlockPlace>({ blockId: '', dispatches: true });

export const useBlock = (): BlockPlace => use(BlockContext);
