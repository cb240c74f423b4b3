import type { AllMiddlewareArgs, AnyMiddlewareArgs } from '@slack/bolt';
import { LRUCache } from 'lru-cache';
import type { SlackContext } from '../bolt/context.ts';
import { teamOf } from '../bolt/team.ts';
import { isFirstWelcome } from './home.ts';
import { firstUseWelcome } from './welcome.ts';

/** People known to have been welcomed, so that the database is not asked at each click. */
const KNOWN = 10_000;

/** What Slack sends when somebody uses Deckhand, with the parts that name them. */
interface Body {
  type?: string;
  command?: string;
  user_id?: string;
  user?: { id?: string };
  event?: { type?: string; user?: string; channel_type?: string; subtype?: string; bot_id?: string };
}

const PRESSES = ['block_actions', 'shortcut', 'message_action', 'view_submission'];

/** Who uses Deckhand with this; undefined where it only tells of something. */
function userOf({ type = '', command, user, user_id, event }: Body): string | undefined {
  if (command) return user_id;
  if (PRESSES.includes(type)) return user?.id;
  // An app that writes is nobody to be welcomed, and an edit or a file tells of something said before.
  if (event?.subtype || event?.bot_id) return undefined;
  const isWord = event?.type === 'message' && event.channel_type === 'im';
  return isWord || event?.type === 'app_mention' ? event.user : undefined;
}

/** Welcomes each person once, after what they asked for was seen to, and never in its way. */
export function welcomeFirstUse(slack: SlackContext) {
  const known = new LRUCache<string, true>({ max: KNOWN });

  async function isFirst(team: string, person: string): Promise<boolean> {
    const key = `${team} ${person}`;
    if (known.has(key)) return false;
    known.set(key, true);
    return isFirstWelcome({ team, person }, slack);
  }

  return async ({ next, body, context, client }: AnyMiddlewareArgs & AllMiddlewareArgs): Promise<void> => {
    const person = userOf(body as Body);
    const unwelcomed = (err: unknown) => slack.log.warn({ err }, 'a person was not welcomed');
    // Found out meanwhile: by the time that all is done, the team may have left and its rows be deleted.
    const first = person
      ? isFirst(teamOf(context, body as Parameters<typeof teamOf>[1]), person).catch(unwelcomed)
      : false;
    await next();
    if (!person || !(await first)) return;
    await client.chat.postMessage({ channel: person, ...firstUseWelcome(slack) }).catch(unwelcomed);
  };
}
