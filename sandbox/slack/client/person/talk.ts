import type { Person } from '../../contract.ts';
import { command } from '../commands.ts';
import { openHome } from '../home.ts';
import { shortcut } from '../interacting.ts';
import { details } from '../links.ts';
import type { Me } from '../me.ts';
import { edit, reactTo, remove, say, upload } from '../talking.ts';
import { askForOptions, runWorkflow } from '../workflows.ts';
import { channelNamed } from './places.ts';

type Talk = Pick<
  Person,
  | 'say'
  | 'edit'
  | 'remove'
  | 'react'
  | 'command'
  | 'shortcut'
  | 'runWorkflow'
  | 'askForThemes'
  | 'openPanel'
  | 'openHome'
  | 'upload'
>;

/** Returns a person's actions outside of forms. */
export function talkOf(me: Me): Talk {
  const { slack } = me;
  const user = me.person.id;
  const idOf = (name: string) => channelNamed(me, name);
  return {
    say: async (channel, text, { threadTs, files } = {}) =>
      say(slack, {
        user,
        channel: idOf(channel),
        text,
        ...(threadTs ? { threadTs } : {}),
        ...(files ? { files: files.map((file) => file.id) } : {}),
      }),
    edit: async (channel, ts, text) => edit(slack, { user, channel: idOf(channel), ts, text }),
    remove: async (channel, ts) => remove(slack, { user, channel: idOf(channel), ts }),
    react: async (channel, ts, name, extra = {}) =>
      reactTo(slack, { user, channel: idOf(channel), ts, name, ...extra }),
    command: (channel, line) => command(slack, { user, channel: idOf(channel), text: line }),
    shortcut: (callbackId, at) =>
      shortcut(slack, { user, callbackId, ...(at ? { channel: idOf(at.channel), ts: at.ts } : {}) }),
    runWorkflow: async (id, options) => runWorkflow(slack, { user, id, ...options }),
    async askForThemes(query) {
      const run = askForOptions(slack, { user, query });
      await slack.sender.settle();
      return run;
    },
    openPanel: (at) => details(slack, { user, ...at }),
    openHome: async (tab = 'home') => openHome(slack, { user, tab }),
    upload: (name, bytes, mimetype) => upload(slack, { user, name, mimetype }, bytes),
  };
}
