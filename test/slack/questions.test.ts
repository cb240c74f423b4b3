import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nearestTopics, questionsIn } from '../../src/asks/mention/questions.ts';
import { talkIn } from '../../src/asks/mention/talk.ts';
import { topics } from '../../src/asks/mention/topics.ts';
import type { Catalogue } from '../../src/catalogue/catalogue.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { createConnecting, playedSettings } from '../support/harness/slack.ts';
import { press } from '../support/harness/slack-requests.ts';
import { buttonsOf, wordsOf } from '../support/reading.ts';
import { type Place, talkTo } from './talk-to.ts';

/** Questions about Deckhand itself, and their answers. */

const READS = 'I read nothing by myself.';
const DIRECT = 'This is a direct message between you and me,';
const ALONE = 'What you ask for here comes to you alone,';
const ADMINS = 'Slack admins see who spent how much, when and in which conversation,';
const PHOTOS = 'I can’t put your photos into documents,';
const ATTACHED = 'Photos I don’t read and don’t keep.';
const KNOWN = 'I keep what you ask for until it is delivered,';
const OPT_OUT = 'Your messages in what others have made';
const READERS =
  'The person who asked for a document, and Slack admins who are in the conversation it was posted in, see how often';
const USAGE_SEEN = 'You and the Slack admins of this workspace.';
const OUTSIDE = 'Yes, if its link opens for them:';
const DATA = 'What you ask for, and the messages and files that it is made of, go to Gamma,';
const GDPR = '`/deck settings` sends each person their own data';
const TOKENS = 'The access to Gamma is stored encrypted';
const TRAINING = 'This workspace’s agreement with Gamma says whether it trains';
const ACCOUNT = 'one account at Gamma is connected for everyone';
const PAYER = 'It spends credits of the workspace at Gamma';
const USED = 'You have used 0 credits this month.';
const COST = 'What it costs here is known once something was made.';
const MINUTES = 'A quick document takes a minute or two,';
const LANGUAGES = 'I understand requests in many languages, and best in English,';
const THEMES = 'The themes are Theme 1, Theme 2, Theme 3,';
const UNDO = 'I can undo only on an open card, and none is open.';
const ERASE = '`/deck settings` has *Erase it*,';
const HUMAN = 'I’m software. A Slack admin';
const ABILITIES = 'What should I make? I make presentations,';
const FILES = 'I read Word, PowerPoint, PDF, Markdown,';
const WORD = 'I can read Word files, but not make them. I make PowerPoint, PDF and pictures (PNG).';
const CANNOT = 'I can’t do that. I make presentations,';
const FORMATS = 'A presentation is for showing, as PowerPoint.';

/** A question, as a direct message, and how its answer begins. */
const table: [question: string, answer: string][] = [
  ['is it confidential what I write here?', DIRECT],
  ['Ist das hier vertraulich?', DIRECT],
  ['what about gdpr', GDPR],
  ['was ist mit Datenschutz?', GDPR],
  ['DSGVO?', GDPR],
  ['can you forget everything i wrote?', ERASE],
  ['puis-je supprimer mes données ?', ERASE],
  ['brauchen die Kollegen einen Account?', ACCOUNT],
  ['je dois créer un compte ?', ACCOUNT],
  ['est-ce que ça prend longtemps ?', MINUTES],
  ['how much?', COST],
  ['was kostet die Änderung?', COST],
  ['sure, what does it cost?', COST],
  ['yes but who sees it?', ALONE],
  ['hi, r u a human?', HUMAN],
  ['Do you read all channels?', READS],
  ['are you listening to our conversations?', READS],
  ['Liest du alle Kanäle?', READS],
  ['Est-ce que tu lis tous les messages ?', READS],
  ['¿Lees todos los mensajes?', READS],
  ['who can read my messages?', DIRECT],
  ['who sees what i write here', DIRECT],
  ['who else will be able to read this chat', DIRECT],
  ['wer sieht was ich hier schreibe', DIRECT],
  ['Ist das, was ich hier schreibe, privat?', DIRECT],
  ['Qui peut lire mes messages ?', DIRECT],
  ['who can see my usage?', USAGE_SEEN],
  ['can my boss see how much I spent?', USAGE_SEEN],
  ['do admins see what i spend?', USAGE_SEEN],
  ['wer kann meinen Verbrauch sehen?', USAGE_SEEN],
  ['Kann mein Chef sehen, wie viel ich ausgegeben habe?', USAGE_SEEN],
  ['Qui peut voir mes dépenses ?', USAGE_SEEN],
  ['can admins see who read my documents?', READERS],
  ['who can see who opened my deck?', READERS],
  ['Kann mein Chef sehen, wer meine Folien liest?', READERS],
  ['can admins see my documents?', ADMINS],
  ['what do admins know about me?', ADMINS],
  ['is my work being monitored?', ADMINS],
  ['do admins read my private documents?', ADMINS],
  ['can my boss see my slides?', ADMINS],
  ['Können die Admins meine Dokumente sehen?', ADMINS],
  ['Sieht mein Chef meine Folien?', ADMINS],
  ['Est-ce que les admins peuvent voir mes documents ?', ADMINS],
  ['who can see what I make?', ALONE],
  ['who can open my documents?', ALONE],
  ['who can see my documents at Papermill?', ALONE],
  ['can others in the company open the link?', ALONE],
  ['who can open the link?', ALONE],
  ['wer kann meine Dokumente öffnen?', ALONE],
  ['Qui peut ouvrir mes documents ?', ALONE],
  ['can I share it with a customer?', OUTSIDE],
  ['Kann ich es einem Kunden schicken?', OUTSIDE],
  ['puis-je le partager avec un client ?', OUTSIDE],
  ['who can see this?', ALONE],
  ['is it for everyone?', ALONE],
  ['is that only for me?', ALONE],
  ['can the whole company see this?', ALONE],
  ['Can <@UBEN> see the deck?', ALONE],
  ['wer kann das sehen?', ALONE],
  ['Wer sieht die Präsentation?', ALONE],
  ['Qui peut voir ça ?', ALONE],
  ['¿quién puede ver esto?', ALONE],
  ['What happens to our data?', DATA],
  ['what happens with our data', DATA],
  ['where does papermill store the documents?', DATA],
  ['do you keep our data?', DATA],
  ['is it secure?', DATA],
  ['Was passiert mit unseren Daten?', DATA],
  ['Wo werden die Dokumente gespeichert?', DATA],
  ['Que deviennent nos données ?', DATA],
  ['Où sont stockées nos données ?', DATA],
  ['Is it used to train AI?', TRAINING],
  ['do you train on our messages?', TRAINING],
  ['Werden unsere Daten zum Training verwendet?', TRAINING],
  ['Mes données servent à entraîner l’IA ?', TRAINING],
  ['Do I need an account?', ACCOUNT],
  ['Brauche ich dafür ein Konto?', ACCOUNT],
  ['Faut-il avoir un compte ?', ACCOUNT],
  ['who paid for this?', PAYER],
  ['is this free?', PAYER],
  ['Wer zahlt das?', PAYER],
  ['Qui paie ?', PAYER],
  ['what did i spend', USED],
  ['how much did I spend', USED],
  ['how much have i spent this month?', USED],
  ['my usage', USED],
  ['wie viele Credits habe ich noch?', USED],
  ['Wie viel habe ich ausgegeben?', USED],
  ['combien de crédits il nous reste ?', USED],
  ['how much may I spend?', USED],
  ['what is my limit?', USED],
  ['Wie viel darf ich ausgeben?', USED],
  ['Combien puis-je dépenser ?', USED],
  ['how much will that be?', COST],
  ['What would a deck on pricing cost me?', COST],
  ['was kostet das?', COST],
  ['Combien ça coûte ?', COST],
  ['¿Cuánto cuesta?', COST],
  ['how long does it take?', MINUTES],
  ['wie lange dauert das?', MINUTES],
  ['Combien de temps ça prend ?', MINUTES],
  ['which languages do you speak?', LANGUAGES],
  ['Kannst du auch Deutsch?', LANGUAGES],
  ['Parles-tu français ?', LANGUAGES],
  ['what themes are there?', THEMES],
  ['Welche Themes gibt es?', THEMES],
  ['Quels thèmes y a-t-il ?', THEMES],
  ['what templates do you have?', 'The templates are Pitch. Say `with the template Pitch`.'],
  ['undo that', UNDO],
  ['can it be undone?', UNDO],
  ['can I get an earlier version back?', UNDO],
  ['Kann ich das rückgängig machen?', UNDO],
  ['Annule la dernière modification', UNDO],
  ['which channels are you in?', 'I read private channels only if a member has invited me,'],
  ['what permissions do you have?', 'I read private channels only if a member has invited me,'],
  ['who can use you?', 'All members of this Slack workspace, but no guests.'],
  ['what did Ben make?', 'I show documents only to people who are in'],
  ['can I see what Ben asked for?', 'I show documents only to people who are in'],
  ['what happens if someone leaves the company?', 'When somebody leaves, their documents stay at Gamma,'],
  ['make just for me the default', '`/deck settings` has the defaults,'],
  ['do you store our slack messages?', DATA],
  ['where are the servers?', DATA],
  ['who are the admins?', 'A Slack admin'],
  ['can I close slack meanwhile?', 'You can close Slack: I go on'],
  ['do I have to wait here?', 'You can close Slack: I go on'],
  ['when will it be ready?', 'A quick document takes a minute or two'],
  ['do you do powerpoint or just pdf?', 'I read Word, PowerPoint,'],
  ['who can see private channel decks?', 'Only its members can have something made of a private channel,'],
  ['can I see what people typed?', ADMINS],
  ['are prompts stored?', DATA],
  ['which ai model do you use?', 'Gamma writes the documents'],
  ['can i see a list of all documents?', 'I show documents only to people who are in'],
  ['do you work with slack connect?', 'All members of this Slack workspace, but no guests.'],
  ['what channels can I use?', 'I read private channels only if a member has invited me,'],
  ['can the admins see my photos deck?', ADMINS],
  ['export Ben’s data', 'Each person can have their own data sent'],
  ['what do you know about me?', KNOWN],
  ['send me my data', KNOWN],
  ['was weißt du über mich?', KNOWN],
  ['leave my messages out of documents', OPT_OUT],
  ['don’t use my messages', OPT_OUT],
  ['opt me out', OPT_OUT],
  ['delete everything you know about me', ERASE],
  ['Lösche bitte meine Daten', ERASE],
  ['Supprime mes données', ERASE],
  ['I want to talk to a human', HUMAN],
  ['Ich möchte mit einem Menschen sprechen', HUMAN],
  ['Je voudrais parler à un humain', HUMAN],
  ['show me what you can do', ABILITIES],
  ['Hallo, wie geht’s?', ABILITIES],
  ['Was kannst du alles?', ABILITIES],
  ['Qu’est-ce que tu sais faire ?', ABILITIES],
  ['which files can you read?', FILES],
  ['do you also read the files people attached here?', FILES],
  ['do you also make videos?', FILES],
  ['Welche Dateien kannst du lesen?', FILES],
  ['Quels fichiers peux-tu lire ?', FILES],
  ['actually make that a Word doc', WORD],
  ['can you make Word files?', WORD],
  ['als Word bitte', WORD],
  ['en Word', WORD],
  ['what is the difference between a deck and a document?', FORMATS],
  ['how do people ask for more credits', 'see and change the limits'],
  ['does it read private channels?', 'I read private channels only if a member has invited me,'],
  ['what data do you keep, and for how long', DATA],
  ['where do you store the access token', TOKENS],
  ['is it GDPR compliant', GDPR],
  ['can results be private by default', '`/deck settings` has the defaults,'],
  ['how do I set our brand theme for everybody', '`/deck settings` has the defaults,'],
  ['who made what this week', 'I show documents only to people who are in'],
  ['show me graces documents', 'I show documents only to people who are in'],
  ['which templates can people use?', 'The templates are Pitch.'],
  ['does that read the other channels too?', READS],
  ['what exactly will you read?', READS],
  ['which messages did you use', READS],
  ['where do you get the numbers from?', READS],
  ['what is a credit worth in dollars?', 'What a credit costs in money is in this workspace’s agreement'],
  ['is gamma down?', 'I can’t see whether Gamma is down before I use it.'],
  ['do failed decks cost credits', 'I can’t see whether Gamma is down before I use it.'],
  ['can you book a meeting room for monday', CANNOT],
  ['what’s the weather in Oslo', CANNOT],
  ['who is in this channel', CANNOT],
  ['how do i delete a document', 'You have not made anything yet.'],
  ['how much do i have left', USED],
  ['why cant i?', USED],
  ['what is a card', 'A card shows what I understood,'],
  ['what is a digest', 'A digest sums up a channel by itself,'],
  ['can you read links?', 'I can’t open links.'],
  ['how do i find my old decks', 'You have not made anything yet.'],
  ['can i change it afterwards', 'Yes. Say what should be different,'],
  ['can i cancel it', 'Say *stop* to stop what is being made,'],
  ['can we use our own pictures', PHOTOS],
  ['do you keep the photos i send you?', ATTACHED],
  ['what do you do with the photos i upload here?', ATTACHED],
  ['i dont want my pics in anybodys deck', OPT_OUT],
  ['please dont use my messages in other peoples decks', OPT_OUT],
  ['what went wrong', 'The message about it says why,'],
  ['can you send it by email', CANNOT],
  ['could my team lead open these slides', ALONE],
  ['what are you for', ABILITIES],
  ['who can use this and who cant', 'All members of this Slack workspace, but no guests.'],
  ['are you soc2 certified', DATA],
  ['what’s the price per credit', 'What a credit costs in money'],
  ['wie teuer?', COST],
  ['Was ist der Unterschied zwischen Folien und einem Dokument?', FORMATS],
];

const themes: Catalogue['themes'] = async () => ({
  state: 'fresh',
  items: Array.from({ length: 12 }, (_, at) => ({
    ...{ id: `t${at + 1}`, name: `Theme ${at + 1}` },
    type: 'custom',
  })),
});

function talk(given: Parameters<typeof talkTo>[0] = {}) {
  const talking = talkTo(given);
  talking.harness.slack.catalogue.themes = themes;
  return talking;
}

describe('a question about Deckhand', () => {
  it.each(table)('“%s” is answered', async (question, answer) => {
    const { harness, say } = talk();
    expect(await say(question)).toEqual({ kind: 'says', words: expect.stringContaining(answer) });
    expect(harness.generations.all()).toEqual([]);
  });

  it('is answered before the team is connected', async () => {
    const { say } = talk({ connectionState: async () => 'unconnected' });
    const questions = table.filter(([, answer]) => [DATA, DIRECT, ACCOUNT, MINUTES].includes(answer));
    for (const [question, answer] of questions)
      expect(await say(question)).toMatchObject({ words: expect.stringContaining(answer) });
  });

  it('leaves the open card as it is', async () => {
    const { say } = talk();
    await say('slides on tea');
    const others = table.filter(([, answer]) => ![ALONE, COST, UNDO, READS].includes(answer));
    for (const [question, answer] of others)
      expect(await say(question)).toMatchObject({ words: expect.stringContaining(answer) });
    // A yes just after the answer to an order may mean the order.
    expect(await say('yes')).toMatchObject({
      words: expect.stringMatching(/^The card for “tea” is still open/),
    });
    expect(await say('yes')).toMatchObject({ kind: 'made', ask: { prompt: 'tea', exportAs: 'pptx' } });
  });

  it('is about the open card if it asks who sees the result or what it costs', async () => {
    const { harness, say } = talk();
    harness.slack.generations.expectedCredits = async () => ({
      shown: { from: 8, to: 12, each: 'ask' },
      usual: 10,
      reserve: 12,
    });
    await say('slides on tea');
    for (const question of ['wer kann das sehen?', 'who can see this?'])
      expect(await say(question)).toMatchObject({
        words: expect.stringMatching(
          /^Only you will see it, in a direct message. Nothing was chosen for its link/,
        ),
      });
    for (const question of ['how much will that be?', 'was kostet das?', 'Combien ça coûte ?'])
      expect(await say(question)).toEqual({
        kind: 'says',
        words: 'About 8 to 12 credits. Nothing is spent before your *yes*.',
      });
    await say('slides on tea', 'channel');
    expect(await say('who can see this?', 'channel')).toMatchObject({
      words: expect.stringMatching(/^Everyone in <#C1> will see it/),
    });
  });

  it('gets the price of a usual presentation without a card', async () => {
    const { harness, say } = talk();
    harness.slack.generations.expectedCredits = async ({ slides, format }) =>
      slides === 10 && format === 'presentation'
        ? { shown: { from: 24, to: 24, each: 'ask' }, usual: 24, reserve: 24 }
        : undefined;
    expect(await say('what does a deck cost?')).toMatchObject({
      words: expect.stringMatching(/^A presentation of 10 slides: about 24 credits. Each card says/),
    });
  });

  it.each<[Place, RegExp]>([
    ['channel', /^What I make in this channel is for everyone who can open the channel\. Add `just for me`/],
    ['thread', /^What I make in this thread is for everyone who can open the channel\. Add `just for me`/],
  ])(
    'in a %s, who sees a result depends on the place, and only the person gets the answer',
    async (where, answer) => {
      const { harness, say } = talk();
      expect(await say('who can see this?', where)).toMatchObject({ words: expect.stringMatching(answer) });
      expect(await say('who can read my messages?', where)).toMatchObject({
        words: expect.stringContaining('What you write in this channel is for everyone who can open it.'),
      });
      expect(harness.made('chat.postEphemeral')).toHaveLength(2);
      expect(harness.made('chat.postMessage')).toEqual([]);
    },
  );

  it('after /deck is answered if it is plainly about Deckhand, and is a topic otherwise', async () => {
    const { say } = talk();
    expect(await say('show me what you can do', 'command')).toMatchObject({
      words: expect.stringContaining(ABILITIES),
    });
    expect(await say('do you read all channels?', 'command')).toMatchObject({
      words: expect.stringContaining(READS),
    });
    for (const topic of ['why do our customers leave?', 'what happens to our data', 'who pays?'])
      expect(await say(topic, 'command')).toMatchObject({ kind: 'card', ask: { prompt: topic } });
  });

  it.each([
    'what does it cost to run a café, in six slides',
    'was kostet uns die Fluktuation, 6 Folien',
    'privacy',
    'who pays for parental leave in Europe, ten slides',
    'make a deck on where our data is stored',
  ])('“%s” stays a topic', async (words) => {
    const { say } = talk();
    expect(await say(words)).toMatchObject({ kind: 'card' });
  });

  it('that comes with another question gets both answers', async () => {
    const { harness, say } = talk();
    await say('What happens to our data? Is it used to train AI?');
    await say('hi, is what I write here private? who can see it');
    const [first, second] = harness.made('chat.postMessage').map(wordsOf);
    expect(first).toContain(DATA);
    expect(first).toContain(TRAINING);
    expect(second).toContain(DIRECT);
    expect(second).toContain(ALONE);
  });

  it('what it costs and who pays, or when it is ready, gets both answers', async () => {
    const { harness, say } = talk();
    await say('what does it cost and who pays?');
    await say('what will it cost and when is it ready');
    const [first, second] = harness.made('chat.postMessage').map(wordsOf);
    for (const answer of [COST, PAYER]) expect(first).toContain(answer);
    for (const answer of [COST, MINUTES]) expect(second).toContain(answer);
  });

  it('what an open card reads names its source, and how much it is', async () => {
    const { harness, say } = talk();
    harness.slack.threads.countDays = async () => ({ messages: 5, people: 3, optedOut: 0, isWhole: true });
    await say('slides of <#C1|revenue> since Monday');
    expect(await say('what exactly will you read?')).toMatchObject({
      words: expect.stringMatching(
        /^For this one, I use the messages of <#C1> in these days \(\*5 messages\* by 3 people\), and no other channel\. /,
      ),
    });
    await say('no');
    await say('slides on tea');
    expect(await say('does it read other channels too?')).toMatchObject({
      words: expect.stringMatching(/^For this one, I use only the words that you gave me, and no channel\./),
    });
  });

  it('that has no answer gets examples of those that have one, and the form', async () => {
    const { harness, say } = talk();
    expect(await say('what is our refund policy?')).toMatchObject({
      words: expect.stringContaining('`/deck help` lists what I do.'),
    });
    expect(buttonsOf(harness.made('chat.postMessage').at(-1))).toEqual(['Make a deck about this']);
  });

  it('that may mean several things gets a button for each, and the pressed one answers in its place', async () => {
    const asked = readFileSync(new URL('strangers/questions.jsonl', import.meta.url), 'utf8')
      .trim()
      .split('\n');
    const said = asked.map((line): string => JSON.parse(line).say);
    const isUnclear = (one: string) => talkIn(one) === 'question' && questionsIn(one).length === 0;
    const words = said.find((one) => isUnclear(one) && nearestTopics(one).length > 1) ?? '';
    const near = nearestTopics(words);
    const { harness, say } = talk();
    expect(await say(words)).toMatchObject({ words: 'I’m not sure what you ask. Is it one of these?' });
    const shown = harness.made('chat.postMessage').at(-1);
    expect(buttonsOf(shown)).toEqual([...near.map((topic) => topics[topic]), 'Make a deck about this']);
    const choose = (value: string) =>
      harness.send(
        press(
          { action_id: 'sentence_asked', value },
          { channel: { id: 'D1', name: 'directmessage' }, message: { type: 'message', ts: '1.1', ...shown } },
        ),
      );
    const [first, ...others] = near;
    await choose(`${first} ${words}`);
    // The others stay, because a question may have two parts.
    expect(buttonsOf(harness.made('respond').at(-1))).toEqual(
      expect.arrayContaining(others.map((topic) => topics[topic])),
    );
    expect(wordsOf(harness.made('respond').at(-1))).not.toContain('I’m not sure');
    await choose(`__proto__ ${words}`);
    await choose('');
    expect(harness.made('respond')).toHaveLength(1);
    expect(harness.generations.all()).toEqual([]);
  });

  it.each([
    'that’s about me. I meant: about all our employees, for the works council',
    'sorry no, i dont want it in general yet. only my dm',
  ])('“%s” is no question, and no topic either', async (words) => {
    const { harness, say } = talk();
    expect(await say(words)).toMatchObject({ words: expect.stringMatching(/^I took that as a remark/) });
    expect(buttonsOf(harness.made('chat.postMessage').at(-1))).toEqual(['Make a deck about this']);
  });

  it('about one’s data has a button that opens the settings', async () => {
    const { harness, say } = talk();
    await say('delete my data');
    expect(buttonsOf(harness.made('chat.postMessage').at(-1))).toEqual(['Open settings']);
  });
});

describe('a question about a document', () => {
  const createdAt = new Date('2026-03-02T09:00:00Z');
  function afterResult() {
    const talking = talk();
    const now = new Date(talking.harness.slack.clock.now());
    const given = { createdAt: now, updatedAt: now };
    const put = talking.harness.generations.put;
    put(aGeneration({ ...given, channel: 'C1', threadTs: '1.1' }));
    put(aGeneration({ ...given, id: 'g2', channel: 'D1', rootTs: '5.5', docId: 'doc-2' }));
    return { ...talking, put, now };
  }

  it.each<[Place, string]>([
    [
      'thread',
      'In Slack, it is for everyone who can open <#C1>. Nothing was chosen for its link, so the default of the workspace at Gamma decides who can open it.',
    ],
    ['dm', 'In Slack, I have sent it only to you; others see it there only where you have shared it.'],
    ['dmThread', 'In Slack, I have sent it only to you; others see it there only where you have shared it.'],
  ])('“who can see this?” is about this document (%s)', async (where, answer) => {
    const { say } = afterResult();
    for (const question of ['who can see this?', 'wer kann das sehen?', 'Qui peut voir ça ?'])
      expect(await say(question, where)).toMatchObject({ words: expect.stringContaining(answer) });
  });

  it('“who can see this?” names who can open all documents, and what admins see', async () => {
    const { harness, say } = talk();
    const who = { name: 'Vera <Stolz>' };
    harness.slack.connecting = createConnecting({
      summaryOf: async () => ({ kind: 'oauth', works: true, person: 'UBEN', who }),
    });
    const account =
      'People who can sign in with Vera &lt;Stolz&gt;’s account at Gamma can open all documents that I make';
    const others = `${account}; Slack admins see what was spent, but no titles or texts.`;
    expect(await say('who can see my documents?')).toMatchObject({ words: expect.stringContaining(others) });
    expect(await say('can admins see my documents?')).toMatchObject({
      words: expect.stringContaining(`${account}.`),
    });
    harness.slack.connecting = createConnecting({
      summaryOf: async () => ({ kind: 'none', works: false }),
    });
    expect(await say('who can see my documents?')).not.toMatchObject({
      words: expect.stringContaining('sign in'),
    });
  });

  it.each([
    'who is Vera Stolz?',
    'and Vera Stolz, who is that even?',
    'Who is Vera? She’s not in our Slack.',
  ])('“%s” says that hers is the connected account', async (question) => {
    const { harness, say } = talk();
    harness.slack.connecting = createConnecting({
      summaryOf: async () => ({ kind: 'oauth', works: true, person: 'UBEN', who: { name: 'Vera Stolz' } }),
    });
    expect(await say(question)).toMatchObject({
      words: expect.stringMatching(/^Vera Stolz is the person whose account at Gamma is connected/),
    });
  });

  it('“who is Vera?” tells a guest nothing about the connected account', async () => {
    const { harness, say } = talk({ settings: playedSettings({ guests: 'yes' }) });
    harness.slack.roleOf = async () => 'guest';
    harness.slack.connecting = createConnecting({
      summaryOf: async () => ({ kind: 'oauth', works: true, person: 'UBEN', who: { name: 'Vera Stolz' } }),
    });
    expect(await say('who is Vera?')).not.toMatchObject({ words: expect.stringContaining('Stolz') });
  });

  it.each([
    'who is Vera Müller from sales?',
    'who is going to see this, Vera or me?',
    'make a deck about Vera, who is leaving us',
  ])('“%s” is not about the connected account', async (words) => {
    const { harness, say } = talk();
    harness.slack.connecting = createConnecting({
      summaryOf: async () => ({ kind: 'oauth', works: true, person: 'UBEN', who: { name: 'Vera Stolz' } }),
    });
    expect(await say(words)).not.toMatchObject({
      words: expect.stringContaining('is the person whose account'),
    });
  });

  it('“who can open the link?” and “can I share it with a customer?” go by the rule of the admins', async () => {
    const { harness, say } = talk();
    harness.slack.settings = playedSettings({ accessFor: 'workspace' });
    expect(await say('who can open the link?')).toMatchObject({
      words: expect.stringContaining('Nobody outside the workspace at Gamma can open its link.'),
    });
    expect(await say('can I share it with a customer?')).toMatchObject({
      words: expect.stringMatching(/^Not by its link: your Slack admins allow no access for people outside/),
    });
    await say('slides on tea');
    expect(await say('who can open the link?')).toMatchObject({
      words: expect.stringMatching(/^Only you will see it.* Nobody outside .* changes it before/),
    });
  });

  it('“who can open the link?” about a document says what was chosen for it, not today’s rule', async () => {
    const { harness, say, put, now } = afterResult();
    harness.slack.settings = playedSettings({ accessFor: 'workspace' });
    expect(await say('who can open the link?')).toMatchObject({
      words: expect.stringContaining('Nothing was chosen for its link'),
    });
    const { ask } = aGeneration();
    const closed = ask && { ...ask, sharing: { externalAccess: 'noAccess' as const } };
    put(aGeneration({ id: 'g3', createdAt: new Date(now.getTime() + 1), channel: 'D1', ask: closed }));
    expect(await say('who can open the link?')).toMatchObject({
      words: expect.stringContaining('Nobody outside the workspace at Gamma can open its link.'),
    });
  });

  it('“who can see this?” says how it was shared', async () => {
    const { say, put, now } = afterResult();
    const { ask } = aGeneration();
    const sharing = { externalAccess: 'view' as const };
    const shared = ask && { ...ask, sharing };
    put(aGeneration({ id: 'g3', createdAt: new Date(now.getTime() + 1), channel: 'D1', ask: shared }));
    expect(await say('who can see this?')).toMatchObject({
      words: expect.stringContaining('Shared as asked: anybody with the link: '),
    });
  });

  it.each<Place>(['thread', 'dm', 'dmThread'])(
    '“what did it cost?” names the cost of its changes, too (%s)',
    async (where) => {
      const { say, put } = afterResult();
      const docId = where === 'thread' ? 'doc-1' : 'doc-2';
      const edit = { work: 'edit', docId, ask: null, channel: 'C9', createdAt } as const;
      put(aGeneration({ ...edit, id: 'g8', credits: { deducted: 3 } }));
      expect(await say('what did it cost?', where)).toMatchObject({
        words: 'Used 40 credits to make it. The change used 3 credits.',
      });
      put(aGeneration({ ...edit, id: 'g9', credits: { deducted: 2 } }));
      for (const question of [
        'how many credits did it use?',
        'was hat das gekostet?',
        'Combien ça a coûté ?',
      ])
        expect(await say(question, where)).toMatchObject({
          words: 'Used 40 credits to make it. Its 2 changes used 5 credits.',
        });
    },
  );

  it.each(['undo that', 'mach das rückgängig', 'annule la modification'])(
    '“%s” after a change says that it cannot be undone here, and where it may be',
    async (words) => {
      const { harness, say, put } = afterResult();
      put(aGeneration({ work: 'edit', id: 'g8', docId: 'doc-2', channel: 'C9', createdAt }));
      expect(await say(words)).toMatchObject({
        words: expect.stringMatching(
          /^I can’t undo the change of “Spring launch in Lisbon”. If Gamma keeps earlier versions/,
        ),
      });
      expect(buttonsOf(harness.made('chat.postMessage').at(-1))).toContain('Change it…');
    },
  );

  it('“can I have it as Word?” has the menu that exports it', async () => {
    const { harness, say } = afterResult();
    expect(await say('can I have it as Word?')).toMatchObject({ words: `${WORD} The menu here exports it.` });
    expect(buttonsOf(harness.made('chat.postMessage').at(-1))).toContain('Comments, readers, archive…');
  });
});
