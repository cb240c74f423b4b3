import { type AdmissionPorts, type Blocker, createAdmission } from '../../asks/admission.ts';
import type { Clock } from '../../clock.ts';
import type { Digest, PauseReason } from '../../digests/digest.ts';
import type { ChannelFacts, DigestGateway } from '../../digests/gateway.ts';
import type { Log } from '../../log.ts';
import type { TeamSettingsStore } from '../../settings/team-settings.ts';
import type { SlackClient } from '../../slack-client.ts';
import { retryRateLimited } from '../../sources/slack-read-retry.ts';
import { type FilterSettings, filterRulesFor } from '../../sources/transcript/filter.ts';
import type { SlackClients } from '../bolt/calls/clients.ts';
import { adminsToAsk, askForPerson, mayUse } from '../bolt/permissions/roles.ts';
import { conversationPorts } from '../kit/lookups/conversation.ts';
import { countMessages } from './count-messages.ts';

interface GatewayOptions extends FilterSettings {
  clients: SlackClients;
  admissionPorts: AdmissionPorts;
  settings: Pick<TeamSettingsStore, 'of'>;
  /** Maximum number of messages that Slack returns per page. */
  historyPage: number;
  clock: Clock;
  log: Log;
}

/** Creates the gateway that checks the channel of a digest with Slack's API before the digest is made. */
export function createDigestGateway(options: GatewayOptions): DigestGateway {
  const { clients, historyPage, clock, log } = options;
  const ports = { ...options.admissionPorts, ...conversationPorts(clients.reads, { clock }) };
  const admit = createAdmission(ports, { clock, log });

  /** Returns the digest's channel, or why no digest of it can be made or delivered. @throws if Slack does not respond */
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
    // Start the digest even if the check of the template did not finish. If the template does not exist, the generation fails later.
    const [open] = unanswered.filter(({ part }) => part !== 'template');
    if (!conversation || open) throw open?.error;
    return { name: conversation.name || channel, isPrivate: conversation.isPrivate };
  }

  /**
   * Returns why a digest's owner may no longer use Deckhand, and the people to notify: admins, and an owner who is a guest. Returns
   * undefined if the owner still may use Deckhand. @throws if Slack does not respond
   */
  async function denialOfOwner({ team, owner: person }: Pick<Digest, 'team' | 'owner'>, client: SlackClient) {
    const { role } = await askForPerson({ client, team, person });
    if (mayUse(role, await options.settings.of(team))) return undefined;
    const admins = await adminsToAsk({ client, team }, log);
    return role === 'guest'
      ? { because: 'owner_guest' as const, tell: [person, ...admins] }
      : { because: 'owner_closed' as const, tell: admins };
  }

  return {
    async checkChannel(digest, window, signal) {
      const found = await channelOf(digest, signal);
      if ('because' in found) return { open: false, ...found };
      const client = await clients.reads(digest.team);
      const denied = await denialOfOwner(digest, client);
      if (denied) return { open: false, ...denied };
      const rules = await retryRateLimited(() => filterRulesFor(digest.team, client, options), clock, signal);
      const { channel, threshold: upTo } = digest;
      const counting = { channel, window, historyPage, upTo, rules, clock, signal };
      const messages = await countMessages(client, counting);
      return { open: true, messages, ...found };
    },
  };
}

/** Maps blockers to reasons for pausing a digest. A blocker that is not listed does not pause the digest. */
const reasons: Partial<Record<Blocker['blocker'], PauseReason>> = {
  unconnected: 'unconnected',
  expired: 'unconnected',
  key_refused: 'unconnected',
  uninstalled: 'removed',
  channel_gone: 'gone',
  not_in_channel: 'absent',
  channel_archived: 'archived',
  // The owner of a digest must be a member of its channel.
  not_a_member: 'owner_left',
  // A digest of a private channel may be sent only to that channel or to the digest's owner.
  private_elsewhere: 'private',
  recipient_outside: 'recipient_left',
  template_closed: 'template_gone',
  template_private: 'template_gone',
};
