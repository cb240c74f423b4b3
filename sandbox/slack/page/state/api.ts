import type { OptionGroup, PlainTextOption } from '@slack/types';
import type {
  ActionPress,
  CardPlace,
  Command,
  CommandResult,
  FileInfo,
  Message,
  OptionsQuery,
  Outcome,
  PanelShown,
  React,
  Say,
  Shortcut,
  Submit,
  SubmitResult,
  Workspace,
} from '../../protocol.ts';
import type { Tab } from './place.ts';

export interface OptionsAnswer {
  options?: PlainTextOption[];
  option_groups?: OptionGroup[];
  error?: string;
}

/** The calls of the stand-in (protocol.ts). */
export interface Api {
  workspace(user: string | null, team: string | null): Promise<Workspace>;
  history(user: string, channel: string): Promise<Message[]>;
  replies(user: string, channel: string, ts: string): Promise<Message[]>;
  say(say: Say): Promise<{ ts: string }>;
  details(user: string, card: CardPlace): Promise<PanelShown>;
  react(react: React): Promise<unknown>;
  remove(message: { user: string; channel: string; ts: string }): Promise<unknown>;
  command(command: Command): Promise<CommandResult>;
  shortcut(shortcut: Shortcut): Promise<Outcome>;
  runWorkflow(user: string, id: string): Promise<unknown>;
  action(press: ActionPress): Promise<Outcome>;
  options(query: OptionsQuery): Promise<OptionsAnswer>;
  submit(submit: Submit): Promise<SubmitResult>;
  close(user: string, viewId: string): Promise<unknown>;
  home(user: string, tab: Tab): Promise<unknown>;
  read(user: string, channel: string, ts: string): Promise<unknown>;
  /** Moves the sandbox's clock forward. If it stopped early, because the app posted something, returns when, in Unix seconds. */
  letPass(hours: number): Promise<{ stoppedAt?: number }>;
  upload(user: string, file: File): Promise<FileInfo>;
  sample(name: string): Promise<File>;
}

export function createApi(fetch: typeof globalThis.fetch): Api {
  const get = async <T>(path: string, query: Record<string, string | null>): Promise<T> => {
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== null);
    return answer<T>(await fetch(`/page/${path}?${new URLSearchParams(given)}`));
  };
  const post = async <T>(path: string, body: object): Promise<T> =>
    answer<T>(
      await fetch(`/page/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  const messages = ({ messages }: { messages: Message[] }): Message[] => messages;
  return {
    workspace: (user, team) => get('workspace', { user, team }),
    history: async (user, channel) => messages(await get('history', { user, channel })),
    replies: async (user, channel, ts) => messages(await get('replies', { user, channel, ts })),
    say: (say) => post('say', say),
    details: (user, card) => post('details', { user, ...card }),
    react: (react) => post('react', react),
    remove: (message) => post('delete', message),
    command: (command) => post('command', command),
    shortcut: (shortcut) => post('shortcut', shortcut),
    runWorkflow: (user, id) => post('workflow', { user, id }),
    action: (press) => post('action', press),
    options: (query) => post('options', query),
    submit: (submit) => post('submit', submit),
    close: (user, viewId) => post('close', { user, viewId }),
    home: (user, tab) => post('home', { user, tab }),
    read: (user, channel, ts) => post('read', { user, channel, ts }),
    async sample(name) {
      const blob = await (await fetch(`/page/samples/${encodeURIComponent(name)}`)).blob();
      return new File([blob], name, { type: blob.type });
    },
    letPass: (hours) => post('clock', { hours }),
    async upload(user, file) {
      const mimetype = file.type || 'application/octet-stream';
      const query = new URLSearchParams({ user, name: file.name, mimetype });
      return answer(await fetch(`/page/upload?${query}`, { method: 'POST', body: file }));
    },
  };
}

async function answer<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`The sandbox responded ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
