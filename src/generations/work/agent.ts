import type { StepContext } from '../context.ts';
import type { Generation } from '../generation.ts';
import { agentsUnderWay } from '../store.ts';
import { isBusy, isLimitReached } from './busy.ts';
import { askPatiently, linkIn } from './document.ts';
import { agentRequest } from './request.ts';
import type { Wait, Work } from './work.ts';

/**
 * A document made by the service's thorough agent, for up to 25 minutes. A workspace has a few at once and no more: those
 * that were refused for that keep their order, so that the place in line that people read is true.
 */
export const agentWork: Work = {
  async submit(client, ask, text) {
    const { generationId, warnings } = await client.createAgentGeneration(agentRequest(ask, text));
    return { id: generationId, warnings };
  },
  poll: (client, id, signal) => client.getAgentGeneration(id, signal),
  limits: (policy) => ({
    follow: Math.max(policy.followLimitMs, policy.agentFollowLimitMs),
    submitRetry: policy.agentRetryMs,
  }),
  bringsLink: ({ exportAs }) => exportAs !== undefined,
  async link({ generationId = '' }, client, context, signal) {
    return linkIn(await askPatiently(() => client.getAgentGeneration(generationId, signal), context, signal));
  },
  isRefusal: isBusy,
  async turn(generation, context) {
    const place = await placeInLine(generation, context);
    return place.ahead > 0 ? place : undefined;
  },
  async waitAfter(error, generation, _, context) {
    if (isBusy(error)) return { for: 'service' };
    return isLimitReached(error) ? placeInLine(generation, context) : undefined;
  },
};

async function placeInLine(
  generation: Generation,
  { db }: StepContext,
): Promise<Extract<Wait, { for: 'turn' }>> {
  const agents = await agentsUnderWay(db, generation.team);
  const underWay = agents.filter(
    ({ id, state }) => id !== generation.id && (state === 'submitting' || state === 'following'),
  ).length;
  const before = agents.slice(
    0,
    agents.findIndex(({ id }) => id === generation.id),
  );
  // Those that were refused; one that has not been sent yet may find room.
  const ahead = before.filter(({ state, failure }) => state === 'collecting' && failure).length;
  return { for: 'turn', underWay, ahead };
}
