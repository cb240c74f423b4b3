import { recordsOf, textOf, type UnknownRecord } from '../unknown-value.ts';
import { isPictureAddress, isPrivateFile, isWebAddress, linkTo } from './links.ts';
import { escapeInline } from './syntax.ts';

/** Lists a message's files by name and type. A file outside Slack is listed with its URL instead of its type. */
export function markdownFromFiles(files: unknown): string {
  return recordsOf(files)
    .map(fileLine)
    .filter((line) => line !== '')
    .join('\n');
}

function fileLine(file: UnknownRecord): string {
  const mode = textOf(file.mode);
  if (mode === 'tombstone') return '(a file that was deleted)';
  if (mode === 'hidden_by_limit') return '(a file that Slack no longer shows)';
  const name = escapeInline(textOf(file.title) || textOf(file.name)) || 'without a name';
  const address = publicAddress(file);
  if (isPictureAddress(address)) return `${name}:\n${address}`;
  if (address) return linkTo(address, { label: name });
  const type = typeOf(file);
  return `(file: “${name}”${type ? `, ${type}` : ''})`;
}

/** Returns the URL of a file that is stored outside Slack; '' for a file in Slack. */
function publicAddress(file: UnknownRecord): string {
  const isExternal = file.is_external === true || textOf(file.mode) === 'external';
  const address = textOf(file.external_url) || textOf(file.url_private);
  return isExternal && isWebAddress(address) && !isPrivateFile(address) ? address : '';
}

function typeOf(file: UnknownRecord): string {
  return escapeInline(
    textOf(file.pretty_type) || textOf(file.filetype).toUpperCase() || textOf(file.mimetype),
  );
}
