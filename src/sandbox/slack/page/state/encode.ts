import type { Workspace } from '../../protocol.ts';
import { decodeEntities, encodeEntities } from '../mrkdwn/entities.ts';

type Names = Pick<Workspace, 'people' | 'app' | 'conversations'>;

interface Named {
  shown: string;
  sent: string;
}

const BROADCASTS = ['here', 'channel', 'everyone'];

/** What a person types ("@Ben", "#general") as Slack keeps it (`<@U2>`, `<#C1>`). */
export function encodeText(typed: string, names: Names): string {
  const table = namesOf(names);
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${table.map(({ shown }) => escape(shown)).join('|')})(?![\\p{L}\\p{N}])`,
    'giu',
  );
  return encodeEntities(typed).replace(pattern, (match) => {
    const found = table.find(({ shown }) => shown.toLowerCase() === match.toLowerCase());
    return found?.sent ?? match;
  });
}

/** The way back, for editing. */
export function decodeText(sent: string, names: Names): string {
  let text = sent;
  for (const { shown, sent: token } of namesOf(names)) text = text.replaceAll(token, decodeEntities(shown));
  return decodeEntities(text.replace(/<([^<>|]+)\|([^<>]+)>/g, '$2').replace(/<(https?:[^<>]+)>/g, '$1'));
}

/** Longest first, so that "@Ana Lopez" is not taken for "@Ana". The name comes before the handle, to decode to it. */
function namesOf({ people, app, conversations }: Names): Named[] {
  const mention = (name: string, id: string): Named => ({
    shown: `@${encodeEntities(name)}`,
    sent: `<@${id}>`,
  });
  const rooms = conversations.filter(({ kind }) => kind === 'channel' || kind === 'private');
  const named = [
    mention(app.name, app.botUserId),
    ...people.map(({ name, id }) => mention(name, id)),
    ...people.map(({ handle, id }) => mention(handle, id)),
    ...BROADCASTS.map((word) => ({ shown: `@${word}`, sent: `<!${word}>` })),
    ...rooms.map(({ name, id }) => ({ shown: `#${name}`, sent: `<#${id}>` })),
  ];
  return named.sort((a, b) => b.shown.length - a.shown.length);
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
