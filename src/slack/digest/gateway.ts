import { type AdmissionPorts, type Blocker, createAdmission } from '../../asks/admission.ts';
import type { Clock } from '../../clock.ts';
import type { Digest, PauseReason } from '../../digests/digest.ts';
import type { ChannelFacts, DigestGateway } from '../../digests/gateway.ts';
import type { Log } from '../../log.ts';
import { retryRateLimited } from '../../sources/slack-read-retry.ts';
import { type FilterSettings, filterRulesFor } from '../../sources/transcript/filter.ts';
import type { SlackClients } from '../bolt/clients.ts';
import { findMessage, postMessage } from '../bolt/posts.ts';
import { conversationPorts } from '../kit/conversation.ts';
import { orOlderBlocks } from '../kit/older-blocks.ts';
import type { Deployment, Message } from '../kit/parts.ts';
import { countTalk } from './count-talk.ts';
import { digestNote } from './note-blocks.ts';

interface GatewayOptions extends FilterSettings {
  clients: SlackClients;
  deployment: Deployment;
  admissionPorts: AdmissionPorts;
  /** Messages asked for at once. */
  historyPage: number;
  clock: Clock;
  log: Log;
}

/** Slack, as digests use it. */
export function createDigestGateway(options: GatewayOptions): DigestGateway {
  const { clients, deployment, historyPage, clock, log } = options;
  const ports = { ...options.admissionPorts, ...conversationPorts(clients.reads, clock) };
  const admit = createAdmission(ports, { clock, log });

  /** The channel as it is now, or why a digest of it cannot be made or delivered. @throws where that is not known */
  async function channelOf(
    digest: Pick<Digest, 'team' | 'owner' | 'channel' | 'deliverTo' | 'choices'>,
    signal: AbortSignal,
  ): Promise<ChannelFacts | { because: PauseReason }> {
    const { team, owner: person, channel, deliverTo, choices } = digest;
    const source = { kind: 'channel' as const, channel };
    const destination = { channel: deliverTo.kind === 'person' ? deliverTo.person : channel };
    const { blockers, unanswered, conversation } = await admit(
      { team, person, source, destination, template: choices.template },
      { signal },
    );
    const [because] = blockers.flatMap(({ blocker }) => reasons[blocker] ?? []);
    if (because) return { because };
    // What the service does not say of a template now, the generation finds out.
    const [open] = unanswered.filter(({ part }) => part !== 'template');
    if (!conversation || open) throw open?.error;
    return { name: conversation.name || channel, isPrivate: conversation.isPrivate };
  }

  return {
    async checkChannel(digest, window, signal) {
      const found = await channelOf(digest, signal);
      if ('because' in found) return { open: false, ...found };
      const client = await clients.reads(digest.team);
      const rules = await retryRateLimited(() => filterRulesFor(digest.team, client, options), clock, signal);
      const { channel, threshold: upTo } = digest;
      const counting = { channel, window, historyPage, upTo, rules, clock, signal };
      const messages = await countTalk(client, counting);
      return { open: true, messages, ...found };
    },
    async postNote(digest, place, id, note) {
      const client = await clients.posts(digest.team);
      const post = (taken: Message) => postMessage(client, place, id, taken);
      const noteRefusal = (err: Error) => log.warn({ err }, 'Slack refused blocks, and gets older ones');
      return orOlderBlocks(digestNote(digest, note, deployment), post, noteRefusal);
    },
    async findNote(digest, place, id, since) {
      return findMessage(await clients.reads(digest.team), place, id, since);
    },
  };
}

/** Blockers of a digest; admission is asked about no theme and no file here. */
const reasons: Partial<Record<Blocker['blocker'], PauseReason>> = {
  unconnected: 'unconnected',
  expired: 'unconnected',
  key_refused: 'unconnected',
  uninstalled: 'removed',
  channel_gone: 'gone',
  not_in_channel: 'absent',
  channel_archived: 'archived',
  // Only who is in a channel may have it summed up, for as long as they are.
  not_a_member: 'owner_left',
  // Messages of a private channel go there, or to the digest's owner.
  private_elsewhere: 'private',
  recipient_outside: 'recipient_left',
  template_closed: 'template_gone',
};
