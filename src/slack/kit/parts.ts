import type {
  ActionsBlock,
  ActionsBlockElement,
  Button,
  ConfirmationDialog,
  ContextBlock,
  KnownBlock,
  SectionBlock,
} from '@slack/types';
import { mrkdwn, plain } from './text.ts';

/** A message as Slack takes it; `text` is for notifications and screen readers. */
export interface Message {
  text: string;
  blocks: KnownBlock[];
}

/** The facts about a deployment that texts mention. */
export interface Deployment {
  serviceName: string;
  /** Name of the reaction that keeps a message out of what is made, without colons. */
  optOutReaction?: string;
}

/** `text` is mrkdwn, at most 3,000 characters, foreign parts of it escaped. */
export function section(text: string): SectionBlock {
  return { type: 'section', text: mrkdwn(text) };
}

/** @param text mrkdwn, with foreign parts escaped */
export function plainMessage(text: string): Message {
  return { text, blocks: [section(text)] };
}

/** Small print; nothing where there is nothing to say. */
export function context(...lines: (string | undefined)[]): ContextBlock[] {
  const said = lines.filter((line) => line !== undefined && line !== '');
  return said.length > 0 ? [{ type: 'context', elements: said.map((line) => mrkdwn(line as string)) }] : [];
}

export function buttons(...elements: (ActionsBlockElement | undefined)[]): ActionsBlock[] {
  const present = elements.filter((element) => element !== undefined);
  return present.length > 0 ? [{ type: 'actions', elements: present }] : [];
}

export function button(label: string, action: string, value: string, style?: 'primary' | 'danger'): Button {
  return { type: 'button', text: plain(label, 75), action_id: action, value, ...(style && { style }) };
}

/**
 * Slack asks this before a click on the button counts. All is plain text.
 * @param title at most 100 characters
 * @param text at most 300 characters
 * @param yes the answers have at most 30 characters
 */
export function confirmation(title: string, text: string, yes: string, no: string): ConfirmationDialog {
  return {
    title: plain(title, 100),
    text: plain(text, 300),
    confirm: plain(yes, 30),
    deny: plain(no, 30),
  };
}

/** Nothing where the address is none that Slack would take. */
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

/** Slack's limit for the `url` of a button, in characters. */
const URL_LIMIT = 3000;

/** An address that can stand in a button and inside `<url|text>`; undefined where it is no web address. */
export function safeUrl(url: string | undefined): string | undefined {
  if (!url || !URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  const safe = href.replaceAll('|', '%7C').replaceAll('<', '%3C').replaceAll('>', '%3E');
  return /^https?:$/.test(protocol) && safe.length <= URL_LIMIT ? safe : undefined;
}

/** Leaves room for a title in a section of 3,000 characters. */
const LINK_LIMIT = 2500;

/** `text`, already escaped, as a link where there is a fit address; else the text alone. */
export function linked(text: string, url: string | undefined): string {
  const address = safeUrl(url)?.replaceAll('&', '&amp;');
  return address && address.length <= LINK_LIMIT ? `<${address}|${text}>` : text;
}
