import type { Authorize } from '@slack/bolt';
import type { FetchFunction } from '@slack/web-api';
import { createSealedOneTime } from '../connections/one-time.ts';
import type { Route } from '../http/server.ts';
import type { Log } from '../log.ts';
import { createSlackClients, type SlackClients } from '../slack/bolt/calls/clients.ts';
import type { Uninstalled } from '../slack/bolt/context.ts';
import { reportScopes } from '../slack/installation/granted-scopes.ts';
import type { TeamInstallation } from '../slack/installation/installation.ts';
import { createInstaller } from '../slack/installation/installer.ts';
import { createOneTeam } from '../slack/installation/one-team.ts';
import { createInstallations } from '../slack/installation/store.ts';
import {
  createHasLeft,
  createOneTeamUninstall,
  createSaveInstallation,
  createUninstall,
} from '../slack/installation/uninstall.ts';
import { CipherError } from '../storage/cipher.ts';
import type { Database } from '../storage/database.ts';
import { createSeen } from '../storage/seen.ts';
import { createSealedStore } from '../storage/store.ts';
import type { Removal } from '../storage/team-removal.ts';
import type { Deps } from './deps.ts';

/** What other modules need about the teams in which Deckhand is installed. */
export interface TeamsModule {
  /** Bolt's `authorize`: returns the bot token and the bot's ids for the team of a request. */
  authorize: Authorize<boolean>;
  clients: SlackClients;
  /** The `fetch` for Slack's SDK. It remembers the scopes that Slack's answers report for a token. */
  fetch: FetchFunction;
  scopesOf(team: string): Promise<readonly string[]>;
  /** Returns the URL of the page that installs Deckhand; undefined if the configuration has a bot token. */
  installUrl: string | undefined;
  /** Returns a team's name, without a call to Slack; undefined if it is not stored. */
  nameOf(team: string): Promise<string | undefined>;
  /** The HTTP routes for installing Deckhand in a team. Empty if the configuration has a bot token. */
  routes: Route[];
  /** Handles Slack's event that Deckhand was uninstalled from a team. */
  onUninstalled(uninstalled: Uninstalled): Promise<void>;
  /** Returns whether a team of a restored backup has uninstalled Deckhand since the backup; undefined if Slack gives no answer. */
  hasLeft(team: string): Promise<boolean | undefined>;
  /** Deletes a team's installation. */
  forget(team: string): Promise<void>;
  /** Listens for installations that other processes store or delete. @returns a function that stops listening */
  listen(): Promise<() => Promise<void>>;
  /** Checks SLACK_BOT_TOKEN, if there is one, and logs an error if Slack does not accept it. */
  checkToken(): Promise<void>;
}

interface TeamsHooks {
  removal: Removal;
  onInstalled(installation: TeamInstallation): Promise<void>;
}

/** Creates the teams module: for one team if the configuration has a bot token, otherwise for all teams that install Deckhand by OAuth. */
export function wireTeams(deps: Deps, hooks: TeamsHooks): TeamsModule {
  const { config } = deps;
  return config.SLACK_BOT_TOKEN ? oneTeam(deps, config.SLACK_BOT_TOKEN, hooks) : manyTeams(deps, hooks);
}

function oneTeam(deps: Deps, token: string, { removal }: TeamsHooks): TeamsModule {
  const { config } = deps;
  let scopes: string[] = [];
  const fetch = reportScopes(deps.slackFetch, (_, granted) => {
    scopes = granted;
  });
  const { authorize, tokenFor, checkToken } = createOneTeam(token, { apiUrl: config.SLACK_API_URL, fetch });
  const clients = clientsWith(deps, fetch, tokenFor);
  return {
    authorize,
    clients,
    fetch,
    // tokenFor() calls Slack to look up the token's team. `fetch` reads the token's scopes from the response.
    scopesOf: (team) => tokenFor(team).then(() => scopes),
    installUrl: undefined,
    nameOf: async () => undefined,
    routes: [],
    onUninstalled: createOneTeamUninstall(clients.withToken(token), removal),
    hasLeft: async () => false,
    forget: async () => {},
    listen: async () => async () => {},
    checkToken: () => checkToken(deps.log),
  };
}

function manyTeams(deps: Deps, hooks: TeamsHooks): TeamsModule {
  const { config, clock, log, db } = deps;
  const sealed = createSealedStore<TeamInstallation>(db, 'installations');
  const installations = createInstallations(sealed, clock, createPubSub(db, 'deckhand_installations'));
  const { find, read, noteScopes, tokenFor } = installations;
  const fetch = reportScopes(deps.slackFetch, (token, scopes) => {
    noteScopes(token, scopes).catch((err) => log.warn({ err }, 'The scopes of a team could not be stored'));
  });
  const clients = clientsWith(deps, fetch, tokenFor);
  const options = {
    read: (team: string) => read(team).catch((error) => asUnreadable(team, error, log)),
    clientFor: clients.withToken,
    removal: hooks.removal,
  };
  const installer = createInstaller({
    clientId: config.SLACK_CLIENT_ID ?? '',
    clientSecret: config.SLACK_CLIENT_SECRET ?? '',
    publicUrl: config.PUBLIC_URL ?? '',
    serviceName: config.SERVICE_NAME,
    manifestOptions: config.SLACK_MANIFEST_OPTIONS,
    authorizeUrl: config.SLACK_AUTHORIZE_URL,
    apiUrl: config.SLACK_API_URL,
    installations,
    states: createSealedOneTime({
      cipher: db.cipher,
      clock,
      purpose: 'install state',
      claim: (key, ttlMs) => createSeen(db).claim('', key, ttlMs),
    }),
    save: createSaveInstallation(options, installations.save),
    onInstalled: hooks.onInstalled,
    fetch,
    now: () => clock.now(),
    log,
  });
  return {
    authorize: installer.authorize,
    clients,
    fetch,
    scopesOf: async (team) => (await find(team))?.bot.scopes ?? [],
    installUrl: `${config.PUBLIC_URL}/slack/install`,
    nameOf: async (team) => (await find(team))?.name,
    routes: [
      { method: 'GET', path: '/slack/install', handle: installer.install },
      { method: 'GET', path: '/slack/oauth_redirect', handle: installer.finish },
    ],
    onUninstalled: createUninstall(options, deps),
    hasLeft: createHasLeft(options),
    forget: installations.forget,
    listen: installations.listen,
    checkToken: async () => {},
  };
}

/** Returns `unreadable` if an installation cannot be decrypted. Other errors are thrown again. */
function asUnreadable(team: string, err: unknown, log: Log): 'unreadable' {
  if (!(err instanceof CipherError)) throw err;
  log.warn({ team, err }, 'an installation cannot be read any more');
  return 'unreadable';
}

function clientsWith(
  { config, log }: Deps,
  fetch: FetchFunction,
  tokenFor: (team: string) => Promise<string>,
) {
  return createSlackClients({ tokenFor, apiUrl: config.SLACK_API_URL, fetch, log });
}

/** Creates functions to send a message to all processes (`publish`) and to receive such messages (`subscribe`). */
export function createPubSub(db: Database, channel: string) {
  return {
    publish: async (message: string): Promise<void> =>
      void (await db.query('SELECT pg_notify($1, $2)', [channel, message])),
    /** Calls `onMessage` for each message, and with '' if messages may have been missed. Call the returned function to stop. */
    subscribe: (onMessage: (message: string) => void) => db.listen(channel, onMessage),
  };
}
