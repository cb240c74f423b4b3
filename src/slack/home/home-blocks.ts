import type { HomeView, KnownBlock } from '@slack/types';
import type { Defaults } from '../../defaults/defaults.ts';
import type { Generation } from '../../generations/generation.ts';
import { type OptionalScope, optionalScopes } from '../../slack-client.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import type { ActorsConnection } from '../connection/connect.ts';
import { connectionSection } from '../connection/connect-blocks.ts';
import { digestPage, type ListedDigest } from '../digest/list-blocks.ts';
import { defaultsPhrases } from '../kit/ask-fields/ask-form.ts';
import { optOutSection } from '../kit/blocks/own-words.ts';
import {
  button,
  buttons,
  context,
  type Deployment,
  heading,
  linkButton,
  section,
} from '../kit/blocks/parts.ts';
import { escaped, plain } from '../kit/blocks/text.ts';
import { budgetSummary } from '../kit/copy/budget-summary.ts';
import { helpMessage } from '../kit/copy/help.ts';
import { recentRows } from '../result/recent.ts';
import { changedRules } from '../settings/team-policy.ts';

interface HomeContent {
  /** The team's connection to the service. Null if the service or Slack did not respond in time. */
  connection: ActorsConnection | null;
  recent: Generation[];
  digests: ListedDigest[];
  /** Index of a digest in `digests`. Home shows the page of digests that contains it. Undefined for the first page. */
  digestsAt?: number | undefined;
  /** The person's own defaults. */
  defaults: Defaults;
  teamDefaults: Defaults;
  /** True if the person opted out, so that their messages are left out of documents. */
  isOptedOut: boolean;
  /** Optional scopes of the Slack app that the team has not granted. To grant them, an admin opens `installUrl`, if it is set. */
  notGranted: OptionalScope[];
  installUrl?: string | undefined;
}

export function homeView(content: HomeContent, deployment: Deployment): HomeView {
  const { connection, recent, digests, digestsAt, isOptedOut } = content;
  return {
    type: 'home',
    blocks: [
      ...firstSections(connection, deployment),
      ...budgetSection(connection, deployment),
      ...newInstallationSection(content),
      divider,
      heading('What you made lately'),
      ...(recent.length > 0
        ? recentRows(recent, deployment)
        : [section('Nothing yet. It shows up here as soon as you ask for it.')]),
      search,
      ...buttons(button('Your usage…', actions.ownUsage, 'home')),
      divider,
      heading('Digests'),
      ...digestsSection(digests, deployment, digestsAt),
      divider,
      heading('Your defaults'),
      ...defaultsSection(content),
      divider,
      heading('Your words'),
      ...optOutSection(isOptedOut, deployment),
      divider,
      heading('Help'),
      ...helpMessage(deployment).blocks,
    ],
  };
}

/** Builds the button "Create a deck" and the section about the connection. If the connection does not work, the section comes first. */
function firstSections(connection: HomeContent['connection'], deployment: Deployment): KnownBlock[] {
  const works = connection?.state.works ?? true;
  const make = [
    heading('Make a deck from a few words'),
    ...buttons(button('Create a deck', actions.create, 'home', works ? 'primary' : undefined)),
  ];
  if (!connection) return make;
  const connecting = [heading('Connection'), ...connectionSection(connection, deployment)];
  return works ? [...make, divider, ...connecting] : [...connecting, divider, ...make];
}

const AS_USUAL =
  'All are as at the start: guests may not use Deckhand, and a document is changed by who asked for it and by admins.';

/** Builds the section about the team's budget and rules, for admins only. */
function budgetSection(connection: HomeContent['connection'], deployment: Deployment): KnownBlock[] {
  if (!connection?.isAdmin) return [];
  const { settings } = connection;
  const changed = changedRules(settings, deployment).map((rule) => escaped(rule, 200));
  return [
    divider,
    heading('Credits, limits and rules'),
    section(budgetSummary(settings)),
    ...buttons(
      button('Change limits…', actions.budget, 'home'),
      button('Usage…', actions.teamUsage, 'home'),
      button('Workspace rules…', actions.teamRules, 'home'),
    ),
    ...context(
      'Rules: access from outside, guests, who changes documents, readers, search. The audit trail is there, too.',
      changed.length > 0 ? `Other than usual: ${changed.join(' · ')}` : AS_USUAL,
    ),
  ];
}

/** Builds the section about features that need Deckhand to be installed again with more scopes, for admins only. */
function newInstallationSection({ connection, notGranted, installUrl }: HomeContent): KnownBlock[] {
  if (!connection?.isAdmin || notGranted.length === 0) return [];
  const lines = notGranted.map((scope) => `• ${optionalScopes[scope].adds}`);
  const how = installUrl
    ? 'Nothing else changes, and you can choose what to allow.'
    : 'The person who runs Deckhand can install it again at api.slack.com/apps. Nothing else changes.';
  return [
    divider,
    heading('What a new installation would add'),
    section(lines.join('\n')),
    ...context(how),
    ...buttons(linkButton('Install again', actions.open, installUrl)),
  ];
}

/** The menu that searches documents. Slack asks Deckhand for its options after the person has typed three letters. */
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

/** Builds the Home tab after an error. @param reference the error's id, which is also in the log */
export function brokenHomeView(reference: string): HomeView {
  return {
    type: 'home',
    blocks: [
      section(`This page could not be loaded. Open it again in a moment. Reference: \`${reference}\``),
      ...buttons(button('Create a deck', actions.create, 'home', 'primary')),
    ],
  };
}

/** Builds the section with digests. It shows one page of them, the one that contains the digest at index `at`. */
function digestsSection(listed: ListedDigest[], deployment: Deployment, at = 0): KnownBlock[] {
  const none = section('None yet. A digest sums up a channel every week, or as often as you like.');
  return [...(listed.length > 0 ? [] : [none]), ...digestPage(listed, deployment, at)];
}

/** Builds the section that shows the person's defaults, and those of the team that they do not override. Forms open with these values. */
function defaultsSection({ defaults, teamDefaults }: HomeContent): KnownBlock[] {
  const own = defaultsPhrases(defaults).join(' · ');
  const others = Object.entries(teamDefaults).filter(
    ([name]) => defaults[name as keyof Defaults] === undefined,
  );
  const ofTeam = defaultsPhrases(Object.fromEntries(others)).join(' · ');
  const none = ofTeam
    ? 'You have set none of your own.'
    : 'None are set: forms open with a presentation and a PowerPoint file.';
  return [
    section(own || none),
    ...context(ofTeam ? `From the whole workspace’s: ${ofTeam}` : undefined),
    ...buttons(button('Change defaults', actions.settings, 'home')),
  ];
}
