import type { AllMiddlewareArgs, AnyMiddlewareArgs } from '@slack/bolt';
import { LRUCache } from 'lru-cache';
import { flatText } from '../../asks/mention/flat-text.ts';
import { talkIn } from '../../asks/mention/talk.ts';
import type { SlackClients } from '../bolt/calls/clients.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Acting } from '../bolt/permissions/permissions.ts';
import { denialOfUse } from '../bolt/permissions/roles.ts';
import { teamOf } from '../bolt/receiving/team.ts';
import { isFirstWelcome } from '../bolt/requests.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import type { TeamInstallation } from '../installation/installation.ts';
import {
  button,
  buttons,
  context,
  type Deployment,
  type Message,
  plainMessage,
  section,
} from '../kit/blocks/parts.ts';
import { serviceText } from '../kit/blocks/text.ts';

/** Maximum number of people in the cache of welcomed people. Without the cache, every request would read the database. */
const KNOWN = 10_000;

/** The fields of Slack's requests that show who the person is and whether the person uses Deckhand. */
interface Body {
  type?: string;
  command?: string;
  user_id?: string;
  user?: { id?: string };
  event?: {
    type?: string;
    user?: string;
    channel_type?: string;
    subtype?: string;
    bot_id?: string;
    tab?: string;
    text?: string;
  };
}

const INTERACTIONS = ['block_actions', 'shortcut', 'message_action', 'view_submission'];

/** Returns true if the request is a greeting or a question for what Deckhand does, whose answer introduces it. */
function isIntroduced({ event }: Body): boolean {
  const talk = event?.text === undefined ? undefined : talkIn(flatText(event.text));
  return talk === 'greeting' || talk === 'help';
}

/** Returns the id of the person who uses Deckhand with this request; undefined for other requests, such as messages of apps. */
function userOf({ type = '', command, user, user_id, event }: Body): string | undefined {
  if (command) return user_id;
  if (INTERACTIONS.includes(type)) return user?.id;
  // Ignore messages of apps, and messages with a subtype, such as edits and deletions.
  if (event?.subtype || event?.bot_id) return undefined;
  const isDirect = event?.type === 'message' && event.channel_type === 'im';
  const isHome = event?.type === 'app_home_opened' && event.tab === 'home';
  return isDirect || isHome || event?.type === 'app_mention' ? event.user : undefined;
}

/** Returns a function that welcomes the person who installed Deckhand, unless that person was already welcomed. */
export function createInstallerWelcome(
  clients: Pick<SlackClients, 'posts'>,
  slack: Pick<SlackContext, 'once'> & Deployment,
) {
  return async ({ team, person }: TeamInstallation): Promise<void> => {
    if (!(await isFirstWelcome({ team, person }, slack))) return;
    const client = await clients.posts(team);
    await client.chat.postMessage({ channel: person, ...installerWelcome(slack) });
  };
}

/** Returns a Bolt middleware that welcomes each person once, after their first request was handled. Errors are only logged. */
export function welcomeFirstUse(slack: SlackContext) {
  const known = new LRUCache<string, true>({ max: KNOWN });

  /** Returns true if this is the person's first use of Deckhand. Returns false if the person may not use Deckhand. */
  async function isFirst(acting: Acting): Promise<boolean> {
    const { team, person } = acting.actor;
    const key = `${team} ${person}`;
    if (known.has(key) || (await denialOfUse('anyone', acting, slack))) return false;
    known.set(key, true);
    return isFirstWelcome(acting.actor, slack);
  }

  return async ({ next, body, context, client }: AnyMiddlewareArgs & AllMiddlewareArgs): Promise<void> => {
    const person = userOf(body as Body);
    const logError = (err: unknown) => slack.log.warn({ err }, 'A person could not be welcomed');
    // Check for the first use before the request is handled, because the handler may delete the team's rows in the database.
    const acting = person ? { client, actor: { team: teamOf(context), person } } : undefined;
    const first = acting ? isFirst(acting).catch(logError) : false;
    await next();
    if (!person || !(await first)) return;
    // The answer to "hi" or "what can you do?" has introduced Deckhand already.
    const message = isIntroduced(body as Body) ? plainMessage(whereTextsGo(slack)) : firstUseWelcome(slack);
    await client.chat.postMessage({ channel: person, ...message }).catch(logError);
  };
}

/** Builds the welcome for the person who installed Deckhand, with the next steps. */
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

/** Builds the message to a person who uses Deckhand or opens its Home for the first time. */
export function firstUseWelcome(deployment: Deployment): Message {
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
      ...context(whereTextsGo(deployment)),
    ],
  };
}

const whereTextsGo = ({ serviceName }: Deployment): string =>
  `What you ask for is sent to ${serviceText(serviceName)}, made by AI, and costs credits there. Texts are deleted here once the result is delivered.`;
