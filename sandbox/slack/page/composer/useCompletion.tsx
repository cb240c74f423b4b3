import type { ReactNode } from 'react';
import type { Workspace } from '../../protocol.ts';
import { Avatar } from '../parts/Avatar.tsx';
import { BoltIcon, HashIcon, LockIcon } from '../parts/icons.tsx';
import { ranked, type Wanted, wantedAt } from '../state/completion.ts';
import { useWorkspace } from '../state/context.ts';

export interface Suggestion {
  key: string;
  label: string;
  /** After the label: a command's usage or a person's title. */
  hint?: string;
  /** Below the label. */
  detail?: string;
  lead: ReactNode;
  /** Replaces the typed word. */
  insert: string;
}

export interface Completion {
  wanted: Wanted;
  heading?: string;
  suggestions: Suggestion[];
}

const LIMIT = 8;

/** Returns suggestions for the word at the caret; null if there are none. */
export function useCompletion(text: string, caret: number): Completion | null {
  const workspace = useWorkspace();
  const wanted = wantedAt(text, caret);
  if (!wanted) return null;
  const suggestions = sources[wanted.kind](workspace, wanted.query).slice(0, LIMIT);
  if (suggestions.length === 0) return null;
  return { wanted, suggestions, heading: wanted.kind === 'command' ? 'Commands' : undefined };
}

type Source = (workspace: Workspace, query: string) => Suggestion[];

const sources: Record<Wanted['kind'], Source> = { person, channel, command };

function person({ people, app, me }: Workspace, query: string): Suggestion[] {
  const everyone = [
    { id: app.botUserId, name: app.name, handle: '', title: 'App' },
    ...people.filter(({ id }) => id !== app.botUserId),
  ];
  return ranked(everyone, query, ({ name, handle }) => [name, handle]).map((one) => ({
    key: one.id,
    label: one.id === me.id ? `${one.name} (you)` : one.name,
    hint: one.title,
    lead: <Avatar userId={one.id} size={24} />,
    insert: `@${one.name} `,
  }));
}

function channel({ conversations }: Workspace, query: string): Suggestion[] {
  const rooms = conversations.filter(({ kind }) => kind === 'channel' || kind === 'private');
  return ranked(rooms, query, ({ name }) => [name]).map(({ id, name, kind, topic }) => ({
    key: id,
    label: name,
    hint: topic,
    lead: kind === 'private' ? <LockIcon /> : <HashIcon />,
    insert: `#${name} `,
  }));
}

function command({ commands, app }: Workspace, query: string): Suggestion[] {
  return ranked(commands, query, ({ command: name }) => [name.slice(1)]).map((one) => ({
    key: one.command,
    label: one.command,
    hint: one.usageHint,
    detail: `${one.description} · ${one.appName}`,
    lead: one.appName === app.name ? <Avatar userId={app.botUserId} size={32} /> : <BoltIcon />,
    insert: `${one.command} `,
  }));
}
