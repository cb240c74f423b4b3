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
      ...beginning(connection, deployment),
      divider,
      heading('What you made lately'),
      ...(recent.length > 0
        ? recentRows(recent, deployment)
        : [section('Nothing yet. It shows up here as soon as you ask for it.')]),
      search,
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

/** What comes first is what can be done: where nothing can be made yet, that is connecting. */
function beginning(connection: HomeContent['connection'], deployment: Deployment): KnownBlock[] {
  const works = connection?.state.works ?? true;
  const make = [
    heading('Make a deck from a few words'),
    ...buttons(button('Create a deck', actions.create, 'home', works ? 'primary' : undefined)),
  ];
  if (!connection) return make;
  const connecting = [heading('Connection'), ...connectionSection(connection, deployment)];
  return works ? [...make, divider, ...connecting] : [...connecting, divider, ...make];
}

/** Slack asks for options from the third letter on. */
const search: KnownBlock = {
  ...section('Looking for an earlier one, yours or somebody else’s in a channel that you are in?'),
  accessory: {
    type: 'external_select',
    action_id: actions.findDocument,
    placeholder: plain('Find by its words', 150),
    min_query_length: 3,
  },
};

const divider: KnownBlock = { type: 'divider' };

/** For people whom Deckhand does not work for. @param why plain text */
export function closedHomeView(why: string, isOptedOut: boolean, deployment: Deployment): HomeView {
  return {
    type: 'home',
    blocks: [section(why), divider, heading('Your words'), ...optOutSection(isOptedOut, deployment)],
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
