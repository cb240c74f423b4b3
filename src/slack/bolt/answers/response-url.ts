import { z } from 'zod';
import type { Actor } from '../../../actor.ts';
import type { Store } from '../../../storage/store.ts';
import type { Message } from '../../kit/blocks/parts.ts';
import type { SlackContext } from '../context.ts';
import type { Click } from '../requests.ts';

/** How long after a command or click Slack accepts messages at its `response_url`, in milliseconds. */
export const RESPONSE_URL_MS = 30 * 60_000;

/**
 * Posts to the `response_url` of a person's command or click. A new message is ephemeral, so only that person sees it.
 * @throws if Slack rejects the message
 */
export async function postToResponseUrl(
  responseUrl: string,
  message:
    | (Pick<Message, 'text'> & Partial<Message> & { replace_original: boolean })
    | { delete_original: true },
  { fetch }: Pick<SlackContext, 'fetch'>,
): Promise<void> {
  const answer = await fetch(responseUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ response_type: 'ephemeral', ...message }),
  });
  if (!answer.ok) throw new Error(`Slack rejected a message at a response_url with status ${answer.status}`);
}

/** Stores each `response_url` that is needed after a form is submitted. The form does not contain it, because a form can be forged. */
export interface ResponseUrls {
  /**
   * Stores the `response_url` of a click. Does nothing if the click was not on a message.
   * @param id id of the form's view, or of the proposal that the form changes
   */
  remember(click: Pick<Click, 'actor' | 'body'>, id: string): Promise<void>;
  /** Returns the stored `response_url` and its channel; undefined if none is stored, or if Slack no longer accepts it. */
  find(actor: Actor, id: string): Promise<StoredUrl | undefined>;
}

const storedUrl = z.object({ responseUrl: z.string(), channel: z.string() });
type StoredUrl = z.output<typeof storedUrl>;

/** @param store an encrypted store, because anybody who has a `response_url` can post in the conversation */
export function createResponseUrls(store: Pick<Store<unknown>, 'get' | 'set'>): ResponseUrls {
  const keyOf = ({ team, person }: Actor, id: string) => `${team}/${person}/${id}`;
  return {
    async remember({ actor, body }, id) {
      const { response_url: responseUrl, channel } = body;
      if (!responseUrl || !channel) return;
      await store.set(keyOf(actor, id), { responseUrl, channel: channel.id }, RESPONSE_URL_MS);
    },
    find: async (actor, id) => storedUrl.safeParse(await store.get(keyOf(actor, id))).data,
  };
}

/** Replaces the message from which a form was opened, or deletes it if `draw` returns null. Never throws: the form is already accepted. */
export async function replaceOriginalMessage(
  actor: Actor,
  id: string,
  draw: (channel: string) => Message | null | Promise<Message>,
  slack: SlackContext,
): Promise<void> {
  try {
    const stored = await slack.responseUrls.find(actor, id);
    if (!stored) return;
    const message = await draw(stored.channel);
    const answer = message ? { ...message, replace_original: true } : { delete_original: true as const };
    await postToResponseUrl(stored.responseUrl, answer, slack);
  } catch (err) {
    slack.log.info(
      { team: actor.team, err },
      'The message from which a form was opened could not be replaced',
    );
  }
}
