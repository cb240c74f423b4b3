import type { Workspace } from '../../../protocol.ts';
import { decodeEntities } from '../../mrkdwn/entities.ts';

type Names = Pick<Workspace, 'people' | 'app' | 'conversations'>;

interface Named {
  shown: string;
  sent: string;
}

const BROADCASTS = ['here', 'channel', 'everyone'];
const CODE = /(```[\s\S]*?```|`[^`\n]+`)/;

/** What a person types ("@Ben", "#general") as Slack keeps it (`<@U2>`, `<#C1>`); code keeps its words. */
export function encodeText(typed: string, names: Names): string {
  const table = namesOf(names);
  const words = table.map(({ shown }) => escaped(shown)).join('|');
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}<])(?:${words})(?![\\p{L}\\p{N}])`, 'giu');
  const encode = (text: string): string =>
    text.replace(pattern, (match) => {
      const found = table.find(({ shown }) => shown.toLowerCase() === match.toLowerCase());
      return found?.sent ?? match;
    });
  return typed
    .split(CODE)
    .map((part, index) => (index % 2 === 0 ? encode(part) : part))
    .join('');
}

/** The way back, for editing. */
export function decodeText(sent: string, names: Names): string {
  const table = namesOf(names);
  const plain = sent.replace(/<([^<>|]+)(?:\|([^<>]*))?>/g, (_, target: string, label?: string) => {
    const found = table.find((named) => named.sent === `<${target}>`);
    return found?.shown ?? label ?? target;
  });
  return decodeEntities(plain);
}

/** Longest first, so that "@Ana Lopez" is not taken for "@Ana"; names before handles, to decode to them. */
function namesOf({ people, app, conversations }: Names): Named[] {
  const mention = (name: string, id: string): Named => ({ shown: `@${name}`, sent: `<@${id}>` });
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

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
