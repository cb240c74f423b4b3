import type { Confirm } from '@slack/types';
import { createContext, use } from 'react';
import type { Container, ViewState } from '../../protocol.ts';
import type { OptionsAnswer } from '../state/api.ts';

/** What the elements of one message or view share. */
export interface Form {
  container: Container;
  state: ViewState;
  /** Error messages by block_id. */
  errors: Record<string, string>;
  /** Keeps a value without sending it to the app, as inputs do. */
  hold(blockId: string, actionId: string, update: Update): void;
  /** Sends an action to the app, and keeps `value` if the element has state. Resolves to whether the app acknowledged it. */
  press(press: Press): Promise<boolean>;
  isPressed(blockId: string, actionId: string): boolean;
  /** Error messages of the last action, by block_id. */
  failures: Record<string, string>;
  options(blockId: string, actionId: string, query: string): Promise<OptionsAnswer>;
  /** The open conversation, for `default_to_current_conversation`. */
  currentChannel: string | null;
}

/** Computes an element's next state from its last one, because two updates may come before the next render. */
export type Update = (before: Record<string, unknown> | undefined) => Record<string, unknown>;

export interface Press {
  blockId: string;
  actionId: string;
  /** The fields of `actions[0]` besides the ids. */
  payload: Record<string, unknown>;
  /** New state of the element, if it has state. */
  value?: Record<string, unknown>;
  confirm?: Confirm;
}

export const FormContext = createContext<Form | null>(null);

export function useFormContext(): Form {
  const form = use(FormContext);
  if (!form) throw new Error('A Block Kit element needs a FormContext.');
  return form;
}

/** The block of an element. */
export interface BlockPlace {
  blockId: string;
  /** Whether a choice is sent to the app. Input blocks do so only with `dispatch_action`. */
  dispatches: boolean;
  /** Ids of the elements that name and describe the field, for screen readers. */
  labelId?: string;
  describedBy?: string;
  isInvalid?: boolean;
  isRequired?: boolean;
}

export const BlockContext = createContext<BlockPlace>({ blockId: '', dispatches: true });

export const useBlock = (): BlockPlace => use(BlockContext);
