import type { Authorize } from '@slack/bolt';
import { createSealedOneTime } from '../connections/one-time.ts';
import type { Route } from '../http/server.ts';
import type { Log } from '../log.ts';
import { createSlackClients, type SlackClients } from '../slack/bolt/clients.ts';
import type { Uninstalled } from '../slack/bolt/context.ts';
import type { TeamInstallation } from '../slack/installation/installation.ts';
import { createInstaller, createInstallState } from '../slack/installation/installer.ts';
import { createOneTeam } from '../slack/installation/one-team.ts';
import { createInstallations } from '../slack/installation/store.ts';
import {
  createHasLeft,
  createOneTeamUninstall,
  createSaveInstallation,
  createUninstall,
} from '../slack/installation/uninstall.ts';
import { CipherError } from '../storage/cipher.ts';
import { createPubSub } from '../storage/pub-sub.ts';
import { createSealedStore } from '../storage/sealed-store.ts';
import { createSeen } from '../storage/seen.ts';
import type { Removal } from '../storage/team-removal.ts';
import type { Deps } from './deps.ts';

/** The teams that Deckhand is in. */
export interface TeamsModule {
  /** For Bolt: who the bot is in the team that a request came from. */
  authorize: Authorize<boolean>;
  clients: SlackClients;
  /** Undefined where it is not known without asking Slack. */
  nameOf(team: string): Promise<string | undefined>;
  /** Where teams let Deckhand in; none with a bot token from the configuration. */
  routes: Route[];
  /** Slack says that Deckhand was taken out of a team. */
  onUninstalled(uninstalled: Uninstalled): Promise<void>;
  /** Whether a team that a backup has brought back has taken Deckhand out since; undefined where that is not known. */
  hasLeft(team: string): Promise<boolean | undefined>;
  /** Forgets a team's installation. */
  forget(team: string): Promise<void>;
  /** Hears of installations that other processes keep or forget, until the returned call. */
  listen(): Promise<() => Promise<void>>;
}

interface TeamsHooks {
  removal: Removal;
  onInstalled(installation: TeamInstallation): Promise<void>;
}

export function wireTeams(deps: Deps, hooks: TeamsHooks): TeamsModule {
  const { config } = deps;
  return config.SLACK_BOT_TOKEN ? oneTeam(deps, config.SLACK_BOT_TOKEN, hooks) : manyTeams(deps, hooks);
}

function oneTeam(deps: Deps, token: string, { removal }: TeamsHooks): TeamsModule {
  const { config, slackFetch: fetch } = deps;
  const { authorize, tokenFor } = createOneTeam(token, { apiUrl: config.SLACK_API_URL, fetch });
  const clients = clientsWith(deps, tokenFor);
  return {
    authorize,
    clients,
    nameOf: async () => undefined,
    routes: [],
    onUninstalled: createOneTeamUninstall(clients.withToken(token), removal),
    hasLeft: async () => false,
    forget: async () => {},
    listen: async () => async () => {},
  };
}

function manyTeams(deps: Deps, hooks: TeamsHooks): TeamsModule {
  const { config, clock, log, db, cipher, slackFetch: fetch } = deps;
  const sealed = createSealedStore<TeamInstallation>(db, 'installations', cipher);
  const installations = createInstallations(sealed, clock, createPubSub(db, 'deckhand_installations'));
  const clients = clientsWith(deps, installations.tokenFor);
  const { find, read } = installations;
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
    authorizeUrl: config.SLACK_AUTHORIZE_URL,
    apiUrl: config.SLACK_API_URL,
    installations,
    state: createInstallState(
      createSealedOneTime({
        cipher,
        clock,
        purpose: 'install state',
        claim: (key, ttlMs) => createSeen(db).claim('', key, ttlMs),
      }),
    ),
    save: createSaveInstallation(options, installations.save),
    onInstalled: hooks.onInstalled,
    fetch,
    now: () => clock.now(),
    log,
  });
  return {
    authorize: installer.authorize,
    clients,
    nameOf: async (team) => (await find(team))?.name,
    routes: [
      { method: 'GET', path: '/slack/install', handle: installer.install },
      { method: 'GET', path: '/slack/oauth_redirect', handle: installer.finish },
    ],
    onUninstalled: createUninstall(options, deps),
    hasLeft: createHasLeft(options),
    forget: installations.forget,
    listen: installations.listen,
  };
}

/** The error's message says which key is missing. */
function asUnreadable(team: string, err: unknown, log: Log): 'unreadable' {
  if (!(err instanceof CipherError)) throw err;
  log.warn({ team, err }, 'an installation cannot be read any more');
  return 'unreadable';
}

function clientsWith({ config, slackFetch, log }: Deps, tokenFor: (team: string) => Promise<string>) {
  return createSlackClients({ tokenFor, apiUrl: config.SLACK_API_URL, fetch: slackFetch, log });
}
