import type { HomeView, KnownBlock } from '@slack/types';
import type { Defaults } from '../../defaults/defaults.ts';
import type { Generation } from '../../generations/generation.ts';
import { actions } from '../bolt/action-ids.ts';
import type { ActorsConnection } from '../connection/connect.ts';
import { connectionSection } from '../connection/connect-blocks.ts';
import { digestPage, type ListedDigest } from '../digest/list-blocks.ts';
import { defaultsSaid } from '../kit/ask-fields/ask-form.ts';
import { helpMessage } from '../kit/help.ts';
import { button, buttons, type Deployment, section } from '../kit/parts.ts';
import { plain } from '../kit/text.ts';
import { recentRows } from '../result/recent.ts';
import { optOutSection } from '../settings/opt-out.ts';

interface HomeContent {
  /** null where it could not be found out in time */
  connection: ActorsConnection | null;
  recent: Generation[];
  digests: ListedDigest[];
  /** The page of digests that shows this one; the first unless told. */
  digestsAt?: number | undefined;
  defaults: Defaults;
  /** This person's messages are left out of what others have made. */
  isOptedOut: boolean;
}

/** The Home tab: how to start, what is on its way, help. */
export function homeView(content: HomeContent, deployment: Deployment): HomeView {
  const { connection, recent, digests, digestsAt, defaults, isOptedOut } = content;
  return {
    type: 'home',
    blocks: [
      heading('Make a deck from a few words'),
      ...buttons(button('Create a deck', actions.create, 'home', 'primary')),
      ...(connection ? [divider, heading('Connection'), ...connectionSection(connection, deployment)] : []),
      divider,
      heading('What you made lately'),
      ...(recent.length > 0
        ? recentRows(recent)
        : [section('Nothing yet. It shows up here as soon as you ask for it.')]),
      divider,
      heading('Digests'),
      ...digestsSection(digests, deployment, digestsAt),
      divider,
      heading('Your defaults'),
      ...defaultsSection(defaults),
      divider,
      heading('Your words'),
      ...optOutSection(isOptedOut, deployment),
      divider,
      heading('Help'),
      ...helpMessage(deployment).blocks,
    ],
  };
}

const divider: KnownBlock = { type: 'divider' };

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

/** A person's digests on Home, from the page that shows the one at `at`. */
function digestsSection(listed: ListedDigest[], deployment: Deployment, at = 0): KnownBlock[] {
  const none = section('None yet. A digest sums up a channel every week, or as often as you like.');
  return [...(listed.length > 0 ? [] : [none]), ...digestPage(listed, deployment, at)];
}

/** The defaults that this person's forms begin with. */
function defaultsSection(defaults: Defaults): KnownBlock[] {
  const said = defaultsSaid(defaults).join(' · ');
  return [
    section(said || 'None are set: forms open with a presentation and a PowerPoint file.'),
    ...buttons(button('Change defaults', actions.settings, 'home')),
  ];
}
