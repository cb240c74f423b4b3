import { languages } from '../../asks/languages.ts';
import { exportIn, findChoices, languageNamed } from '../../asks/mention/choices.ts';
import { formatOf } from '../../asks/mention/find-ask.ts';
import { flatText } from '../../asks/mention/flat-text.ts';
import { namesIn } from '../../asks/mention/names.ts';
import { ruleText } from '../../asks/mention/other-languages.ts';
import { periodIn } from '../../asks/mention/period.ts';
import type { AdminTopic, Topic } from '../../asks/mention/topics.ts';
import type { Ask } from '../../asks/schema.ts';
import type { Generation } from '../../generations/generation.ts';
import { CARDS_LIMIT } from '../../service/options.ts';
import type { DaysCount } from '../../sources/preview.ts';
import { listOf } from '../../text.ts';
import type { SlackContext } from '../bolt/context.ts';
import { isAdmin } from '../bolt/permissions/permissions.ts';
import { adminsToAsk } from '../bolt/permissions/roles.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { teamDefaultsButton } from '../kit/admin-requests.ts';
import { defaultsPhrases } from '../kit/ask-fields/ask-form.ts';
import { keptAbout, optOutSection, ownDataSection } from '../kit/blocks/own-words.ts';
import { button, buttons, context, type Message, section } from '../kit/blocks/parts.ts';
import { channelMention, escaped, optOutMarks } from '../kit/blocks/text.ts';
import { blockedAnswer } from '../kit/check-ask.ts';
import { whomToAsk } from '../kit/copy/blocker-copy.ts';
import { budgetSummary, limitsSummary } from '../kit/copy/budget-summary.ts';
import { keptOf, keptText } from '../kit/copy/closed.ts';
import { titleOf } from '../kit/copy/generation-phrases.ts';
import { admitCard } from './admit-card.ts';
import { abilitiesMessage, countText } from './cards.ts';
import { cost, costOf, undo, usualCost } from './cost-answers.ts';
import { digestOrderAnswer } from './digest-answers.ts';
import { documentName } from './document-name.ts';
import {
  documentMessage,
  HOW_TO_DELETE,
  isFinished,
  NO_PICTURE,
  SEARCHED,
  WHO_EDITS,
} from './document-questions.ts';
import { searchedWords } from './name-words.ts';
import { resolveNames } from './read-sentence.ts';
import { expectedFor, type Sentence } from './sentence.ts';
import { creditsMessage, shutOutText } from './talk-answers.ts';
import {
  type Asked,
  accountText,
  audience,
  outside,
  readersSeen,
  seenByAdmins,
  usageSeen,
} from './who-sees.ts';

/** The answers to questions about Deckhand itself, such as "who can see this?" Each spends nothing and needs no connection to the service. */

/** Returns a message, or its text as mrkdwn. */
type Answer = (asked: Asked) => Message | string | Promise<Message | string>;

export const answers: Record<Exclude<Topic, AdminTopic>, Answer> = {
  abilities: ({ slack }) => abilitiesMessage('', slack),
  reads: async ({ sentence, slack, open, document }) => {
    const marks = `${optOutMarks(slack.optOutReaction)} keeps one message out`;
    const isOfThis = /\b(?:it|this one|(?:this|the) (?:deck|card|document|page|post|one))\b/i.test(
      sentence.text,
    );
    const { said } = open ? await expectedFor(open, slack) : {};
    const ofThis = open || isOfThis ? readText(open ?? document?.ask ?? undefined, marks, said) : '';
    return ofThis
      ? `${ofThis} I read nothing by myself.`
      : `I read nothing by myself. I use what people write to me, and I read a thread or the days of a channel only when one of its members has something made of them, or for a digest that a member has set up. ${marks}, and *Leave my messages out* on my Home all of yours.`;
  },
  scopes: () =>
    'I read private channels only if a member has invited me, and any channel only when one of its members has something made of it. I join public ones by myself then. In Slack, the details of a channel list me under *Integrations*. I can read only there, and post what people ask for. Direct messages between people I can’t read at all. Slack lists all my permissions on my app’s page; the admins’ guide says what each is for.',
  users,
  others: async ({ service, sentence, slack }) => {
    const text = `I show documents only to people who are in the conversation they were posted in: \`/deck find\` searches yours. What somebody had made just for themselves I show to nobody else. Slack admins see in *Usage…* what each person’s documents have cost, and who can sign in with the connected account at ${service} can open all.`;
    if (!(await isAdmin(sentence, slack.log))) return text;
    const own = [
      button('Usage…', actions.teamUsage, 'words'),
      button('Audit trail (CSV)', actions.auditTrail, 'words'),
    ];
    return { text, blocks: [section(text), ...buttons(...own)] };
  },
  leaving: async ({ service, sentence, slack }) => {
    const text = `When somebody leaves, their documents stay at ${service}, because they belong to the connected account, and what is posted in Slack stays there. Their digests pause at the next run, a connection that they made stays until it is replaced with \`/deck connect\`, and a Slack admin can erase what I keep about them. If theirs is the account at ${service} that is connected, connect another one before it is closed: I can’t work without one.`;
    if (!(await isAdmin(sentence, slack.log))) return text;
    const erase = button('Erase a person…', actions.erasePerson, 'words');
    return { text, blocks: [section(text), ...buttons(erase)] };
  },
  defaults,
  words: async (asked) => {
    const { sentence, service } = asked;
    const place = sentence.isDirect
      ? `${ASKS_IF_SEEN.test(sentence.text) ? 'No. ' : ''}This is a direct message between you and me, so other members don’t see it. Slack admins see what was spent, but not your words.`
      : 'What you write in this channel is for everyone who can open it. Only you see this answer.';
    return `${place} What you have made goes to ${service}. ${await accountText(asked)} What I post or you share in a channel, its members see.`;
  },
  admins: seenByAdmins,
  usageSeen,
  readersSeen,
  audience,
  outside,
  gdpr: ({ service }) =>
    `\`/deck settings\` sends each person their own data and erases it; Slack admins can erase a person. Texts are deleted once their document is delivered, and all data of this workspace when I am removed. ${service} stores the documents: where, and under which rules, is in this workspace’s agreement with it. A data processing agreement (DPA) is made with it and with the people who run me.`,
  tokens: ({ service }) =>
    `The access to ${service} is stored encrypted in my database, bound to this workspace. Nobody in Slack can see it, it is never logged, and *Disconnect* deletes it.`,
  uninstall: ({ service }) =>
    `A Slack admin removes me in Slack, under *Manage apps*. That deletes all that I keep of this workspace; documents stay at ${service}, and messages in Slack. \`/deck disconnect\` only ends the connection to ${service}.`,
  why,
  ownership: ({ service }) =>
    `Who owns what is made, and what it may be used for, is in this workspace’s agreement with ${service}. *Details…* says where the pictures of a document come from; *free for commercial use* is one of the choices.`,
  refund: ({ service }) =>
    `No: what ${service} has spent on a document is not given back, also if you delete it. An ask that fails costs only what ${service} reports for it, and what was reserved for it is free again.`,
  logged: ({ service }) =>
    `Of each person: what they asked for, until it is delivered (30 days at most); the titles, links and costs of their documents; their digests, defaults and cards; and the audit trail, which says who did what and when, for a year unless the people who run me have set another time. Slack admins see the audit trail and who spent how much, but no titles or texts. ${service} stores the documents.`,
  threads: () =>
    'Yes. A summary of a channel also reads the replies in the threads of these days, and a summary of a thread reads all of the thread.',
  changed,
  file: ({ document, sentence, slack }) => {
    if (OF_PICTURE.test(sentence.text)) return NO_LINK;
    if (!document) return slack.lists.recent(sentence.actor);
    const text =
      'Its file is in the thread below it, and the menu here exports it as PowerPoint, PDF or PNG.';
    return documentMessage(document, text, NOT_READY);
  },
  pages: ({ document, sentence, slack }) =>
    document
      ? documentMessage(document, '*Show slides* in the menu here shows them as pictures.', NOT_READY)
      : slack.lists.recent(sentence.actor),
  look: (asked) => {
    const { document } = asked;
    return document ? documentMessage(document, lookOf(document)) : listed('theme', asked);
  },
  mine: async ({ sentence, slack }) => {
    const when = { now: new Date(slack.clock.now()), zone: (await slack.zoneOf(sentence)) || 'UTC' };
    return slack.lists.recent(sentence.actor, periodIn(flatText(sentence.text), when));
  },
  unshare: () =>
    'I can’t take a post back. In Slack, an admin can delete my message with its file. To close the document itself, choose *Comments, readers, archive…* in its menu.',
  inside: ({ document }) => {
    const text = 'I don’t read finished documents, so I can’t say. Its link opens it.';
    return document ? documentMessage(document, text) : text;
  },
  reset: ({ service }) =>
    `Limits count for a calendar month (UTC): on the first, everybody starts at 0 again, and what was left does not roll over. Nobody can set it back to 0 sooner, but a Slack admin can raise a limit. When the credits at ${service} themselves are renewed is in this workspace’s agreement with it.`,
  thoroughness: ({ service }) =>
    `*Quick* is the usual way and takes a minute or two. With *Thorough*, ${service} takes more care: usually 5 to 25 minutes, and often more credits; the card shows about how many. Choose it under *How* in *Details…*, or say \`make it thoroughly\`. Slack admins can turn it off.`,
  aiLabel: ({ service }) =>
    `In Slack, each result says “Made by AI with ${service}” below it. I add no such line to the document or its file: if your readers must be told there, say \`add a line that it was made with AI\`.`,
  whoConnects: async ({ sentence, slack }) => {
    const text =
      'Only Slack admins connect an account, unless they press *Let everyone connect* on my Home; then members may, too, but never guests. A working connection is replaced or ended only by a Slack admin or the person who made it, and up to three admins get a message that says who did it.';
    return (await isAdmin(sentence, slack.log)) ? text : `${text} \`/deck connect\` asks them for it.`;
  },
  connectMeans: async (asked) =>
    `Who presses *Connect* signs in at ${asked.service} and chooses a workspace there. From then on, all that anybody in this Slack workspace has made is made with that account and spends that workspace’s credits. People who can sign in with it can open all of these documents, so a separate account is better than a personal one. I keep the access encrypted, and *Disconnect* deletes it. ${await accountText(asked)}`,
  oldLinks: ({ service }) =>
    `A changed rule holds within ten seconds, also for open cards and digests. Documents made before stay as they are: who has access keeps it. Close such a link on the document’s own page at ${service}.`,
  guide: () =>
    '`/deck help` lists what I do, and you can ask me here in your own words, for example `what do admins see?`. There are guides for members, to pass on, and for Slack admins: the people who run me have them.',
  sharedOutside: async ({ sentence, service, slack }) => {
    const text = `I keep no list of it, and what people change at ${service} itself I can’t see. Each result says who was given access when it was made.`;
    if (!(await isAdmin(sentence, slack.log))) return text;
    const trail = `${text} The audit trail has a line for each document that was made with access for others.`;
    return {
      text: trail,
      blocks: [section(trail), ...buttons(button('Audit trail (CSV)', actions.auditTrail, 'words'))],
    };
  },
  blockChannel: async ({ sentence, slack }) => {
    const text =
      'From a private channel: don’t invite me, or remove me from it. I read a public channel if one of its members has something made of it, and no rule forbids that. A limit of 0 credits for the channel keeps results out of it, but not a summary that a member has made for themselves alone.';
    if (!(await isAdmin(sentence, slack.log))) return text;
    return { text, blocks: [section(text), ...buttons(button('Change limits…', actions.budget, 'words'))] };
  },
  pilot: async ({ sentence, slack }) => {
    const settings = await slack.settings.of(sentence.actor.team);
    const isPilot = settings.spenders === 'listed';
    const isOne = await isAdmin(sentence, slack.log);
    const own =
      isPilot && (!isOne || /\b(?:am i|i am|i['’]?m)\b/i.test(sentence.text))
        ? `A pilot is on now. ${await listedText({ sentence, slack })} `
        : '';
    const text = `${own}In a pilot, only people whom the Slack admins have chosen may spend credits. The others can ask me questions, and read whom to ask if they want something made. A pilot does not end by itself: an admin ends it.`;
    if (!isOne) return text;
    const how = `${isPilot && !own ? `${budgetSummary(settings)} ` : ''}${text} Write me \`only @Ana and @Ben may use it\` to begin, and \`everybody may use it again\` to end it; each fills in the form, and nothing changes before *Save*.`;
    return {
      text: how,
      blocks: [section(how), ...buttons(button('Change limits…', actions.budget, 'words'))],
    };
  },
  guestsSee: async ({ sentence, slack }) => {
    const { guests } = await slack.settings.of(sentence.actor.team);
    return `Guests ${guests === 'yes' ? 'may use me now: they' : 'may not use me now. If they are let in, they'} have things made of conversations that they are in, and find documents only there; the same limits hold for them, and they can’t connect an account, set the defaults of a channel or choose a folder. What is posted in a channel, its guests see and open as all its members do, also while they are shut out, and any member of the channel can ask me in their place.`;
  },
  toPerson: ({ service, document }) => {
    if (document && !isFinished(document))
      return 'It is still being made. Its link and buttons come with the result: pass it on from there.';
    if (document?.work === 'image') return NO_PICTURE;
    const text = `I can’t send it to people. Pass on its link, which is behind its title, or the file in the thread below it; *Share to channel…* posts both. Whether the link opens for somebody without an account at ${service} depends on who may open the document; the file opens for everybody.`;
    return document && isFinished(document) ? documentMessage(document, text) : text;
  },
  attached: ({ service }) =>
    `Photos I don’t read and don’t keep. I read the text of a file that you attach, and it goes to ${service} with what you ask for. I keep it encrypted until that is delivered, 30 days at most unless the people who run me have set another time. The file itself stays where you put it in Slack, and I show it to nobody.`,
  usedMine: async ({ sentence: { actor }, slack }) => {
    const text =
      'I can’t say: I don’t read finished documents. Each says below it which conversation and days it was made of.';
    const own = optOutSection(await slack.optOuts.has(actor.team, actor.person), slack, 'words');
    return { text, blocks: [section(text), ...own] };
  },
  noticed: () =>
    'Nobody is told that I read a channel. If I have to join a public channel for it, Slack says so there once. What is posted afterwards says what it was made of and who asked for it; what is made for one person alone, only that person sees.',
  estimate: ({ service }) =>
    `The card’s figure is a guess from what was made here before; ${service} decides the length if you don’t, and what it reports is what counts. A number of slides, such as \`5 slides\`, keeps it close. The result says what it has used.`,
  invented: ({ service }) =>
    `I give ${service} only what the card says, and it writes the document with an AI, which can add or mistake things. *keep my words* leaves your text as it is. Check names and figures before you pass it on.`,
  switchOff: async ({ sentence, slack, service }) => {
    const text = `\`/deck disconnect\` stops everything for everybody: without the connection to ${service}, nothing is made, digests pause, and finished documents stay. \`/deck connect\` begins again.`;
    if (!(await isAdmin(sentence, slack.log)))
      return 'Say *stop* to stop what is being made for you. Only Slack admins can stop Deckhand for everybody.';
    const gently = `${text} To let only a few go on, choose *Those chosen below* in *Change limits…*; a limit of 0 credits for the workspace lets nobody spend.`;
    return {
      text: gently,
      blocks: [section(gently), ...buttons(button('Change limits…', actions.budget, 'words'))],
    };
  },
  noRule: async ({ sentence, slack }) => {
    const text =
      'There is no rule for that: *Workspace rules…* and *Change limits…* have all that there are, and they hold for the whole workspace.';
    if (!(await isAdmin(sentence, slack.log))) return text;
    const forms = [
      button('Change limits…', actions.budget, 'words'),
      button('Workspace rules…', actions.teamRules, 'words'),
    ];
    return { text, blocks: [section(text), ...buttons(...forms)] };
  },
  later: () =>
    'I make and post things at once, not at a time that you choose. For a channel’s days again and again, set up a digest with `/deck digests`. A result that is for you alone can be posted later with *Share to channel…*.',
  summary: ({ service }) =>
    `In short: I read what people write to me, and a thread or channel only when one of its members has something made of it; a private channel only if a member has invited me, direct messages between people never. *Leave my messages out*, on my Home, keeps yours out, and \`!nodeck\` a single one. I delete texts when their document is delivered, after 30 days at the latest; ${service} stores the documents. Each card says who will see the result. Slack admins see who spent how much, but no titles or texts.`,
  data: ({ service }) =>
    `What you ask for, and the messages and files that it is made of, go to ${service}, which makes the documents and stores them. I keep these texts encrypted and delete them when the document is delivered, after 30 days at the latest unless the people who run me have set another time. Titles, links and costs stay until I am removed from this workspace. Tokens are encrypted, too. Where ${service} keeps documents, and under which rules, is in this workspace’s agreement with it.`,
  privateChannels: ({ service }) =>
    `Only its members can have something made of a private channel, after one of them has invited me. What is made of it is posted only there or to the member who asked, and only members of the channel find it with me. At first nobody else can open it at ${service}; who asks for it can give others access unless the admins’ rules forbid it. People who can sign in with the connected account at ${service} can open it. To keep me out of a private channel, don’t invite me: no other rule forbids it.`,
  model: ({ service }) =>
    `${service} writes the documents and draws the pictures with the models that it uses. I have none of my own; for pictures, *Details…* offers the models to choose from.`,
  training: ({ service }) =>
    `This workspace’s agreement with ${service} says whether it trains on what it gets. I train nothing on it myself.`,
  account: ({ service }) =>
    `Nobody here needs one: one account at ${service} is connected for everyone in this Slack workspace, and the files come into Slack. Whether a link opens without an account there depends on who may open the document.`,
  async payer({ sentence, slack, service }) {
    if (await isAdmin(sentence, slack.log))
      return `It spends credits of the workspace at ${service} that this Slack workspace is connected to. Without limits, people may spend what is there: \`limits\` sets a sum for a month, for each person and for all together. What a credit costs is in your agreement with ${service}; *Usage…* on my Home shows who spent what.`;
    const isGuest = (await slack.roleOf(sentence)) === 'guest';
    const whose = isGuest ? '' : ' My Home says whose credits these are.';
    return `It spends credits of the workspace at ${service} that this Slack workspace is connected to. You pay nothing yourself.${whose}`;
  },
  limit: async ({ sentence, slack }) => {
    const message = await creditsMessage(sentence, slack);
    return /\bmore\b/i.test(sentence.text)
      ? { ...message, blocks: [...message.blocks, ...context(MORE_CREDITS)] }
      : message;
  },
  told: () =>
    'When an admin changes rules or defaults, up to three other admins get a message that says what holds now. Changed limits send none. The audit trail has a line for each change, with its author.',
  forecast: async (asked) =>
    `Nobody can say before people use it. ${await usualCost(asked)} Limits keep a month’s sum down, for each person and for the whole workspace: write me \`limits\`. *Usage…* on my Home shows what was spent.`,
  warned: ({ service }) =>
    `Slack admins get a message at 80 % and 100 % of the workspace’s limit, and when credits at ${service} run low. Who reaches a limit reads so before anything is made.`,
  erased: () =>
    'After *Erase a person…*, nothing of their asks, texts, digests and defaults is left here. Usage and the audit trail keep a pseudonym. Documents stay where they are, and messages in Slack keep the name.',
  running,
  cost,
  spent: async (asked) =>
    asked.document && !OWN_SUM.test(asked.sentence.text)
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
    if (document && !isFinished(document)) return `“${titleOf(document)}” is still being made. ${usual}`;
    return document && !open && IS_READY.test(sentence.text)
      ? documentMessage(document, 'It is ready. The title here is the link.', usual)
      : usual;
  },
  languages: () =>
    `I understand requests in many languages, and best in English, German, French, Spanish, Portuguese, Italian, Dutch and Polish. I answer in English. Documents can be in ${languages.length} languages: add \`in German\`, for example.`,
  themes: (asked) => listed('theme', asked),
  templates: (asked) => listed('template', asked),
  undo,
  known: async ({ sentence: { actor }, slack }) => {
    const lead =
      'I keep what you ask for until it is delivered, 30 days at the latest, and also what waits for an admin. Of documents, the titles, links and costs stay.';
    const kept = await keptOf(actor, slack);
    const text = [lead, kept && keptText(kept), await keptAbout(actor, slack)].filter(Boolean).join(' ');
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
      '*Leave my messages out*, on my Home, keeps your messages out of what others make. `/deck settings` has *Erase it*, which deletes what I keep about you: your asks are stopped, and your digests, defaults, cards and texts deleted. Documents stay where they are. *Send it to me* there shows you first what I keep.',
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
  inChat: () =>
    'I can’t answer from a conversation here in the chat: I make documents, pages, posts and pictures of it. The shortest is one page: say `one page, just for me`.',
  emptied: ({ service }) =>
    `Then nothing more is made: who asks reads so before anything is sent, digests say so to their owner, and finished documents stay. The Slack admins get a message when credits at ${service} run low, and at 80 % of the workspace’s limit. More credits are added at ${service}.`,
  cannot: () =>
    'I can’t do that. I make presentations, documents, web pages, posts and pictures from your words, a file, a thread or the days of a channel.',
  deleting: async ({ document, sentence, slack }) => {
    if (!document) return withList(`Choose it here. ${HOW_TO_DELETE}`, sentence, slack);
    return document.work === 'image'
      ? 'I can’t delete a picture. In Slack, an admin can delete my message with it.'
      : documentMessage(
          document,
          HOW_TO_DELETE,
          `“${titleOf(document)}” is still being made. *stop* stops it.`,
        );
  },
  changing: () =>
    'Yes. Say what should be different, for example `make the title shorter`, and I show you the change before it is made. A change, also a translation, is made in the document itself; for a copy beside it, say `the same in German`. You can also edit it yourself behind its link.',
  card: () =>
    'A card shows what I understood, who will see the result and about what it costs. *yes* makes it. *no* or *Not now* drops it, which costs nothing. Words such as `in German` change it.',
  async digest({ sentence, slack }) {
    const ordered = await digestOrderAnswer(sentence, slack);
    if (ordered) return ordered;
    const { team, person } = sentence.actor;
    const own = await slack.digests.ownedBy(team, person);
    return own.length > 0 ? slack.lists.digests(sentence, undefined, { hint: WHAT_DIGEST }) : WHAT_DIGEST;
  },
  links: () => 'I can’t open links. Attach the file, or paste the text.',
  finding: ({ document, sentence, slack }) => {
    // The service knows no languages of documents: "where is the French one?"
    const words = searchedWords(sentence.text)
      .filter((word) => !languageNamed(word))
      .join(' ');
    const isNamed = document !== undefined && documentName(sentence.text, [document])?.document !== undefined;
    if (words && !(isNamed && !SEARCHES.test(sentence.text))) return slack.lists.found(sentence, words);
    if (!document) return slack.lists.recent(sentence.actor);
    if (document.work === 'image') return NO_LINK;
    const text = document.docUrl ? 'The title here is the link.' : 'The service has not given a link to it.';
    return documentMessage(document, text, 'It is still being made. The link comes with the result, here.');
  },
  stopping: () =>
    'Say *stop* to stop what is being made, or *no* to drop a card. What the service has begun may still cost credits.',
  photos: ({ service }) =>
    `I can’t put your photos into documents, and I keep none. Choose *Empty frames to fill later* under *Images* in *Details…*: who may edit the document at ${service} fills them there.`,
  trouble: async ({ sentence, slack }) =>
    (await slack.connecting.summaryOf(sentence.actor.team)).works
      ? 'The message about it says why, and what to do. If it ends with a reference, the people who run me can look that up. A thorough document takes 5 to 25 minutes.'
      : slack.lists.running(sentence, 'connection'),
  formats: () =>
    'A presentation is for showing, as PowerPoint. A document is for reading, as PDF. A web page is a link. A post is for social networks, as a picture.',
  connecting: async ({ sentence, slack }) =>
    (await isAdmin(sentence, slack.log))
      ? '`/deck connect` connects me, once. Then everybody can write me what to make. On my Home, *Change limits…* sets who may spend how much, and *Workspace rules…* the rest.'
      : 'A Slack admin of this workspace connects me, on my Home. `/deck connect` asks one.',
};

/** Matches a question about a picture: "where is the file of the picture?" */
const OF_PICTURE = /\b(?:the|my|our) (?:picture|image|photo|drawing)\b/i;
const NO_LINK = 'A picture has no link: its file is with its message.';
/** Matches an order to search. "Where is the price list?" is about one document. */
const SEARCHES = /\b(?:find|search|look for|such|finde?|cherche|busca)\b/i;

/** Returns a text above the list of the person's last documents. */
async function withList(text: string, { actor }: Sentence, slack: SlackContext): Promise<Message> {
  const list = await slack.lists.recent(actor);
  const isEmpty = (await slack.generations.recent(actor.team, actor.person, 1)).length === 0;
  return isEmpty ? list : { text, blocks: [section(text), ...list.blocks] };
}

/** Says which theme or template a document has. */
function lookOf({ ask, work }: Generation): string {
  if (ask?.template) return `It was made with the template “${escaped(ask.template.name, 75)}”.`;
  if (ask?.theme) return `It has the theme “${escaped(ask.theme.name, 75)}”.`;
  return work === 'edit'
    ? 'A change keeps the theme that the document was made with.'
    : 'Nobody chose a theme for it, so it has the service’s usual one.';
}

/** Matches a question for all that a person has spent, which names no document. */
const OWN_SUM =
  /^(?!.*\b(?:it|this(?! (?:week|month|year))|that|these|deck|document|doc|one|post|picture|page|slides|change)\b).*\b(?:i|we|me)\b/i;

/** Matches a question whether somebody sees what the person writes. */
const ASKS_IF_SEEN = /^(?:so |and |but )*(?:can|could|does|do|will|would) .*\b(?:see|read)\b/i;

const WHAT_DIGEST =
  'A digest sums up a channel by itself, for example every Monday. It costs what a presentation of its length costs, each time. Any member of the channel who may spend credits sets one up, unless the Slack admins have turned digests off. It is posted in its channel for everybody there, or comes to its owner alone, as its form says. `/deck digests` lists them with what each has cost, and sets one up. Its owner and every Slack admin can pause or delete it there.';

const NOT_READY = 'It is still being made. Its file comes with it.';

const MORE_CREDITS = 'If a card is refused for its cost, its button asks the Slack admins for more.';

/** Says what is being made for the person now. */
async function running({ sentence, slack }: Asked): Promise<string> {
  const { team, person } = sentence.actor;
  const recent = await slack.generations.recent(team, person, SEARCHED);
  const titles = recent.filter((one) => !isFinished(one)).map((one) => `“${titleOf(one)}”`);
  return titles.length > 0
    ? `${listOf(titles)} ${titles.length > 1 ? 'are' : 'is'} still being made. *stop* stops it.`
    : 'Nothing of yours is being made now.';
}

/** Says what has become of the person's last change. */
async function changed({ sentence, slack }: Asked): Promise<Message | string> {
  const { team, person } = sentence.actor;
  const recent = await slack.generations.recent(team, person, SEARCHED);
  const last = recent.find(({ work }) => work === 'edit');
  if (!last) return 'You have changed no document lately.';
  const title = `Your change of “${titleOf(last)}”`;
  if (last.state === 'delivered') return documentMessage(last, `${title} is done.`);
  if (last.state === 'failed' || last.state === 'stopped') return `${title} was not made.`;
  return `${title} is still being made. The message in the document’s thread shows how far it is.`;
}

/** Says what a card or a document is made from; empty without an ask, and for a change. */
function readText(ask: Ask | undefined, marks: string, said?: DaysCount): string {
  if (!ask || ask.work.kind === 'edit') return '';
  const { source } = ask;
  const other = `and no other channel. ${marks}`;
  const count = said ? ` (${countText(said)})` : '';
  const texts = {
    text: () => 'only the words that you gave me, and no channel',
    file: () => 'the attached files, and no channel',
    thread: () => `the messages of its thread, ${other}`,
    channel: (id: string) => `the messages of ${channelMention(id)} in these days${count}, ${other}`,
  };
  return `For this one, I use ${texts[source.kind](source.kind === 'channel' ? source.channel : '')}.`;
}

/** Matches a question whether a document is ready. */
const IS_READY =
  /\b(?:ready|done|finished|there|here|status|progress|how far|fertig|pr[eê]t|listo)(?!\p{L})/iu;

/** Matches defaults for everybody in the workspace. */
const OF_ALL =
  /\b(?:everyone|everybody|(?:all|everything)(?! (?:that |of )?(?:i|my|mine)\b)|people|documents made|workspace|whole team|company|team|alle|tout le monde)\b/i;

/** Matches the name of a default theme: "make Northwind brand the default theme", "the default theme is Ocean". */
const DEFAULT_THEME =
  /\b(?:make|set|use|have|take) (?:the |our )?(?<first>[^,.;?]{2,40}?)(?: theme)? (?:(?:as )?(?:the |our )?default(?: theme)?|as (?:the |our )?theme)\b|\bdefault theme (?:is|to|should be|must be|:) ?(?:the |our )?(?<last>[^,.;?]{2,40}?)(?: theme)?(?=$|[,.;?!]| and\b)/iu;
/** Matches a question whether results are private. */
const ASKS_PRIVATE = /^(?:so |and |ok )*(?:is|are|will|do|does)\b.*\bprivate\b/i;

/** Returns the code of the language whose name stands in a sentence; the longest of several, such as "British English". */
function languageIn(said: string): string | undefined {
  const found = languages.filter(([, name]) => said.toLowerCase().includes(name.toLowerCase()));
  return found.toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0];
}

/** Says where defaults are set. For admins who name everybody, the form is filled in with what they said. */
async function defaults({ sentence, slack }: Asked): Promise<Message> {
  const { text } = sentence;
  const { actor } = sentence;
  const where =
    '`/deck settings` has the defaults, such as language, theme, format and *Just for me*: your own, those of a channel and, for Slack admins, those of the whole workspace.';
  const isPrivacyAsked = ASKS_PRIVATE.test(text);
  const team = await slack.defaults.of({ kind: 'team', team: actor.team });
  const isPrivate = team.seenBy === 'me';
  const seen = isPrivacyAsked
    ? `${isPrivate ? 'Yes' : 'No'}: at first, ${isPrivate ? 'only the person who asks sees a result' : 'a result appears where it was asked for'}. `
    : '';
  if (!(OF_ALL.test(text) || isPrivacyAsked) || !(await isAdmin(sentence, slack.log)))
    return settingsMessage(`${seen}${where}`);
  const said = ruleText(text)
    .replace(
      /,? \b(?:for|of) (?:everyone|everybody|all(?: of us)?|the whole (?:team|company|workspace))\b/gi,
      '',
    )
    .replace(
      /\b(?:default )?language(?: for (?:the |our )?(?:company|team|workspace))? ?(?:is|should be|must be|to|:)(?= )/gi,
      'language',
    )
    .replace(/ and (?=\p{Lu})/gu, ', ');
  const { choices } = findChoices(said, '');
  const { language = languageIn(said), tone } = choices;
  const exportAs =
    choices.exportAs ?? exportIn('', /\b(?:pdf|powerpoint|pptx|png)\b/i.exec(said)?.[0] ?? '')?.value;
  const format = formatOf(/\b(?:format|as)\b.*$/i.exec(said)?.[0] ?? '');
  const isForPerson = !isPrivacyAsked && /\b(?:just for me|private(?:ly)?)\b/i.test(said);
  const { first, last } = (/\b(?:theme|brand)/i.test(said) && DEFAULT_THEME.exec(said)?.groups) || {};
  const named = { choices: {}, prompt: said, named: namesIn(`with the ${first ?? last} theme`), notes: [] };
  const {
    choices: { theme },
    notes,
  } = await resolveNames(first || last ? named : { ...named, named: namesIn(text) }, sentence, slack);
  const found = { language, tone, theme, exportAs, format, ...(isForPerson && { seenBy: 'me' as const }) };
  const filled = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
  const what = Object.keys(filled).length > 0 ? ', filled in with what you said' : '';
  const now = defaultsPhrases(team).map((phrase) => escaped(phrase, 200));
  const forAll = `${seen}For everybody, ${now.length > 0 ? `the defaults are: ${now.join(' · ')}` : 'there are no defaults now'}. *Workspace defaults…* opens them${what}. *Save* there sets them.${notes.map((note) => ` ${note}`).join('')}`;
  return { text: forAll, blocks: [section(forAll), ...buttons(teamDefaultsButton(filled))] };
}

/** Says why the open card was refused, because people ask that after a refusal. */
async function why({ sentence, slack, open }: Asked): Promise<Message | string> {
  const admission = open && (await admitCard(open, sentence, slack));
  const blocked = admission && (await blockedAnswer(admission, open, sentence, slack, {}));
  if (blocked) return blocked;
  const text = 'If something failed, its message says why.';
  if (await isAdmin(sentence, slack.log))
    return `${text} What is allowed here is set with *Change limits…* and *Workspace rules…* on my Home.`;
  const { actor, client } = sentence;
  if ((await slack.settings.of(actor.team)).spenders === 'listed')
    return `Only people whom the Slack admins have chosen may spend credits here. ${await listedText({ sentence, slack })}`;
  const admins = await adminsToAsk({ client, team: actor.team }, slack.log);
  return `${text} What is allowed here, the Slack admins decide. ${whomToAsk(admins, 'change it')}`;
}

/** Says who may use Deckhand and spend credits. */
async function users({ sentence, slack }: Asked): Promise<string> {
  const settings = await slack.settings.of(sentence.actor.team);
  const { guests, spenders } = settings;
  const isOne = await isAdmin(sentence, slack.log);
  if (spenders === 'listed' && isOne)
    return `${budgetSummary(settings)} Guests are ${guests === 'yes' ? '' : 'not '}let in. On my Home, *Change limits…* sets who may spend, and *Workspace rules…* whether guests may use me.`;
  const spending =
    spenders === 'everyone'
      ? ''
      : ` Of these, only people whom the Slack admins have listed may spend credits. ${await listedText({ sentence, slack })}`;
  // Whom a rule shuts out never gets this answer.
  const own = spenders === 'everyone' && OF_ASKER.test(sentence.text) ? 'Yes, you may use me. ' : '';
  return `${own}All members of this Slack workspace${guests === 'yes' ? ' and its guests' : ', but no guests'}.${spending} Nobody of another organisation can. ${isOne ? `Now: ${limitsSummary(settings)} *Change limits…* and *Workspace rules…* on my Home set this.` : 'Slack admins set limits and rules on my Home.'}`;
}

/** Matches a question whether the person who asks may use Deckhand: "am I allowed to?" */
const OF_ASKER = /^(?!(?:but |so |and )*(?:why|who)\b).*\b(?:i|me|ich|mich|je)\b/i;

/** Says whether the person is among those who may spend, and whom to ask otherwise. */
async function listedText({ sentence, slack }: Pick<Asked, 'sentence' | 'slack'>): Promise<string> {
  const { actor, client } = sentence;
  const shutOut = await shutOutText(actor, await slack.settings.of(actor.team), slack);
  if (!shutOut) return 'You are one of those who may spend credits.';
  const admins = await adminsToAsk({ client, team: actor.team }, slack.log);
  return `${shutOut} ${whomToAsk(admins, 'add you')}`;
}

function settingsMessage(text: string): Message {
  const open = button('Open settings', actions.settings, 'question');
  return { text, blocks: [section(text), ...buttons(open)] };
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
