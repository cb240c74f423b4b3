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

/** A message for Slack. `text` is shown in notifications and read by screen readers. */
export interface Message {
  text: string;
  blocks: KnownBlock[];
}

/** Properties of a deployment of Deckhand that texts mention. */
export interface Deployment {
  serviceName: string;
  /** Name of the reaction that excludes a message from documents, without colons. */
  optOutReaction?: string;
}

/** Returns a section block. @param text mrkdwn of at most 3,000 characters. Text from people and from the service must be escaped */
export function section(text: string): SectionBlock {
  return { type: 'section', text: mrkdwn(text) };
}

/** Returns a message of one section. @param text see `section` */
export function plainMessage(text: string): Message {
  return { text, blocks: [section(text)] };
}

/** Returns a context block (small print) with these lines; an empty list if all lines are empty. */
export function context(...lines: (string | undefined)[]): ContextBlock[] {
  const said = lines.filter((line) => line !== undefined && line !== '');
  return said.length > 0 ? [{ type: 'context', elements: said.map((line) => mrkdwn(line as string)) }] : [];
}

export function heading(text: string): HeaderBlock {
  return { type: 'header', text: plain(text, 150) };
}

/** Returns a row of buttons; an empty list if all elements are undefined. */
export function buttons(...elements: (ActionsBlockElement | undefined)[]): ActionsBlock[] {
  const present = elements.filter((element) => element !== undefined);
  return present.length > 0 ? [{ type: 'actions', elements: present }] : [];
}

export function button(label: string, action: string, value: string, style?: 'primary' | 'danger'): Button {
  return { type: 'button', text: plain(label, 75), action_id: action, value, ...(style && { style }) };
}

/**
 * Returns the dialog that Slack shows before it sends the click on a button. All texts are plain text.
 * @param title at most 100 characters
 * @param text at most 300 characters
 * @param yes label of the button that confirms, at most 30 characters
 * @param no label of the button that cancels, at most 30 characters
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

/** Matches the labels of buttons that are red in a confirmation. Slack draws all other labels in green. */
const DESTROYS = /^(?:Stop|Disconnect|Archive|Delete|Erase)\b/;

/** Returns a button that opens a link; undefined if the URL is missing or not safe (`safeUrl`). */
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
 * Returns a URL that is safe in a button and in `<url|text>`. Returns undefined if it is not http or https, is too long, or contains a user
 * name or password. With a user name, `https://service.example@evil.example/` would look like a link to another host.
 */
export function safeUrl(url: string | undefined): string | undefined {
  if (!url || !URL.canParse(url)) return undefined;
  const { protocol, href, username, password } = new URL(url);
  const safe = href.replaceAll('|', '%7C').replaceAll('<', '%3C').replaceAll('>', '%3E');
  if (username || password) return undefined;
  return /^https?:$/.test(protocol) && safe.length <= URL_LIMIT ? safe : undefined;
}

/**
 * Maximum length of a URL in mrkdwn, in characters. A section can have 3,000 characters, which must also hold the title and 600 more
 * characters.
 */
const LINK_LIMIT = 2000;

/** Returns mrkdwn that links to `url`. Returns only the text if the URL is unsafe or too long. @param text must be escaped already */
export function linked(text: string, url: string | undefined): string {
  const address = safeUrl(url)?.replaceAll('&', '&amp;');
  return address && address.length <= LINK_LIMIT ? `<${address}|${text}>` : text;
}

/**
 * Functions for the words that a person typed after a command. Slack clears the words from the input. So if a response cannot use the
 * words, it shows them again.
 */

/** Maximum number of characters of the typed words that are shown. */
const SHOWN = 2000;

/** Adds the typed words to a message, if there are any. */
export function withWords({ text, blocks }: Message, words: string): Message {
  return { text, blocks: [...blocks, ...typedWords(words)] };
}

export function typedWords(words: string) {
  if (!words.trim()) return [];
  return [section(`You wrote:\n\`\`\`${escaped(words, SHOWN)}\`\`\``)];
}

/** Slack's maximum length of the value of a button, in characters. */
const VALUE = 2000;

/** Returns the typed words as the value of a button. The value is a space if there are no words, because Slack refuses an empty value. */
export function buttonValue(words: string): string {
  return clip(words, VALUE).trim() || ' ';
}
