import { eachOf, type Loose, textIn } from '../loose.ts';
import { escapeInline } from './escape.ts';
import { isPictureAddress, isPrivateFile, isWebAddress, linkTo } from './links.ts';

/**
 * The files of a message, by name and type: what is in them stays in Slack. A picture that is public by its own address
 * is given by that address, which the service can fetch.
 */
export function markdownFromFiles(files: unknown): string {
  return eachOf(files)
    .map(fileLine)
    .filter((line) => line !== '')
    .join('\n');
}

function fileLine(file: Loose): string {
  const mode = textIn(file.mode);
  if (mode === 'tombstone') return '(a file that was deleted)';
  if (mode === 'hidden_by_limit') return '(a file that Slack no longer shows)';
  const name = escapeInline(textIn(file.title) || textIn(file.name)) || 'without a name';
  const address = publicAddress(file);
  if (isPictureAddress(address)) return `${name}:\n${address}`;
  if (address) return linkTo(address, name);
  const type = typeOf(file);
  return `(file: “${name}”${type ? `, ${type}` : ''})`;
}

/** Only files that live elsewhere have an address outside Slack. */
function publicAddress(file: Loose): string {
  const isExternal = file.is_external === true || textIn(file.mode) === 'external';
  const address = textIn(file.external_url) || textIn(file.url_private);
  return isExternal && isWebAddress(address) && !isPrivateFile(address) ? address : '';
}

function typeOf(file: Loose): string {
  return escapeInline(
    textIn(file.pretty_type) || textIn(file.filetype).toUpperCase() || textIn(file.mimetype),
  );
}
