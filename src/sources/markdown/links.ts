import { escapeInline } from './syntax.ts';

/** Links as they may go to the service. Files in Slack are private: their addresses never leave. */

const PRIVATE_FILE = 'a file in Slack';

interface LinkText {
  /** The words of the link, in Markdown. */
  label?: string;
  /** The title of its preview, in Markdown: takes the place of an address without words. */
  title?: string | undefined;
  /** The text right after it. */
  next?: string;
}

/** A link in Markdown. Addresses of pictures stand bare, since the service fetches only those. */
export function linkTo(address: string, { label = '', title, next = '' }: LinkText = {}): string {
  if (isPrivateFile(address)) return label && !hasPrivateFile(label) ? label : PRIVATE_FILE;
  if (/^mailto:/i.test(address))
    return withTarget(label, address.replace(/^mailto:/i, '').split('?')[0] ?? '');
  if (/^tel:/i.test(address)) return withTarget(label, address.slice(4));
  if (!isWebAddress(address)) return label || escapeInline(address);
  const bare = isBare(address, label);
  const runsOn = /^\S*?[\p{L}\p{N}]/u.test(next.slice(0, RUN_ON));
  if (isPictureAddress(address)) {
    return `${bare ? '' : `${label} `}${address.trim()}${runsOn ? ' ' : ''}`;
  }
  if (!bare || title) return `[${(bare && title) || label}](${forBrackets(address)})`;
  // Slack makes links of names such as example.com, which people typed without an address in mind.
  if (label && /^http:/i.test(address) && !/^https?:/i.test(label)) return label;
  return runsOn ? `[${escapeInline(withoutScheme(address))}](${forBrackets(address)})` : address.trim();
}

/** Characters after a bare address in which a reader could find more of it. */
const RUN_ON = 20;

function withTarget(label: string, target: string): string {
  const plain = escapeInline(target);
  return label && label !== plain && label !== target ? `${label} (${plain})` : plain;
}

/** Slack repeats the address as the label, with or without its beginning and end. */
function isBare(address: string, label: string): boolean {
  const core = withoutScheme(label);
  return label === '' || [address, escapeInline(address)].map(withoutScheme).includes(core);
}

function withoutScheme(address: string): string {
  return address
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '');
}

export function isWebAddress(address: string): boolean {
  return /^https?:\/\/[^\s<>]+$/i.test(address.trim()) && URL.canParse(address.trim());
}

/** Whether the service would fetch it as a picture: https, not Slack's own host, and a path that ends in a picture's type. */
export function isPictureAddress(address: string): boolean {
  if (!isWebAddress(address) || isSlackHost(new URL(address).hostname)) return false;
  const { protocol, pathname, search, hash } = new URL(address);
  return protocol === 'https:' && !search && !hash && /\.(?:png|jpe?g|gif|webp|svg)$/i.test(pathname);
}

/** Whether it is the address of a file in Slack, behind Slack's sign-in. */
export function isPrivateFile(address: string): boolean {
  if (!URL.canParse(address.trim())) return false;
  const { hostname, pathname } = new URL(address.trim());
  if (/(?:^|\.)slack-files\.com$/i.test(hostname)) return true;
  return /(?:^|\.)slack\.com$/i.test(hostname) && (/^files\./i.test(hostname) || /^\/files/i.test(pathname));
}

const FILE_ADDRESS = /https?:\/\/[\w.-]*slack(?:-files)?\.com[^\s<>)\]]*/gi;

/** A last pass over a text that replaces addresses of files in Slack, wherever they came from. */
export function withoutPrivateFiles(markdown: string): string {
  return markdown.replace(FILE_ADDRESS, (address) =>
    isPrivateFile(address) ? `(${PRIVATE_FILE})` : address,
  );
}

function hasPrivateFile(text: string): boolean {
  return withoutPrivateFiles(text) !== text;
}

function isSlackHost(hostname: string): boolean {
  return /(?:^|\.)(?:slack|slack-files|slack-edge|slack-imgs)\.com$/i.test(hostname);
}

function forBrackets(address: string): string {
  return address.trim().replaceAll('(', '%28').replaceAll(')', '%29');
}
