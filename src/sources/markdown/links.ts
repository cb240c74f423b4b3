import { escapeInline } from './syntax.ts';

/** Addresses, as they may go to the service: those of Slack's own files never, since they are private. */

const PRIVATE_FILE = 'a file in Slack';

/**
 * A link. The service fetches pictures from bare addresses alone, so those of pictures stand by themselves.
 * @param label Markdown; none where the address is all there is
 */
export function linkTo(address: string, label = ''): string {
  if (isPrivateFile(address)) return label && !hasPrivateFile(label) ? label : PRIVATE_FILE;
  if (/^mailto:/i.test(address))
    return withTarget(label, address.replace(/^mailto:/i, '').split('?')[0] ?? '');
  if (/^tel:/i.test(address)) return withTarget(label, address.slice(4));
  if (!isWebAddress(address)) return label;
  if (isBare(address, label)) return tidy(address);
  return isPictureAddress(address) ? `${label} ${tidy(address)}` : `[${label}](${forBrackets(address)})`;
}

function withTarget(label: string, target: string): string {
  const plain = escapeInline(target);
  return label && label !== plain && label !== target ? `${label} (${plain})` : plain;
}

/** Slack repeats the address as the label, with or without its beginning and end. */
function isBare(address: string, label: string): boolean {
  const core = (text: string) => text.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  return label === '' || core(label) === core(address) || core(label) === core(escapeInline(address));
}

export function isWebAddress(address: string): boolean {
  return /^https?:\/\/[^\s<>]+$/i.test(address.trim()) && URL.canParse(address.trim());
}

/** Public by its host at least, over https, and with a path that ends as the service wants it. */
export function isPictureAddress(address: string): boolean {
  if (!isWebAddress(address) || isSlackHost(new URL(address).hostname)) return false;
  const { protocol, pathname, search, hash } = new URL(address);
  return protocol === 'https:' && !search && !hash && /\.(?:png|jpe?g|gif|webp|svg)$/i.test(pathname);
}

/** An address behind Slack's sign-in that holds somebody's file. */
export function isPrivateFile(address: string): boolean {
  if (!URL.canParse(address.trim())) return false;
  const { hostname, pathname } = new URL(address.trim());
  if (/(?:^|\.)slack-files\.com$/i.test(hostname)) return true;
  return /(?:^|\.)slack\.com$/i.test(hostname) && (/^files\./i.test(hostname) || /^\/files/i.test(pathname));
}

const FILE_ADDRESS = /https?:\/\/[\w.-]*slack(?:-files)?\.com[^\s<>)\]]*/gi;

/** The last look over a text: no address of a file in Slack leaves in any disguise. */
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

function tidy(address: string): string {
  return address.trim();
}

function forBrackets(address: string): string {
  return tidy(address).replaceAll('(', '%28').replaceAll(')', '%29');
}
