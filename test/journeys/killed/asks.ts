import { expect } from 'vitest';
import type { FileInfo, Message } from '../../../sandbox/slack/protocol.ts';
import type { Ask } from '../../../src/asks/schema.ts';
import { actions } from '../../../src/slack/bolt/routes/action-ids.ts';
import { wordsOf } from '../../support/reading.ts';
import { sendAs } from '../forged.ts';
import { PATIENCE_MS, untilCardSays } from '../story.ts';
import type { Stage } from './stage.ts';

/** One ask of Ana's, of each kind that the service makes for minutes. */
export interface KilledAsk {
  kind: Kind;
  /** In what is sent to the service, and in the message about it. */
  words: string;
  /** The document that is to be changed. */
  card?: Message;
  /** Words of another change of it, which goes first. */
  before?: string;
  /** Where the text is. */
  file?: FileInfo;
}
export type Kind = Ask['work']['kind'];
export const kinds: readonly Kind[] = ['document', 'agent', 'edit', 'image'];

/** The call that spends credits, as the service's records name it. */
export const routes: Record<Kind, string> = {
  document: 'POST /generations',
  agent: 'POST /agent/generations',
  edit: 'POST /agent/gammas/{gammaId}/edits',
  image: 'POST /images',
};

/** Of the document that is changed with these words. */
export const titleOf = (words: string) => words.replace('of edit', 'to be changed');

const CHANNEL = 'C0GENERAL';

/** Ana's form as Slack sends it. Drawing and filling it has stories of its own, and takes longer than what is held lasts. */
export async function send(stage: Stage, ask: KilledAsk): Promise<void> {
  const { callback_id, values, metadata = '' } = forms[ask.kind](ask);
  const { status, body } = await sendAs(
    { appUrl: () => stage.appUrl(), env: stage.standIns.env },
    { person: stage.standIns.ana.id },
    {
      type: 'view_submission',
      view: {
        ...{ type: 'modal', id: `V ${ask.kind} ${ask.words}`, team_id: 'T0SMALL', callback_id, blocks: [] },
        ...{ title: { type: 'plain_text', text: 'Form' }, private_metadata: metadata },
        state: { values: Object.fromEntries(Object.entries(values).map(([id, one]) => [id, { [id]: one }])) },
      },
      response_urls: [],
    },
  );
  if (status !== 200 || JSON.stringify(body ?? '').includes('errors'))
    throw new Error(`${ask.words} was not taken: ${status} ${JSON.stringify(body)}`);
}

interface Form {
  callback_id: string;
  values: Record<string, object>;
  metadata?: string;
}

const typed = (value: string) => ({ type: 'plain_text_input', value });
const chosen = (type: 'static_select' | 'radio_buttons', value: string) => ({
  type,
  selected_option: { value, text: { type: 'plain_text', text: value } },
});

function deckForm({ words, file }: KilledAsk, making: string): Form {
  return {
    callback_id: 'deck_form',
    values: {
      start_from: chosen('radio_buttons', file ? 'file' : 'text'),
      ...(file ? { file: { type: 'file_input', files: [file] } } : { prompt: typed(words) }),
      title: typed(words),
      format: chosen('static_select', 'presentation'),
      slides: { type: 'number_input', value: '1' },
      export_as: chosen('static_select', 'pptx'),
      making: chosen('radio_buttons', making),
      channel: { type: 'conversations_select', selected_conversation: CHANNEL },
    },
  };
}

/** Slack lets the app read what stands in a conversation where it is. */
export async function putFile({ standIns: { ana } }: Stage, words: string): Promise<FileInfo> {
  const text = new TextEncoder().encode(`${words}: the crane is due in May.`);
  const file = await ana.upload(`${words}.md`, text, 'text/markdown');
  await ana.say('general', 'Notes', { files: [file] });
  return file;
}

const forms: Record<Kind, (ask: KilledAsk) => Form> = {
  document: (ask) => deckForm(ask, 'quick'),
  agent: (ask) => deckForm(ask, 'thorough'),
  image: ({ words }) => ({
    callback_id: 'image_form',
    values: { picture: typed(words), picture_size: chosen('static_select', '16x9') },
    metadata: JSON.stringify({ channel: CHANNEL }),
  }),
  edit: ({ words, card }) => ({
    callback_id: 'change_form',
    values: { wish: typed(words) },
    metadata: JSON.stringify({
      id: /"action_id":"document_change","value":"([^"]+)"/.exec(JSON.stringify(card?.blocks))?.[1],
    }),
  }),
};

/** The app's messages about an ask: one, unless something was posted twice. A line that notifies has no buttons. */
export function messagesOf({ standIns: { slack } }: Stage, { words, card, before }: KilledAsk): Message[] {
  const isAbout = (message: Message) => {
    const said = wordsOf(message);
    // Whoever wants a document changed is asked about it by its title.
    return card ? !before || !said.includes(before) : said.includes(words);
  };
  return slack
    .messages('general', card?.ts)
    .filter((message) => message.bot && message.ts !== card?.ts && hasButtons(message) && isAbout(message));
}

const hasButtons = ({ blocks = [] }: Message) => JSON.stringify(blocks).includes('"action_id"');

/** How often the service was asked for it: `refused`, for the time being, or not. */
export function postsOf({ standIns: { service } }: Stage, { kind, words }: KilledAsk) {
  const posts = service.calls.filter(
    ({ route, body }) => route === routes[kind] && JSON.stringify(body).includes(words),
  );
  const refused = posts.filter(({ status }) => status === 429 || status === 503).length;
  return { refused, sent: posts.length - refused };
}

const ready: Record<Kind, RegExp> = {
  document: /Export as/,
  agent: /Export as/,
  edit: /I changed “/,
  image: /Again…/,
};

/** Ana has what she asked for, and everything once. */
export async function expectMade(stage: Stage, ask: KilledAsk, posts = 1): Promise<void> {
  const { card } = ask;
  const reply = () => repliesTo(stage, ask)[0];
  if (card) await expect.poll(reply, { timeout: PATIENCE_MS }).toBeDefined();
  const own = card ? (reply() ?? card) : await untilItSays(stage, ask, ready[ask.kind]);
  await expect.poll(() => filesOf(stage, ask, own).length).toBeGreaterThan(0);
  await stage.untilIdle();
  const files = filesOf(stage, ask, own);
  const pictures = files.filter(({ name }) => ask.kind !== 'image' && name.endsWith('.png'));
  expect(files).toHaveLength(1 + pictures.length);
  expect(pictures.length).toBeLessThanOrEqual(1);
  // A change leaves its reply only.
  expect(messagesOf(stage, ask)).toHaveLength(card ? 0 : 1);
  if (card) expect(repliesTo(stage, ask)).toHaveLength(1);
  expect(postsOf(stage, ask).sent).toBe(posts);
}

/** The replies in the thread of a document that say that this change is made. */
function repliesTo({ standIns: { slack } }: Stage, { words, card }: KilledAsk): Message[] {
  const thread = slack.messages('general', card?.ts);
  return thread.filter(({ bot, text }) => bot && ready.edit.test(text) && text.includes(words));
}

/** Ana is asked, once, and nothing more is sent without her yes. @returns the question */
export async function expectAsked(stage: Stage, ask: KilledAsk): Promise<Message> {
  const own = await untilItSays(stage, ask, /may spend credits again/);
  await expect.poll(() => notices(stage, own, ask)).toHaveLength(1);
  await stage.untilIdle();
  expect(notices(stage, own, ask)).toHaveLength(1);
  expect(messagesOf(stage, ask)).toHaveLength(1);
  expect(filesOf(stage, ask, own)).toEqual([]);
  expect(postsOf(stage, ask).sent).toBe(1);
  return own;
}

export async function sayYes(stage: Stage, ask: KilledAsk, question: Message): Promise<void> {
  expect(await stage.standIns.ana.press(question, actions.tryAgain)).toMatchObject({ ok: true });
  await expectMade(stage, ask, 2);
}

async function untilItSays(stage: Stage, ask: KilledAsk, words: RegExp): Promise<Message> {
  const first = () => messagesOf(stage, ask)[0];
  await expect.poll(first, { timeout: PATIENCE_MS }).toBeDefined();
  const message = first();
  if (!message) throw new Error('It was there, and is gone');
  return untilCardSays(stage.standIns, message, words);
}

const threadOf = (own: Message, { card }: KilledAsk) => card?.ts ?? own.ts;

/** Files below its message; those of the document that was changed are older. */
function filesOf({ standIns: { slack } }: Stage, ask: KilledAsk, own: Message) {
  const thread = slack.messages('general', threadOf(own, ask));
  return thread
    .filter(({ ts, bot }) => bot && Number(ts) >= Number(own.ts))
    .flatMap(({ files }) => files ?? []);
}

function notices({ standIns: { slack } }: Stage, own: Message, ask: KilledAsk): string[] {
  const thread = slack.messages('general', threadOf(own, ask));
  return thread
    .filter(({ bot, ts }) => bot && ts !== own.ts)
    .flatMap(({ text }) => (/decision/.test(text) ? [text] : []));
}
