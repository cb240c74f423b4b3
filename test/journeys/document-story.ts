import type { Message } from '../../sandbox/slack/protocol.ts';
import type { Person } from '../../sandbox/slack/stand-in.ts';
import type { Harness } from './harness.ts';
import type { StandIns } from './stand-ins.ts';
import { askForDeck, hasFile, untilCardSays, untilFormSays, untilThreadHas } from './story.ts';

/** Steps of stories about a finished document. */

/** Somebody's deck, delivered with its file. @returns its card */
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

/** Opens the view of the document by the menu on its card, and waits until it is filled. @returns the view as JSON */
export async function openMore(person: Person, card: Message): Promise<string> {
  await person.press(card, 'generation_export', `more:${idOn(card)}`);
  return untilFormSays(person, /Get a file into the thread|was deleted|is gone/);
}

/** The id of the document that a card is about. */
export function idOn(card: Message): string {
  return /"value":"more:([^"]+)"/.exec(JSON.stringify(card.blocks))?.[1] ?? '';
}

/** The service's id of the document that a card is about. */
export async function docIdOn({ db }: Harness, card: Message): Promise<string> {
  const rows = await db.query<{ doc_id: string }>('select doc_id from generations where id = $1', [
    idOn(card),
  ]);
  return rows[0]?.doc_id ?? '';
}
