import type { Message } from '../../sandbox/slack/protocol.ts';
import type { Person } from '../../sandbox/slack/stand-in.ts';
import { buttonValue, mrkdwnOf, wordsOf } from '../support/reading.ts';
import type { StandIns } from './stand-ins.ts';
import { askForDeck, closeForms, hasFile, untilCardSays, untilFormSays, untilThreadHas } from './story.ts';
import { STUDIO_KEY } from './two-teams.ts';

/** Steps of stories about a finished document. */

/** Somebody has a deck made. @returns its card, once it is delivered with its file */
export async function aDeckBy(
  harness: StandIns,
  person: Person,
  title: string,
  channel = 'general',
): Promise<Message> {
  const root = await askForDeck(harness, title, { title }, { person, channel });
  await untilThreadHas(harness, root, hasFile, { person });
  return untilCardSays(harness, root, /Comments, readers/, person);
}

/** Opens the view of the document with the menu on its card, and waits until it is filled. @returns the view's words */
export async function openMore(person: Person, card: Message): Promise<string> {
  await person.press(card, 'generation_export', `more:${idOn(card)}`);
  return untilFormSays(person, /Get a file into the thread|was deleted|is gone/);
}

/** Somebody wants a document changed. @returns Slack's answer to the form */
export async function change(person: Person, card: Message, wish: string) {
  await person.press(card, 'document_change');
  await person.waitForView(({ view }) => view.callback_id === 'change_form');
  await person.fill({ wish });
  const answer = await person.submit();
  // The form stays open to say where the change appears.
  if (answer.ok && !answer.errors) await closeForms(person);
  return answer;
}

/** Opens the document's view, presses Delete, and types a title. @returns Slack's answer to the form */
export async function deleteAs(person: Person, card: Message, title: string) {
  await openMore(person, card);
  await person.press('view', 'document_delete');
  await untilFormSays(person, /Type its title/);
  await person.fill({ 'Type its title to delete it': title });
  return person.submit();
}

/** Somebody uses the service itself, without Deckhand. */
async function atService<T>({ service, env }: StandIns, path: string, body?: object): Promise<T> {
  const headers = { 'content-type': 'application/json', 'X-API-KEY': env.SERVICE_API_KEY ?? STUDIO_KEY };
  const sent = body && { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(`${service.baseUrl}/v1.0/${path}`, { headers, ...sent });
  if (!response.ok) throw new Error(`The service answered ${response.status}`);
  return (await response.json()) as T;
}

/** Returns the documents that the service's own search finds. */
export async function searchAtService(standIns: StandIns, words: string) {
  const path = `gammas/search?q=${encodeURIComponent(words)}`;
  return (await atService<{ hits: { id: string; title: string }[] }>(standIns, path)).hits;
}

/** Has the document of this title changed at the service itself. */
export async function changeAtService(standIns: StandIns, title: string, prompt: string): Promise<void> {
  const [doc] = await searchAtService(standIns, title);
  await atService(standIns, `agent/gammas/${doc?.id}/edits`, { prompt });
}

/** Makes a document at the service itself. */
export async function makeAtService(standIns: StandIns, title: string): Promise<void> {
  const ask = { inputText: title, title, textMode: 'preserve', format: 'presentation' };
  const { generationId } = await atService<{ generationId: string }>(standIns, 'generations', ask);
  standIns.service.finishNow(generationId);
}

/** Archives a document or template at the service itself. */
export const archiveAtService = (standIns: StandIns, id = '') =>
  atService(standIns, `gammas/${id}/archive`, {});

/** Returns Deckhand's id of the document that a card is about. */
export function idOn(card: Message): string {
  return buttonValue(card, 'generation_export', 'Comments, readers').slice('more:'.length);
}

/** Returns the service's id of the document that a card links to. */
export function docOn(card: Message): string {
  const [, doc] = /\/docs\/([^|>]+)\|/.exec(mrkdwnOf(card)) ?? [];
  if (!doc) throw new Error(`The card links to no document: ${wordsOf(card)}`);
  return decodeURIComponent(doc);
}
