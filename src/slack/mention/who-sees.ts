import type { Admission } from '../../asks/admission.ts';
import type { OpenCard } from '../../asks/proposals.ts';
import { type Ask, isDirectMessageId, isPersonId } from '../../asks/schema.ts';
import type { Generation } from '../../generations/generation.ts';
import type { SlackContext } from '../bolt/context.ts';
import { context, type Message } from '../kit/blocks/parts.ts';
import { channelMention, escaped, oneLine } from '../kit/blocks/text.ts';
import { admitAsk } from '../kit/check-ask.ts';
import { sharedWith } from '../kit/copy/generation-phrases.ts';
import { destinationText } from './cards.ts';
import { documentMessage } from './document-questions.ts';
import { isForPersonByDefault } from './read-sentence.ts';
import type { Sentence } from './sentence.ts';

/** Answers questions about who can see documents and usage: in Slack, at the service, and as an admin. docs/admins.md says the same. */

/** A question about Deckhand, and what it may be about. */
export interface Asked {
  sentence: Sentence;
  slack: SlackContext;
  /** The service's name as mrkdwn. */
  service: string;
  /** The open cards in this place, newest last. */
  cards: OpenCard[];
  /** The ask of the newest open card in this place. */
  open?: Ask | undefined;
  /** The document of the thread, or the person's last result here. It may still be in progress. */
  document?: Generation | undefined;
}

/** Says who sees the result of the open card, the document, or what will be made in this place. */
export async function audience(asked: Asked): Promise<Message | string> {
  const { sentence, slack, open, document } = asked;
  const isOfDocument =
    document !== undefined && /\b(?:right now|already|finished|just made|now)\b/i.test(sentence.text);
  if (open && (open.work.kind === 'edit' || isOfDocument)) {
    const text = 'The change is made in the document itself, so whoever can open the document sees it.';
    if (!document) return text;
    const [said, isEdit] = [await audience({ ...asked, open: undefined }), open.work.kind === 'edit'];
    if (!isEdit || typeof said === 'string') return said;
    return { ...said, blocks: [...said.blocks, ...context(text)] };
  }
  const [link, others] = await Promise.all([linkText(asked), othersText(asked)]);
  if (open)
    return (await isForPersonByDefault(open, sentence, slack))
      ? `Only you will see it. With *Make it here*, everyone in ${channelMention(open.destination.channel)} will. ${link} ${others}`
      : `${destinationText(open)} ${link} ${others}`;
  if (document) {
    const { channel } = document;
    const isForPerson = isDirectMessageId(channel) || isPersonId(channel);
    const inSlack = isForPerson
      ? 'In Slack, I have sent it only to you; others see it there only where you have shared it.'
      : `In Slack, it is for everyone who can open ${channelMention(channel)}.`;
    return documentMessage(document, `${inSlack} ${link} ${others}`);
  }
  const here = sentence.isDirect
    ? 'What you ask for here comes to you alone, unless you name a channel.'
    : `What I make in this ${sentence.thread ? 'thread' : 'channel'} is for everyone who can open the channel. Add \`just for me\`, and only you get it.`;
  return `${here} ${link} ${others}`;
}

/** Says what admins see of the asks and documents of others, and who can open them at the service. */
export async function seenByAdmins(asked: Asked): Promise<string> {
  return `${ADMINS_SEE} Like other members, they see what I post in channels that they are in. ${await accountText(asked)}`.trim();
}

/** Says who sees what a person has spent. */
export const usageSeen = () =>
  'You and the Slack admins of this workspace. They see who spent how much, when and in which conversation (for what only you got: “private”), but no titles or texts, and no rule turns this off. Other members see only what a result says of its own cost.';

/** Says who sees the readers of a document, as the team's rule has it. */
export async function readersSeen({ sentence, slack, service, document }: Asked): Promise<Message | string> {
  const { readers } = await slack.settings.of(sentence.actor.team);
  const figures = 'how often and by how many people it was opened';
  const shown = {
    names: `${figures}, and on a second click also their names`,
    figures: `${figures}, but no names`,
    nothing: 'nothing about its readers here',
  }[readers];
  const text = `The person who asked for a document, and Slack admins who are in the conversation it was posted in, see ${shown}. Other members see nothing about its readers here. What ${service} shows on the document’s page is set there.`;
  return document
    ? documentMessage(document, `${text} *Comments, readers, archive…* in its menu shows it.`)
    : text;
}

/** Says whether a document can be shown to people outside, such as customers. */
export async function outside(asked: Asked): Promise<Message | string> {
  const { service, document } = asked;
  const text = (await isClosedOutside(asked))
    ? `Not by its link: your Slack admins allow no access for people outside the workspace at ${service}.`
    : `Yes, if its link opens for them: before it is made, say \`anyone with the link can view\` or choose it with *Details…*; later, change it on the document’s page at ${service}.`;
  const [link] = document ? [await linkText(asked)] : [];
  const said = [text, link, 'I can’t send it to people; pass the link on.'].filter(Boolean).join(' ');
  return document ? documentMessage(document, said) : said;
}

const ADMINS_SEE =
  'Slack admins see who spent how much, when and in which conversation, and the audit trail has a line for each document: neither has titles or texts.';

/** Says who else can see something of all documents: people with the connected account, and admins. */
async function othersText(asked: Asked): Promise<string> {
  const account = await accountText(asked);
  const admins = 'Slack admins see what was spent, but no titles or texts.';
  return account ? `${account.replace(/\.$/, ';')} ${admins}` : admins;
}

/** Says who can open all documents, because they are made with one account. Empty if the team is not connected. */
export async function accountText({ sentence, slack, service }: Asked): Promise<string> {
  const { kind, who } = await slack.connecting.summaryOf(sentence.actor.team);
  if (kind === 'none') return '';
  const isGuest = (await slack.roleOf(sentence)) === 'guest';
  const account =
    who?.name && !isGuest
      ? `${escaped(oneLine(who.name), 75)}’s account`
      : kind === 'configured'
        ? 'the account of the people who run me'
        : 'the connected account';
  return `People who can sign in with ${account} at ${service} can open all documents that I make.`;
}

async function isClosedOutside({ sentence, slack }: Pick<Asked, 'sentence' | 'slack'>): Promise<boolean> {
  return (await slack.settings.of(sentence.actor.team)).accessFor === 'workspace';
}

/**
 * Says who can open the link: what the ask chose, what the admins' rule allows, or otherwise that the default of the service decides.
 * @param admission the open card's admission, if it was computed already
 */
export async function linkText(asked: Omit<Asked, 'cards'>, admission?: Admission): Promise<string> {
  const { service, open, document } = asked;
  const { workspaceAccess, externalAccess, recipients = [] } = (document ?? { ask: open }).ask?.sharing ?? {};
  const isOnlyClosed = externalAccess === 'noAccess' && !workspaceAccess && recipients.length === 0;
  const chosen = isOnlyClosed ? undefined : sharedWith({ ask: open ?? document?.ask ?? null }, service);
  if (chosen) return `${chosen}.`;
  const isFromTalk = open?.source.kind === 'thread' || open?.source.kind === 'channel';
  const { conversation } =
    open && isFromTalk ? (admission ?? (await admitAsk(open, 'later', asked.slack))) : {};
  if (conversation?.isPrivate)
    return `It is made of a private conversation, so at first nobody else at ${service} can open its link. *Details…* can give others access.`;
  const isClosed = isOnlyClosed || (!document && (await isClosedOutside(asked)));
  const own = document ? '' : ' *Details…* changes it before it is made.';
  return isClosed
    ? `Nobody outside the workspace at ${service} can open its link. Inside, the default there decides.${own}`
    : `Nothing was chosen for its link, so the default of the workspace at ${service} decides who can open it. I can’t see that default${document ? '; the document’s page there shows who can open it' : ''}.${own}`;
}
