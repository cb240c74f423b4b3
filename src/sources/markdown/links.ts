import { escapeInline } from './syntax.ts';

/** Writes Markdown links for the document service. A URL of a file in Slack becomes “a file in Slack”, because it is private. */

const PRIVATE_FILE = 'a file in Slack';

interface LinkText {
  /** The link's text, in Markdown. */
  label?: string;
  /** Title of the link's preview, in Markdown. It is used as the link's text if `label` is missing or only repeats the URL. */
  title?: string | undefined;
  /** The text that directly follows the link. If the text begins with a letter or digit, it would look like a part of a bare URL. */
  next?: string;
}

/** Returns a link in Markdown. The URL of a picture stays bare, because the document service fetches pictures only from bare URLs. */
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
  // Slack itself made this link, from a name in the text such as example.com. Return only that name.
  if (label && /^http:/i.test(address) && !/^https?:/i.test(label)) return label;
  return runsOn ? `[${escapeInline(withoutScheme(address))}](${forBrackets(address)})` : address.trim();
}

/** Number of characters after a bare URL that are searched for a letter or digit, which would look like a part of the URL. */
const RUN_ON = 20;

function withTarget(label: string, target: string): string {
  const plain = escapeInline(target);
  return label && label !== plain && label !== target ? `${label} (${plain})` : plain;
}

/** Returns true if the label is empty or repeats the URL. Differences in `https://` and in the last slash are ignored. */
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

/** Returns true if the document service can fetch the URL as a picture: https, outside Slack, no query, and a picture's extension. */
export function isPictureAddress(address: string): boolean {
  if (!isWebAddress(address) || isSlackHost(new URL(address).hostname)) return false;
  const { protocol, pathname, search, hash } = new URL(address);
  return protocol === 'https:' && !search && !hash && /\.(?:png|jpe?g|gif|webp|svg)$/i.test(pathname);
}

/** Returns true for the URL of a file in Slack. Only people who are signed in to Slack can open such a URL. */
export function isPrivateFile(address: string): boolean {
  if (!URL.canParse(address.trim())) return false;
  const { hostname, pathname } = new URL(address.trim());
  if (/(?:^|\.)slack-files\.com$/i.test(hostname)) return true;
  return /(?:^|\.)slack\.com$/i.test(hostname) && (/^files\./i.test(hostname) || /^\/files/i.test(pathname));
}

const FILE_ADDRESS = /https?:\/\/[\w.-]*slack(?:-files)?\.com[^\s<>)\]]*/gi;

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
