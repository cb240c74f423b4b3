import { languages } from '../../asks/languages.ts';
import { deletedName, isDeleted, isTooExpensive, sentName } from '../../asks/mention/card-orders.ts';
import { findChoices } from '../../asks/mention/choices.ts';
import { findAsk, formatOf, OF_THREAD } from '../../asks/mention/find-ask.ts';
import { ruleText } from '../../asks/mention/other-languages.ts';
import { type AdminTopic, isAdminTopic, type Topic } from '../../asks/mention/question-table.ts';
import { nearestOrder, nearestTopic, questionsIn } from '../../asks/mention/questions.ts';
import { talkIn } from '../../asks/mention/talk.ts';
import { NO_PHOTOS } from '../../asks/mention/unsupported.ts';
import { type Ask, askSchema, isDirectMessageId, isPersonId } from '../../asks/schema.ts';
import type { Generation } from '../../generations/generation.ts';
import { CARDS_LIMIT } from '../../service/options.ts';
import { plural } from '../../text.ts';
import type { SlackContext } from '../bolt/context.ts';
import { isAdmin } from '../bolt/permissions/permissions.ts';
import { adminsToAsk } from '../bolt/permissions/roles.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { teamDefaultsButton } from '../kit/admin-requests.ts';
import { optOutSection, ownDataSection } from '../kit/blocks/own-words.ts';
import { button, buttons, type Message, plainMessage, section } from '../kit/blocks/parts.ts';
import { channelMention, escaped, oneLine, optOutMarks, serviceText } from '../kit/blocks/text.ts';
import { blockedAnswer } from '../kit/check-ask.ts';
import { whomToAsk } from '../kit/copy/blocker-copy.ts';
import { creditsText } from '../kit/copy/credits-text.ts';
import { creditsOf, titleOf } from '../kit/copy/generation-phrases.ts';
import { admitCard } from './admit-card.ts';
import { abilitiesMessage, addressIn } from './cards.ts';
import { documentMessage, HOW_TO_DELETE, isTitled, SEARCHED, WHO_EDITS } from './document-questions.ts';
import { lastOf } from './last-result.ts';
import { withAsks } from './open-card/which-card.ts';
import { placeOf } from './place.ts';
import { readSentence } from './read-sentence.ts';
import { expectedFor, type Sentence } from './sentence.ts';
import { creditsMessage, PRICE_ON_CARD } from './talk-answers.ts';
import {
  type Asked,
  accountText,
  audience,
  outside,
  readersSeen,
  seenByAdmins,
  usageSeen,
} from './who-sees.ts';

/**
 * Answers questions about Deckhand itself, such as "who can see this?" The answers spend nothing, need no connection to the service, and
 * leave open cards as they are.
 */

/** Returns a message, or its text as mrkdwn. */
type Answer = (asked: Asked) => Message | string | Promise<Message | string>;

const answers: Record<Exclude<Topic, AdminTopic>, Answer> = {
  abilities: ({ slack }) => abilitiesMessage('', slack),
  reads: ({ sentence, slack, open, document }) => {
    const marks = `${optOutMarks(slack.optOutReaction)} keeps one message out`;
    const isOfThis = /\b(?:it|this one|(?:this|the) (?:deck|card|document|page|post|one))\b/i.test(
      sentence.text,
    );
    const ofThis = open || isOfThis ? readText(open ?? document?.ask ?? undefined, marks) : '';
    return ofThis
      ? `${ofThis} I read nothing by myself.`
      : `I read nothing by myself. I use what people write to me, and I read a thread or the days of a channel only when one of its members has something made of them, or for a digest that a member has set up. ${marks}, and *Leave my messages out* on my Home all of yours.`;
  },
  scopes: () =>
    'I read private channels only if a member has invited me, and any channel only when one of its members has something made of it. I join public ones by myself then. In Slack, the details of a channel list me under *Integrations*. I can read only there, and post what people ask for. Slack lists all my permissions on my app’s page; the admins’ guide says what each is for.',
  users,
  others: ({ service }) =>
    `I show documents only to people who are in the conversation they were posted in: \`/deck find\` searches yours. What somebody had made just for themselves I show to nobody else. Slack admins see in *Usage…* what each person’s documents have cost, and who can sign in with the connected account at ${service} can open all.`,
  leaving: ({ service }) =>
    `Their documents stay at ${service}, because they belong to the connected account, and what is posted in Slack stays there. Their digests pause at the next run, a connection that they made stays until it is replaced with \`/deck connect\`, and a Slack admin can erase what I keep about them.`,
  defaults,
  words: async (asked) => {
    const { sentence, service } = asked;
    const place = sentence.isDirect
      ? 'This is a direct message between you and me, so other members don’t see it.'
      : 'What you write in this channel is for everyone who can open it. Only you see this answer.';
    return `${place} What you have made goes to ${service}. ${await accountText(asked)} Slack admins see what was spent, but not your words.`;
  },
  admins: seenByAdmins,
  usageSeen,
  readersSeen,
  audience,
  outside,
  gdpr: ({ service }) =>
    `\`/deck settings\` sends each person their own data and erases it; Slack admins can erase a person. Texts are deleted once their document is delivered, and all data of this workspace when I am removed. ${service} stores the documents: where, and under which rules, is in this workspace’s agreement with it.`,
  tokens: ({ service }) =>
    `The access to ${service} is stored encrypted in my database, bound to this workspace. Nobody in Slack can see it, it is never logged, and *Disconnect* deletes it.`,
  uninstall: ({ service }) =>
    `A Slack admin removes me in Slack, under *Manage apps*. That deletes all that I keep of this workspace; documents stay at ${service}, and messages in Slack. \`/deck disconnect\` only ends the connection to ${service}.`,
  why,
  data: ({ service }) =>
    `What you ask for, and the messages and files that it is made of, go to ${service}, which makes the documents and stores them. I keep these texts encrypted and delete them when the document is delivered, after 30 days at the latest unless the people who run me have set another time. Titles, links and costs stay until I am removed from this workspace. Tokens are encrypted, too. Where ${service} keeps documents, and under which rules, is in this workspace’s agreement with it.`,
  privateChannels: ({ service }) =>
    `Only its members can have something made of a private channel, after one of them has invited me. What is made of it is posted only there or to the member who asked, and only members of the channel find it with me. At first nobody else can open it at ${service}; who asks for it can give others access unless the admins’ rules forbid it. People who can sign in with the connected account at ${service} can open it.`,
  model: ({ service }) =>
    `${service} writes the documents and draws the pictures with the models that it uses. I have none of my own; for pictures, *Details…* offers the models to choose from.`,
  training: ({ service }) =>
    `This workspace’s agreement with ${service} says whether it trains on what it gets. I train nothing on it myself.`,
  account: ({ service }) =>
    `No. One account at ${service} is connected for everyone in this Slack workspace, and the files come into Slack. Whether a link opens without an account there depends on who may open the document.`,
  async payer({ sentence, slack, service }) {
    const isGuest = (await slack.roleOf(sentence)) === 'guest';
    const whose = isGuest ? '' : ' My Home says whose credits these are.';
    return `It spends credits of the workspace at ${service} that this Slack workspace is connected to. You pay nothing yourself.${whose}`;
  },
  limit: ({ sentence, slack }) => creditsMessage(sentence, slack),
  cost,
  spent: async (asked) =>
    asked.document
      ? documentMessage(asked.document, await costOf(asked.document, asked.slack))
      : creditsMessage(asked.sentence, asked.slack),
  content: ({ service }) =>
    `${service} writes it from what the card says, so I know its words only once it is there. If your text has headings or lines of \`---\`, each part becomes a slide, and the card lists their titles. Afterwards, say what should be different.`,
  meanwhile: () => 'You can close Slack: I go on without you, and the result waits where you asked for it.',
  size: () =>
    `A document has up to ${CARDS_LIMIT} slides or pages. Say how many: \`12 slides\`. Without a number, the length follows from what it is about.`,
  editing: ({ service, document }) => {
    const text = `Yes, if its link lets them: who may edit it at ${service} is chosen with *Details…* before it is made, or later on its own page there. In Slack, *Workspace rules…* says who may change it with me.`;
    return document?.docId ? documentMessage(document, WHO_EDITS) : text;
  },
  duration: ({ sentence, open, document }) => {
    const usual =
      'A quick document takes a minute or two, a thorough one 5 to 25 minutes. The message shows how far it is.';
    if (document && !document.docId) return `“${titleOf(document)}” is still being made. ${usual}`;
    return document && !open && IS_READY.test(sentence.text)
      ? documentMessage(document, 'It is ready. The title here is the link.', usual)
      : usual;
  },
  languages: () =>
    `I understand requests in many languages, and best in English, German, French, Spanish, Portuguese, Italian, Dutch and Polish. I answer in English. Documents can be in ${languages.length} languages: add \`in German\`, for example.`,
  themes: (asked) => listed('theme', asked),
  templates: (asked) => listed('template', asked),
  undo,
  known: () => {
    const text =
      'I keep what you ask for until it is delivered, 30 days at the latest; of your documents, the titles, links and costs; and your digests, defaults and cards.';
    const [, ...own] = ownDataSection();
    return { text, blocks: [section(text), ...own] };
  },
  exportOf: () =>
    'Each person can have their own data sent, with *Send it to me* in `/deck settings`. Slack admins cannot do it for others; the people who run me can. Admins can erase it: *Erase a person…* there.',
  optOut: async ({ sentence: { actor }, slack }) => {
    const blocks = optOutSection(await slack.optOuts.has(actor.team, actor.person), slack, 'words');
    return { text: 'Your messages in what others have made', blocks };
  },
  erase: () =>
    settingsMessage(
      '`/deck settings` has *Erase it*, which deletes what I keep about you: your asks are stopped, and your digests, defaults, cards and texts deleted. Documents stay where they are. *Send it to me* there shows you first what I keep.',
    ),
  human: async ({ sentence: { client, actor, text }, slack }) => {
    const admins = await adminsToAsk({ client, team: actor.team }, slack.log);
    const self = /\badmins?\b/i.test(text) ? '' : 'I’m software. ';
    return `${self}${whomToAsk(admins, 'help with access, credits and the connection')} If a message of mine ends with a reference, the people who run me can look it up.`;
  },
  files: () =>
    'I read Word, PowerPoint, PDF, Markdown, text and CSV files, up to five at once: those that you attach, and those of a thread or channel that you choose in the form. To attach one, put it into your message to me. I make PowerPoint, PDF and PNG files: say `as PDF`, for example.',
  word: ({ document }) => {
    const text = 'I can read Word files, but not make them. I make PowerPoint, PDF and pictures (PNG).';
    return document
      ? documentMessage(document, `${text} The menu here exports it.`, text)
      : `${text} Say \`as PDF\`, for example.`;
  },
  price: ({ service }) =>
    `What a credit costs in money is in this workspace’s agreement with ${service}. I only count credits: each card says about how many.`,
  outage: ({ service }) =>
    `I can’t see whether ${service} is down before I use it. If it doesn’t answer, I keep trying, the message says so, and nothing is lost. An ask that fails costs only what ${service} reports for it.`,
  cannot: () =>
    'I can’t do that. I make presentations, documents, web pages, posts and pictures from your words, a file, a thread or the days of a channel.',
  deleting: ({ document }) =>
    document ? documentMessage(document, HOW_TO_DELETE) : `Show me which: \`/deck find\`. ${HOW_TO_DELETE}`,
  changing: () =>
    'Yes. Say what should be different, for example `make the title shorter`, and I show you the change before it is made. You can also edit it yourself behind its link.',
  card: () =>
    'A card shows what I understood, who will see the result and about what it costs. *yes* makes it, *no* drops it, and words such as `in German` change it.',
  digest: () =>
    'A digest sums up a channel by itself, for example every Monday. It is posted in its channel for everybody there, or comes to its owner alone, as its form says. `/deck digests` lists them with what each has cost, and sets one up.',
  links: () => 'I can’t open links. Attach the file, or paste the text.',
  finding: () =>
    '`/deck recent` lists your last documents, and `/deck find` with a few words searches all that you may see.',
  stopping: () =>
    'Say *stop* to stop what is being made, or *no* to drop a card. What the service has begun may still cost credits.',
  photos: () => NO_PHOTOS,
  trouble: () =>
    'The message about it says why, and what to do. If it ends with a reference, the people who run me can look that up. A thorough document takes 5 to 25 minutes.',
  formats: () =>
    'A presentation is for showing, as PowerPoint. A document is for reading, as PDF. A web page is a link. A post is for social networks, as a picture.',
  connecting: () => 'A Slack admin of this workspace connects me, on my Home. `/deck connect` asks one.',
};

/** Says what a card or a document is made from; empty without an ask, and for a change. */
function readText(ask: Ask | undefined, marks: string): string {
  if (!ask || ask.work.kind === 'edit') return '';
  const { source } = ask;
  const other = `and no other channel. ${marks}`;
  const texts = {
    text: () => 'only the words that you gave me, and no channel',
    file: () => 'the attached files, and no channel',
    thread: () => `the messages of its thread, ${other}`,
    channel: (id: string) => `the messages of ${channelMention(id)} in these days, ${other}`,
  };
  return `For this one, I use ${texts[source.kind](source.kind === 'channel' ? source.channel : '')}.`;
}

/** Matches a question whether a document is ready. */
const IS_READY =
  /\b(?:ready|done|finished|there|here|status|progress|how far|fertig|pr[eê]t|listo)(?!\p{L})/iu;

/** Matches defaults for everybody in the workspace. */
const OF_ALL = /\b(?:everyone|everybody|all|workspace|whole team|company|team|alle|tout le monde)\b/i;

/** Says where defaults are set. For admins who name everybody, the form is filled in with what they said. */
async function defaults({ sentence, slack }: Asked): Promise<Message> {
  const { text } = sentence;
  const where =
    '`/deck settings` has the defaults, such as language, theme, format and *Just for me*: your own, those of a channel and, for Slack admins, those of the whole workspace.';
  if (!OF_ALL.test(text) || !(await isAdmin(sentence, slack.log))) return settingsMessage(where);
  const said = ruleText(text);
  const { choices } = findChoices(said, '');
  const { language, tone, exportAs } = choices;
  const format = formatOf(/\b(?:format|as)\b.*$/i.exec(said)?.[0] ?? '');
  const isForPerson = /\b(?:just for me|private(?:ly)?)\b/i.test(said);
  const found = { language, tone, exportAs, format, ...(isForPerson && { seenBy: 'me' as const }) };
  const filled = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
  const what = Object.keys(filled).length > 0 ? ', filled in with what you said' : '';
  const forAll = `*Workspace defaults…* opens the defaults for everybody${what}. *Save* there sets them.`;
  return { text: forAll, blocks: [section(forAll), ...buttons(teamDefaultsButton(filled))] };
}

/** Says why the open card was refused, because people ask that after a refusal. */
async function why({ sentence, slack, open }: Asked): Promise<Message | string> {
  const admission = open && (await admitCard(open, sentence, slack));
  const blocked = admission && (await blockedAnswer(admission, open, sentence, slack, {}));
  return (
    blocked ??
    'Say what you mean, for example `why did it fail?`. A message about a failure says why, and what to do.'
  );
}

/** Says who may use Deckhand and spend credits. */
async function users({ sentence: { actor }, slack }: Asked): Promise<string> {
  const { guests, spenders } = await slack.settings.of(actor.team);
  const spending =
    spenders === 'everyone' ? '' : ' Only people whom the Slack admins have listed may spend credits.';
  return `All members of this Slack workspace${guests === 'yes' ? ' and its guests' : ', but no guests'}.${spending} Nobody of another organisation can. Slack admins set limits and rules on my Home.`;
}

function settingsMessage(text: string): Message {
  const open = button('Open settings', actions.settings, 'question');
  return { text, blocks: [section(text), ...buttons(open)] };
}

/** Answers a question about Deckhand. @returns false if the sentence is no such question, or if an open card answers it */
export async function answerQuestion(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { actor, text: said } = sentence;
  if (said.length > LONGEST) return false;
  const isOfChannel = NAMES_CHANNEL.test(said);
  const plain = await slack.threads.plain(actor.team, said.replace(/<#[^>]*>/g, 'this channel'));
  const words = withoutName(plain, slack.serviceName);
  const all = questionsIn(words, sentence.isCommand);
  // With a channel's name, only sentences such as "limit #revenue to 50 credits" are about Deckhand.
  const found = isOfChannel ? all.filter(isAdminTopic) : all;
  if (isOfChannel && found.length === 0) return false;
  const name =
    found.length === 0 ? (deletedName(words) ?? (await deletedTitle(words, sentence, slack))) : undefined;
  if (name) return answerDeletionOf(name, sentence, slack);
  const sent = found.length === 0 && !isOfChannel ? sentName(plain) : undefined;
  if (sent !== undefined) return answerSending(sent, sentence, slack);
  if (found.length === 0 && isDeleted(words)) return answerDeletion(sentence, slack);
  const order = found.length === 0 ? nearestOrder(words) : undefined;
  const topics = found.length > 0 ? found : order ? [order] : topicsOfTalk(words);
  if (topics.length === 0) return answerWhoIs(words, sentence, slack);
  const { cards } = await slack.openCards.of(actor, placeOf(sentence));
  const newest = cards.at(-1);
  const open = newest && ((await slack.proposals.find(actor, newest.proposal)) ?? undefined);
  // The card takes its last change back, says what it costs, and reads what stands beside a wish for Word: "2 pages, Word file".
  const isWithWord = topics.includes('word') && /[,;\d]|\band\b/.test(said) && !said.includes('?');
  if (open && ((found.length === 0 && !order) || topics.includes('undo') || isWithWord)) return false;
  // "Turn off pictures" is about the card, unless it names everybody.
  if (open && /\b(?:pictures?|images?)\b/i.test(said) && topics.includes('limits') && !FOR_ALL.test(said))
    return false;
  if (topics.includes('word') && sentence.thread && isForThread(words)) return false;
  await answerTopics(topics, { cards, open }, sentence, slack);
  return true;
}

/**
 * Answers a question that no rule has recognized with the topic that it is nearest to. People in a thread may ask each other, so it answers
 * nothing there.
 * @returns false if no topic is near
 */
export async function answerNearest(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { actor, text, thread } = sentence;
  if (text.length > LONGEST || NAMES_CHANNEL.test(text) || thread) return false;
  const read = await readSentence(sentence, slack);
  const topic =
    'talk' in read && read.talk === 'question'
      ? nearestTopic(withoutName(read.words, slack.serviceName))
      : undefined;
  if (!topic) return false;
  const { cards } = await slack.openCards.of(actor, placeOf(sentence));
  const newest = cards.at(-1);
  const open = newest && ((await slack.proposals.find(actor, newest.proposal)) ?? undefined);
  await answerTopics([topic], { cards, open }, sentence, slack);
  return true;
}

/** Answers topics, each as if it had been asked. */
export async function answerTopics(
  topics: Topic[],
  shown: Pick<Asked, 'cards' | 'open'>,
  sentence: Sentence,
  slack: SlackContext,
): Promise<void> {
  const document = await documentFor(sentence, slack);
  const asked = { sentence, slack, service: serviceText(slack.serviceName), ...shown, document };
  const answered = await Promise.all(
    topics.map((topic) =>
      isAdminTopic(topic) ? slack.lists.running(sentence, topic) : answers[topic](asked),
    ),
  );
  const messages = answered.map((one) => (typeof one === 'string' ? plainMessage(one) : one));
  await sentence.answer({
    text: messages.map(({ text }) => text).join('\n'),
    blocks: messages.flatMap(({ blocks }) => blocks),
  });
}

const FOR_ALL = /\b(?:all|everyone|everybody|workspace|team|company|nobody|people|members)\b/i;

/** Returns true for an order about a thread, such as "make a Word document of this". Its card says that Word is not possible. */
function isForThread(words: string): boolean {
  return findAsk(ruleText(words)) !== undefined && OF_THREAD.test(words);
}

/** Returns words with "it" in place of the service's name, which the rules do not know. */
function withoutName(words: string, name: string): string {
  return words.replace(new RegExp(`\\b${name.replace(/[^\p{L}\d ]/gu, '\\$&')}\\b`, 'giu'), 'it');
}

const WHO_IS = /^(?:and |but )?who(?:['’]?s| is| the \w+ is) (?<asked>[\p{L} .'’-]{3,60}?)[\s?!.]*$/iu;

/**
 * Answers "who is Vera Stolz?" if this is the person with whose account the team is connected. The answers to other questions name this
 * person.
 * @returns false if the sentence asks something else
 */
async function answerWhoIs(words: string, sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { asked } = WHO_IS.exec(words)?.groups ?? {};
  if (!asked) return false;
  const { who } = await slack.connecting.summaryOf(sentence.actor.team);
  const name = who?.name ?? '';
  const isThem = name !== '' && ` ${name} `.toLowerCase().includes(` ${asked.toLowerCase()} `);
  if (isThem)
    await sentence.answer(
      plainMessage(
        `${escaped(name, 75)} is the person whose account at ${serviceText(slack.serviceName)} is connected to this Slack workspace. All documents are made with that account.`,
      ),
    );
  return isThem;
}

/** Says how a document gets to a person, because Deckhand sends none. Shows the document that has this name, or else the recent ones. */
async function answerSending(name: string, sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { actor } = sentence;
  const recent = await slack.generations.recent(actor.team, actor.person, SEARCHED);
  const named = recent.find((one) => one.docId && isTitled(one, name.split(' ')));
  const { cards } = await slack.openCards.of(actor, placeOf(sentence));
  if (!named && cards.length > 0) return false;
  await sentence.answer(
    named
      ? documentMessage(named, 'I can’t send it to people. Its link is behind the title here; pass that on.')
      : await slack.lists.recent(actor),
  );
  return true;
}

/** Returns what a sentence that is no question is about: "undo" and "too expensive". */
function topicsOfTalk(words: string): Topic[] {
  if (isTooExpensive(words)) return ['cost'];
  return talkIn(ruleText(words)) === 'undo' || UNDOES.test(words) ? ['undo'] : [];
}

/** Matches the title of a document that a sentence deletes: "can you delete call sheet v2?" */
const DELETES =
  /^(?:(?:please|can you|could you|now|and) )*(?:delete|erase|archive) (?:the |my |our )?(?<title>[\p{L}\d][^?!.]{2,60}?)[ ?!.]*$/iu;

/** Returns the title of the person's document that a sentence deletes, in lower case; undefined if no document has it. */
async function deletedTitle(
  words: string,
  { actor }: Sentence,
  slack: SlackContext,
): Promise<string | undefined> {
  const title = DELETES.exec(words)?.groups?.title?.toLowerCase();
  if (!title || /^(?:it|this|that|everything|all|me|slide|page)\b/.test(title)) return undefined;
  const recent = await slack.generations.recent(actor.team, actor.person, SEARCHED);
  return recent.some((one) => one.docId && isTitled(one, title.split(' '))) ? title : undefined;
}

/** Matches a wish to take back one change of several: "undo the budget slide". */
const UNDOES =
  /^(?:(?:please|ok|no|can you|could you)[ ,]+)*(?:undo|revert|take back) (?:the|my|that) [\p{L}\d -]{2,40}[.!?]*$/iu;

/**
 * Shows the document that a sentence deletes by name, with how to delete it, or else the person's recent documents.
 * @returns false if the sentence may mean an open card
 */
async function answerDeletionOf(name: string, sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { actor } = sentence;
  const recent = await slack.generations.recent(actor.team, actor.person, SEARCHED);
  const named = recent.find((one) => one.docId && !one.deletedAt && isTitled(one, name.split(' ')));
  const { cards } = await slack.openCards.of(actor, placeOf(sentence));
  const open = await withAsks(cards, sentence, slack);
  if (open.some(({ ask }) => ask.prompt.toLowerCase().includes(name)) || (!named && open.length > 0))
    return false;
  await sentence.answer(named ? documentMessage(named, HOW_TO_DELETE) : await slack.lists.recent(actor));
  return true;
}

/**
 * Shows the person's last result with how to delete it.
 * @returns false if there is none, or if "that one" may mean an open card; the card is then dropped
 */
async function answerDeletion(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { team, person } = sentence.actor;
  const mayBeCard = !/\b(?:last|latest|newest)\b/i.test(sentence.text) && /\bone\b/i.test(sentence.text);
  if (mayBeCard && (await slack.openCards.of(sentence.actor, placeOf(sentence))).cards.length > 0)
    return false;
  const recent = sentence.isDirect ? await slack.generations.recent(team, person, SEARCHED) : [];
  const document =
    (await documentFor(sentence, slack)) ?? recent.find(({ docId, deletedAt }) => docId && !deletedAt);
  if (document)
    await sentence.answer(
      documentMessage(
        document,
        HOW_TO_DELETE,
        `“${titleOf(document)}” is still being made. *stop* stops it.`,
      ),
    );
  return document !== undefined;
}

/** Maximum length of a question as mrkdwn, in characters. */
const LONGEST = 300;
/** Matches mrkdwn that names a channel. It is no question about Deckhand, and the channel's name would take one more call to Slack. */
export const NAMES_CHANNEL = /<#/;

/** Returns the document of the thread, or the person's last result in this conversation. */
async function documentFor(sentence: Sentence, slack: SlackContext): Promise<Generation | undefined> {
  const { actor, channel, isDirect, text } = sentence;
  const { threadTs: ts } = placeOf(sentence);
  const name = OF_NAMED.exec(text)?.groups?.name?.trim().toLowerCase();
  const recent = name && isDirect ? await slack.generations.recent(actor.team, actor.person, SEARCHED) : [];
  const named = name ? recent.find((one) => one.docId && isTitled(one, name.split(' '))) : undefined;
  if (named) return named;
  const found = ts
    ? await slack.generations.documentIn(actor.team, { channel, ts })
    : await lastOf(sentence, slack);
  // "Who can see the one you just made?" in a channel can be about a result for the person alone.
  const isMeant = found && isPersonal(found.channel) && JUST_MADE.test(text);
  const isHere =
    found &&
    (isDirect || found.channel === channel || isMeant) &&
    !['failed', 'stopped'].includes(found.state);
  return isHere ? found : undefined;
}

const isPersonal = (channel: string) => isDirectMessageId(channel) || isPersonId(channel);
/** Matches words that mean the last result. */
const JUST_MADE =
  /\b(?:the (?:last )?(?:one|deck|document|post|page|slides)|just made|it|that|darauf|das|es|dessus|l[aà]-dessus|eso)\b/iu;
/** Matches a document that a question names: "who can open the revenue deck?" */
const OF_NAMED =
  /\b(?:the|my|our) (?<name>(?!(?:last|latest|new|newest|whole|other|same|first|second)\b)(?:\p{L}[\p{L}\d’'-]* ){1,3})(?:deck|slides|presentation|document|doc|one-pager|web ?page|post)\b/iu;

/** Says what the open card, the document, or a usual presentation costs. */
async function cost({ sentence, slack, cards, open, document }: Asked): Promise<Message | string> {
  if (cards.length > 1) return costs(await withAsks(cards, sentence, slack), slack);
  if (open) {
    const expected = creditsText((await expectedFor(open, slack)).credits, open);
    return `${expected ?? 'I can’t say what it costs before the first document of this kind.'} Nothing is spent before your *yes*.`;
  }
  if (document) {
    const later = 'A change spends credits only after you press *Change it*.';
    return documentMessage(document, `${await costOf(document, slack)} ${later}`);
  }
  const { actor } = sentence;
  const usual = { ...actor, prompt: '', source: { kind: 'text' }, destination: { channel: actor.person } };
  const ask = askSchema.parse({ ...usual, slides: USUAL_SLIDES });
  const expected = creditsText(await slack.generations.expectedCredits(ask), ask);
  return expected
    ? `A presentation of ${USUAL_SLIDES} slides: ${expected.charAt(0).toLowerCase()}${expected.slice(1)} ${PRICE_ON_CARD}`
    : `I cannot say before the first document here. ${PRICE_ON_CARD}`;
}

/** Says what each of several open cards costs. */
async function costs(open: { ask: Ask }[], slack: SlackContext): Promise<string> {
  const lines = open.map(async ({ ask }) => {
    const expected = creditsText((await expectedFor(ask, slack)).credits, ask) ?? 'not known yet.';
    return `• “${escaped(oneLine(ask.prompt) || 'a summary', 60)}”: ${expected.charAt(0).toLowerCase()}${expected.slice(1)}`;
  });
  return [...(await Promise.all(lines)), 'Nothing is spent before your *yes*.'].join('\n');
}

/** Number of slides of the presentation whose price is the example. */
const USUAL_SLIDES = 10;

/** Returns what making a document and its changes has cost. */
async function costOf(document: Generation, slack: SlackContext): Promise<string> {
  const { made = document, changes } = await historyOf(document, slack);
  if (!document.docId) return 'What it costs is known once it is there.';
  const known = changes.flatMap(({ credits }) => credits?.deducted ?? []);
  const sum = known.reduce((all, each) => all + each, 0);
  const which = changes.length === 1 ? 'The change' : `Its ${changes.length} changes`;
  return [
    creditsOf(made) ?? 'The service has not said what it cost.',
    ...(known.length > 0 ? [`${which} used ${plural(Math.ceil(sum), 'credit')}.`] : []),
  ].join(' ');
}

/** Returns the generation that made a document, and its finished changes. */
async function historyOf({ team, docId }: Generation, { generations }: SlackContext) {
  const all = docId ? await generations.historyOf(team, docId) : [];
  return {
    made: all.find(({ work }) => work !== 'edit'),
    changes: all.filter(({ work }) => work === 'edit'),
  };
}

/** Says what can be undone if no card is open: nothing, but a further change can bring back what a document said before. */
async function undo({ sentence, slack, service, document }: Asked): Promise<Message | string> {
  const { isDirect, thread } = sentence;
  const example = `${addressIn(sentence)} make the title longer again`.trim();
  const say = isDirect || thread ? 'Say' : 'Say in its thread';
  const again = `${say} what should be as before, for example \`${example}\`, and I’ll show you that change first.`;
  if (document && !document.docId) return `“${titleOf(document)}” is still being made. *stop* stops it.`;
  const isChanged = document && (await historyOf(document, slack)).changes.length > 0;
  if (!isChanged)
    return `I can undo only on an open card, and none is open. A change of a document stays. ${again}`;
  return documentMessage(
    document,
    `I can’t undo the change of “${titleOf(document)}”. If ${service} keeps earlier versions, they are on the document’s page there, behind the title. ${again}`,
  );
}

/** Maximum number of themes or templates that are named. */
const NAMED = 10;

/** Names the first themes or templates of the team's workspace, and says how to choose one. */
async function listed(part: 'theme' | 'template', { sentence, slack, service }: Asked): Promise<string> {
  const { state, items } = await slack.catalogue[`${part}s`](sentence.actor.team, '');
  if (state === 'unconnected') return `I know the ${part}s once this workspace is connected to ${service}.`;
  if (state === 'unavailable')
    return `${service} does not answer now. The form that \`/deck\` opens lists the ${part}s, too.`;
  const [first] = items;
  if (!first) return `There are no ${part}s at ${service}.`;
  const names = items.slice(0, NAMED).map(({ name }) => escaped(name, 75));
  const more = items.length > NAMED ? ', and more in the form that `/deck` opens' : '';
  return `The ${part}s are ${names.join(', ')}${more}. Say \`with the ${part} ${escaped(first.name, 75)}\`.`;
}
