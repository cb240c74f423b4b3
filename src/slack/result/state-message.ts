import type { Progress } from '../../generations/delivery/delivery.ts';
import type { Generation, State } from '../../generations/generation.ts';
import type { Deployment, Message } from '../kit/parts.ts';
import { resultMessage } from './card.ts';
import { failureMessage } from './failure.ts';
import { progressMessage } from './progress.ts';
import { disconnectedMessage, lateMessage, stoppedMessage, unsureMessage } from './waiting.ts';

type Builder = (generation: Generation, deployment: Deployment, progress?: Progress) => Message;

const builders: Record<State, Builder> = {
  queued: progressMessage,
  collecting: progressMessage,
  submitting: progressMessage,
  following: progressMessage,
  delivering: resultMessage,
  delivered: resultMessage,
  late: lateMessage,
  failed: failureMessage,
  stopped: stoppedMessage,
  unsure: unsureMessage,
  disconnected: disconnectedMessage,
};

/** The first message of a generation, as its state has it. */
export function stateMessage(generation: Generation, deployment: Deployment, progress?: Progress): Message {
  return builders[generation.state](generation, deployment, progress);
}
