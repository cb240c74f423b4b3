import { z } from 'zod';
import type { Actor } from '../../actor.ts';
import type { Message } from '../kit/parts.ts';
import type { SlackContext } from './context.ts';
import type { Click } from './requests.ts';
import { ANSWERABLE_MS, answerAt } from './response-url.ts';

/**
 * Messages from which forms were opened, so that they can be drawn anew once the form is sent. They stay on
 * our side: an address in a form could be anybody's.
 */
export interface AnswerPlaces {
  /** Does nothing for a click on no message. @param id of the form's view, or of what it is about */
  remember(click: Pick<Click, 'actor' | 'body'>, id: string): Promise<void>;
  /** The conversation of that message; undefined where there is none, or Slack takes no answer any more. */
  find(actor: Actor, id: string): Promise<AnswerPlace | undefined>;
}

const answerPlace = z.object({ responseUrl: z.string(), channel: z.string() });
type AnswerPlace = z.output<typeof answerPlace>;

/** Sealed: whoever has a `response_url` can write in that conversation. Keys of a team begin with it. */
interface Store {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown, ttlMs: number): Promise<void>;
}

export function createAnswerPlaces(store: Store): AnswerPlaces {
  const keyOf = ({ team, person }: Actor, id: string) => `${team}/${person}/${id}`;
  return {
    async remember({ actor, body }, id) {
      const { response_url: responseUrl, channel } = body;
      if (!responseUrl || !channel) return;
      await store.set(keyOf(actor, id), { responseUrl, channel: channel.id }, ANSWERABLE_MS);
    },
    find: async (actor, id) => answerPlace.safeParse(await store.get(keyOf(actor, id))).data,
  };
}

/** Puts a message in place of the one that a form was opened from. Never throws: what the form did is done. */
export async function redrawPlace(
  actor: Actor,
  id: string,
  draw: (channel: string) => Message | Promise<Message>,
  slack: Pick<SlackContext, 'answerPlaces' | 'fetch' | 'log'>,
): Promise<void> {
  try {
    const place = await slack.answerPlaces.find(actor, id);
    if (!place) return;
    const message = await draw(place.channel);
    await answerAt(place.responseUrl, { ...message, replace_original: true }, slack);
  } catch (err) {
    slack.log.info({ team: actor.team, err }, 'The message that a form was opened from was not drawn anew');
  }
}
