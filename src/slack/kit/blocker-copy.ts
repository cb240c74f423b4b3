import type { Blocker, CatalogueBlocker, ConnectionBlocker, WorkBlocker } from '../../asks/admission.ts';
import type { SourceReason } from '../../sources/problem.ts';
import { actions } from '../bolt/action-ids.ts';
import { failureCopy } from './failure-copy.ts';
import { button, type Deployment } from './parts.ts';
import { mention, serviceText } from './text.ts';
import { asValue } from './typed-words.ts';

/** Sentences of several surfaces on what stands in the way of an ask, and what a person can do about it. */

/** As plain text, for a field of a form. */
export function connectionError(blocker: ConnectionBlocker, { serviceName }: Deployment): string {
  const sentences: Record<ConnectionBlocker, string> = {
    unconnected: `Deckhand is not connected to ${serviceName} yet, so nothing can be made. A Slack admin can connect it with /deck connect.`,
    expired: `The connection to ${serviceName} has to be renewed before anything can be made. A Slack admin can renew it with /deck connect.`,
    key_refused: `The key that Deckhand has for ${serviceName} is refused, so nothing can be made. Whoever runs Deckhand has to renew it.`,
  };
  return sentences[blocker];
}

/** As plain text, for a field of a form or a message. */
export const workError: Record<WorkBlocker, string> = {
  no_thorough_webpage:
    'Web pages are only made quickly. Ask for one without “thorough”, or choose another format.',
  theme_beside_template:
    'Made thoroughly, a template keeps its own theme. Leave out the theme or the template, or have it made quickly.',
  too_much_under_way:
    'Deckhand is making as much for this workspace as it makes for one at once. Nothing was spent; ask again when some of it is done.',
};

/** As plain text, for a field of a form or a message. */
export const catalogueError: Record<CatalogueBlocker, string> = {
  theme_gone: 'This theme no longer exists. Choose another, or leave it empty.',
  template_closed:
    'This template is no longer there, or it is a document that you cannot open. Choose another, or leave it empty.',
  folder_gone: 'This folder no longer exists. Choose another, or leave it empty.',
};

/** Nobody said in time whether somebody may use it. */
export const TEMPLATE_UNKNOWN =
  'Deckhand could not find out whether you may use this template. Choose it again, or try again in a moment.';

/** The same, as mrkdwn for a block. @param askAbout admins, for somebody who may not connect */
export function connectionNotice(
  blocker: ConnectionBlocker,
  askAbout: string[] | undefined,
  deployment: Deployment,
): string {
  const service = serviceText(deployment.serviceName);
  if (blocker === 'key_refused') return `:warning: ${keyRefused(service)}`;
  const what =
    blocker === 'unconnected'
      ? `Deckhand is not connected to ${service} yet, so nothing can be made.`
      : `The connection to ${service} has to be renewed before anything can be made.`;
  return `:warning: ${what}${askAbout ? ` ${whomToAsk(askAbout)}` : ''}`;
}

/** The configured key does not work. @param service the service's name, already escaped */
export function keyRefused(service: string): string {
  return `*The key that Deckhand has for ${service} is refused*, so nothing can be made. Whoever runs Deckhand has to renew it.`;
}

export function whomToAsk(admins: string[]): string {
  const names = admins.map(mention);
  const who = names.length > 0 ? ` (${names.join(', ')})` : '';
  return `A Slack admin${who} can do that with \`/deck connect\`.`;
}

/** Opens the offer to connect the team. */
export function connectButton({ serviceName }: Deployment) {
  return button(`Connect to ${serviceName}`, actions.connect, 'form', 'primary');
}

/** For people who may not connect. @param words those typed, which the answer says again */
export function askAdminButton(words = '') {
  return button('Ask an admin', actions.askAdmin, asValue(words), 'primary');
}

type SourceBlocker = Extract<Blocker, { part: 'source' }>['blocker'];

/** Why a thread cannot be used. @param deployment with the service's name escaped for where it is said */
export function threadProblem(
  found: SourceBlocker | SourceReason,
  { channel }: { channel: string },
  { serviceName, optOutReaction }: Deployment,
): string {
  const reason = reasonOf(found);
  const { what, next } = failureCopy(reason, serviceName, { optOutReaction });
  return `${what} ${reason === 'not_in_channel' && isDirect(channel) ? NO_WAY_IN : next}`;
}

function reasonOf(found: SourceBlocker | SourceReason): SourceReason {
  switch (found) {
    // A private conversation that Deckhand is not in is one that Slack does not show.
    case 'channel_gone':
    case 'uninstalled':
      return 'not_in_channel';
    case 'source_not_text':
      return 'source_unreadable';
    case 'recipient_outside':
      return 'private_elsewhere';
    default:
      return found;
  }
}

const NO_WAY_IN =
  'It cannot be added to a direct message between people: paste what matters into `/deck`, or bring the talk to a channel.';

/** True for Deckhand's own conversation with a person, too, which it is always in. */
function isDirect(channel: string): boolean {
  return channel.startsWith('D');
}
