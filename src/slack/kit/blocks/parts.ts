import type {
  ActionsBlock,
  ActionsBlockElement,
  Button,
  ConfirmationDialog,
  ContextBlock,
  HeaderBlock,
  KnownBlock,
  SectionBlock,
} from '@slack/types';
import { clip } from '../../../text.ts';
import { escaped, mrkdwn, plain } from './text.ts';

export interface Message {
  /** Text for notifications and screen readers. */
  text: string;
  blocks: KnownBlock[];
}

/** Properties of this deployment of Deckhand that appear in texts. */
export interface Deployment {
  serviceName: string;
  /** Name of a reaction, without colons. Messages with this reaction are left out of documents. */
  optOutReaction?: string;
}

/** Returns a section block. @param text mrkdwn of at most 3,000 characters, in which text from people and from the service is escaped */
export function section(text: string): SectionBlock {
  return { type: 'section', text: mrkdwn(text) };
}

export function plainMessage(text: string): Message {
  return { text, blocks: [section(text)] };
}

/** Returns a context block, which Slack shows as small print. Empty lines are left out. Returns an empty list if all lines are empty. */
export function context(...lines: (string | undefined)[]): ContextBlock[] {
  const said = lines.filter((line) => line !== undefined && line !== '');
  return said.length > 0 ? [{ type: 'context', elements: said.map((line) => mrkdwn(line as string)) }] : [];
}

export function heading(text: string): HeaderBlock {
  return { type: 'header', text: plain(text, 150) };
}

/** Returns a row of buttons. Undefined elements are left out. Returns an empty list if all elements are undefined. */
export function buttons(...elements: (ActionsBlockElement | undefined)[]): ActionsBlock[] {
  const present = elements.filter((element) => element !== undefined);
  return present.length > 0 ? [{ type: 'actions', elements: present }] : [];
}

export function button(label: string, action: string, value: string, style?: 'primary' | 'danger'): Button {
  return { type: 'button', text: plain(label, 75), action_id: action, value, ...(style && { style }) };
}

/**
 * Returns the dialog that asks for confirmation after a click on a button. All texts are plain text. Slack allows 100 characters for
 * `title`, 300 for `text`, and 30 for the labels of the buttons, `yes` and `no`.
 */
export function confirmation(title: string, text: string, yes: string, no: string): ConfirmationDialog {
  return {
    title: plain(title, 100),
    text: plain(text, 300),
    confirm: plain(yes, 30),
    deny: plain(no, 30),
    ...(DESTROYS.test(yes) && { style: 'danger' as const }),
  };
}

/** Matches labels of confirming buttons that stop or remove something, such as "Stop it". They are red. All others are green. */
const DESTROYS = /^(?:Stop|Disconnect|Archive|Delete|Erase)\b/;

/** Returns a button that opens a link; undefined if the URL is missing or rejected by `safeUrl`. */
export function linkButton(
  label: string,
  action: string,
  url: string | undefined,
  style?: 'primary',
): Button | undefined {
  const safe = safeUrl(url);
  return safe
    ? { type: 'button', text: plain(label, 75), action_id: action, url: safe, ...(style && { style }) }
    : undefined;
}

/** Slack's maximum length of the `url` of a button, in characters. */
const URL_LIMIT = 3000;

/**
 * Returns a URL that is safe in a button and in `<url|text>`; otherwise undefined. A URL with a user name is not safe, because
 * `https://service.example@evil.example/` looks like a link to another host.
 */
export function safeUrl(url: string | undefined): string | undefined {
  if (!url || !URL.canParse(url)) return undefined;
  const { protocol, href, username, password } = new URL(url);
  const safe = href.replaceAll('|', '%7C').replaceAll('<', '%3C').replaceAll('>', '%3E');
  if (username || password) return undefined;
  return /^https?:$/.test(protocol) && safe.length <= URL_LIMIT ? safe : undefined;
}

/** Maximum length of a URL in mrkdwn, in characters. A section may have 3,000, so 1,000 are left for the title and other text. */
const LINK_LIMIT = 2000;

/** Returns mrkdwn that links `text` to `url`. Returns only `text` if the URL is unsafe or too long. @param text must be escaped already */
export function linked(text: string, url: string | undefined): string {
  const address = safeUrl(url)?.replaceAll('&', '&amp;');
  return address && address.length <= LINK_LIMIT ? `<${address}|${text}>` : text;
}

/** Slack clears the input when a slash command is sent. If Deckhand cannot carry out the command, its response repeats the words. */

/** Maximum number of characters of the typed text that a response shows. */
const SHOWN = 2000;

/** Adds the words that the person typed to a message. Returns the message unchanged if `words` is empty. */
export function withWords({ text, blocks }: Message, words: string): Message {
  return { text, blocks: [...blocks, ...typedWords(words)] };
}

export function typedWords(words: string) {
  if (!words.trim()) return [];
  return [section(`You wrote:\n\`\`\`${escaped(words, SHOWN)}\`\`\``)];
}

/** Slack's maximum length of the value of a button, in characters. */
const VALUE = 2000;

/** Returns text that fits into a button's value. An empty text becomes a space, because Slack refuses an empty value. */
export function buttonValue(words: string): string {
  return clip(words, VALUE).trim() || ' ';
}
