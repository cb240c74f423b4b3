import type { Step } from './context.ts';
import { notify, showState } from './delivery/messages.ts';
import { quietChannel } from './quiet.ts';

/**
 * States that end a run without a document, or wait for a person: the first message says so, and a line in the thread
 * tells the person. Said once for each time the state is come to, and again by whoever takes over after a crash.
 */
export const announce: Step = async (generation, context, run) => {
  const shown = await showState(generation, context, run.signal);
  // Whoever pressed Stop knows it already, and that a channel was quiet is nobody's trouble.
  if (generation.state === 'stopped' || quietChannel(generation)) return;
  await notify(shown, context, run.signal, `${generation.state}:${generation.updatedAt.getTime()}`);
};
