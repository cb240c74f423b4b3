import type { AllMiddlewareArgs, AnyMiddlewareArgs } from '@slack/bolt';
import { LRUCache } from 'lru-cache';
import type { Actor } from '../../actor.ts';
import type { SlackClient } from '../../slack-client.ts';
import { actions } from '../bolt/action-ids.ts';
import type { SlackClients } from '../bolt/clients.ts';
import type { SlackContext } from '../bolt/context.ts';
import { refusalFor } from '../bolt/people.ts';
import type { Acting } from '../bolt/permissions.ts';
import { teamOf } from '../bolt/team.ts';
import type { TeamInstallation } from '../installation/installation.ts';
import { button, buttons, context, type Deployment, type Message, section } from '../kit/parts.ts';
import { serviceText } from '../kit/text.ts';

/** People known to have been welcomed, so that the database is not asked at each click. */
const KNOWN = 10_000;

/** The parts of Slack's requests that name the person. */
interface Body {
  type?: string;
  command?: string;
  user_id?: string;
  user?: { id?: string };
  event?: { type?: string; user?: string; channel_type?: string; subtype?: string; bot_id?: string };
}

const INTERACTIONS = ['block_actions', 'shortcut', 'message_action', 'view_submission'];

/** The person who uses Deckhand by this request; undefined for requests that nobody makes on purpose. */
function userOf({ type = '', command, user, user_id, event }: Body): string | undefined {
  if (command) return user_id;
  if (INTERACTIONS.includes(type)) return user?.id;
  // Apps are not welcomed, and edits and files are about something said before.
  if (event?.subtype || event?.bot_id) return undefined;
  const isSaid = event?.type === 'message' && event.channel_type === 'im';
  return isSaid || event?.type === 'app_mention' ? event.user : undefined;
}

/** Milliseconds; after years a person may be welcomed again. */
const WELCOMED_FOR_MS = 5 * 365 * 86_400_000;

/** True the first time: each person is welcomed once, in whichever way comes first. */
function isFirstWelcome({ team, person }: Actor, { once }: Pick<SlackContext, 'once'>): Promise<boolean> {
  return once(team, `welcome:${person}`, WELCOMED_FOR_MS);
}

type Needs = Pick<SlackContext, 'once' | 'serviceName'>;

/** To somebody who looks at Home. */
export async function welcomeOnce(client: SlackClient, actor: Actor, slack: Needs): Promise<void> {
  if (!(await isFirstWelcome(actor, slack))) return;
  await client.chat.postMessage({ channel: actor.person, ...firstUseWelcome(slack) });
}

/** To the person who installed Deckhand; on a second time, say to allow more scopes, they know it already. */
export function createInstallerWelcome(
  clients: Pick<SlackClients, 'posts'>,
  slack: Pick<SlackContext, 'connectCards' | 'once'> & Deployment,
) {
  return async ({ team, person }: TeamInstallation): Promise<void> => {
    if (!(await isFirstWelcome({ team, person }, slack))) return;
    const client = await clients.posts(team);
    const { channel, ts } = await client.chat.postMessage({ channel: person, ...installerWelcome(slack) });
    if (channel && ts) await slack.connectCards.remember(team, { kind: 'message', channel, ts });
  };
}

/** Welcomes each person once, after their request was handled, and never in its way. */
export function welcomeFirstUse(slack: Needs & Pick<SlackContext, 'clock' | 'settings' | 'log' | 'roleOf'>) {
  const known = new LRUCache<string, true>({ max: KNOWN });

  /** People whom Deckhand does not work for are not welcomed. */
  async function isFirst(acting: Acting): Promise<boolean> {
    const { team, person } = acting.actor;
    const key = `${team} ${person}`;
    if (known.has(key) || (await refusalFor('anyone', acting, slack))) return false;
    known.set(key, true);
    return isFirstWelcome(acting.actor, slack);
  }

  return async ({ next, body, context, client }: AnyMiddlewareArgs & AllMiddlewareArgs): Promise<void> => {
    const person = userOf(body as Body);
    const unwelcomed = (err: unknown) => slack.log.warn({ err }, 'a person was not welcomed');
    // Looked up meanwhile: once the request is handled, the team's rows may be deleted.
    const acting = person ? { client, actor: { team: teamOf(context), person } } : undefined;
    const first = acting ? isFirst(acting).catch(unwelcomed) : false;
    await next();
    if (!person || !(await first)) return;
    await client.chat.postMessage({ channel: person, ...firstUseWelcome(slack) }).catch(unwelcomed);
  };
}

/** To the person who installed Deckhand: what comes next. */
export function installerWelcome({ serviceName }: Deployment): Message {
  const service = serviceText(serviceName);
  return {
    text: `Deckhand is installed. Connect it to ${service}, then type \`/deck\` in a channel.`,
    blocks: [
      section('*Deckhand is installed.* Two steps are left:'),
      section(
        `1. Connect it to ${service}. The person who connects chooses the workspace whose credits are spent.\n2. In a channel, type \`/deck\` followed by what it should be about.`,
      ),
      ...buttons(button(`Connect to ${serviceName}`, actions.connect, 'welcome', 'primary')),
      ...context(
        'Every member of this workspace can use `/deck`, and guests once you let them, in `/deck settings`. `/deck help` lists what it can do.',
      ),
    ],
  };
}

/** To somebody who uses Deckhand for the first time, or looks at its Home. */
export function firstUseWelcome({ serviceName }: Deployment): Message {
  const service = serviceText(serviceName);
  return {
    text: 'Hello, this is Deckhand. Type `/deck` in a channel, followed by what it should be about.',
    blocks: [
      section(
        'Hello, this is Deckhand: I turn a few words, a text file or a conversation into a finished presentation, document, web page or social post.',
      ),
      section(
        'Write to me what you want, such as “ten slides on our spring launch, for customers”, or type `/deck` in a channel. The link and the file come back where you asked.',
      ),
      ...buttons(button('Create a deck', actions.create, 'welcome', 'primary')),
      ...context(
        `What you ask for is sent to ${service}, made by AI, and costs credits there. Texts are deleted here once the result is delivered.`,
      ),
    ],
  };
}
