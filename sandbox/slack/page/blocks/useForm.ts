import type { AnyBlock, KnownBlock } from '@slack/types';
import { useState } from 'react';
import type { Container, ViewState } from '../../protocol.ts';
import { completeState } from '../../views/state.ts';
import { useAsk } from '../modal/Ask.tsx';
import { useClient, useModel } from '../state/context.ts';
import type { Form, Press } from './form.ts';

const NO_ANSWER = 'The app did not respond. Try again?';
const none: Record<string, string> = {};
const pressKey = (blockId: string, actionId: string): string => `${blockId}/${actionId}`;

/** Holds the values of the elements in one message or view, and sends actions to the app. */
export function useForm(container: Container, blocks: AnyBlock[]): Form {
  const client = useClient();
  const ask = useAsk();
  const currentChannel = useModel((model) => model.place.channel);
  const [state, setState] = useKept(blocks);
  const [pressed, setPressed] = useState<string[]>([]);
  const [failures, setFailures] = useState(none);

  const press = async ({ blockId, actionId, payload, value, confirm }: Press): Promise<boolean> => {
    const key = pressKey(blockId, actionId);
    if (pressed.includes(key) || (confirm && !(await ask(confirm)))) return false;
    const after = value ? withValue(state, blockId, actionId, value) : state;
    setState(after);
    setPressed((keys) => [...keys, key]);
    const outcome = await client.api
      .action({ user: client.me(), container, blockId, actionId, payload, state: after })
      .catch(() => ({ ok: false, error: NO_ANSWER }));
    setPressed((keys) => keys.filter((other) => other !== key));
    setFailures(outcome.ok ? none : { [blockId]: outcome.error ?? NO_ANSWER });
    return outcome.ok;
  };

  return {
    container,
    state,
    errors: none,
    failures,
    currentChannel,
    press,
    hold: (blockId, actionId, update) =>
      setState((current) => withValue(current, blockId, actionId, update(current[blockId]?.[actionId]))),
    isPressed: (blockId, actionId) => pressed.includes(pressKey(blockId, actionId)),
    options: (blockId, actionId, value) =>
      client.api.options({ user: client.me(), container, blockId, actionId, value }),
  };
}

const stateOf = (blocks: AnyBlock[], kept: ViewState = {}): ViewState =>
  completeState(blocks as KnownBlock[], kept);

const withValue = (
  state: ViewState,
  blockId: string,
  actionId: string,
  value: Record<string, unknown>,
): ViewState => ({ ...state, [blockId]: { ...state[blockId], [actionId]: value } });

/** State that follows the blocks. An update of a view keeps the values of fields that stay, as in Slack. */
function useKept(blocks: AnyBlock[]) {
  const [kept, setKept] = useState<{ blocks: AnyBlock[]; state: ViewState }>(() => ({
    blocks,
    state: stateOf(blocks),
  }));
  let current = kept;
  if (kept.blocks !== blocks) {
    current = { blocks, state: stateOf(blocks, kept.state) };
    setKept(current);
  }
  const setState = (next: ViewState | ((state: ViewState) => ViewState)): void =>
    setKept((before) => ({
      ...before,
      state: typeof next === 'function' ? next(before.state) : next,
    }));
  return [current.state, setState] as const;
}
