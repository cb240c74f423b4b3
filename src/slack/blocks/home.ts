import type { HomeView, KnownBlock } from '@slack/types';
import type { Generation } from '../../generations/generation.ts';
import { actions } from '../action-ids.ts';
import type { ConnectionState } from '../context.ts';
import { connectionNotice } from './connection.ts';
import { helpMessage } from './help.ts';
import { button, buttons, section, type Words } from './parts.ts';
import { recentRows } from './recent.ts';
import { plain } from './text.ts';

interface HomeContent {
  /** null where nobody could say just now */
  connection: ConnectionState | null;
  recent: Generation[];
}

/** The Home tab: how to start, what is on its way, help. */
export function homeView({ connection, recent }: HomeContent, words: Words): HomeView {
  const notice = connection && connectionNotice(connection, words);
  return {
    type: 'home',
    blocks: [
      heading('Make a deck from a few words'),
      ...(notice ? [section(notice)] : []),
      ...buttons(button('Create a deck', actions.create, 'home', 'primary')),
      { type: 'divider' },
      heading('What you made lately'),
      ...(recent.length > 0
        ? recentRows(recent)
        : [section('Nothing yet. It shows up here as soon as you ask for it.')]),
      { type: 'divider' },
      heading('Help'),
      ...helpMessage(words).blocks,
    ],
  };
}

/** Shown where the tab could not be put together. */
export function brokenHomeView(reference: string): HomeView {
  return {
    type: 'home',
    blocks: [
      section(`This page could not be loaded. Open it again in a moment. Reference: \`${reference}\``),
      ...buttons(button('Create a deck', actions.create, 'home', 'primary')),
    ],
  };
}

function heading(text: string): KnownBlock {
  return { type: 'header', text: plain(text, 150) };
}
