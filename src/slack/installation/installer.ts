import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Authorize } from '@slack/bolt';
import { InstallProvider, type InstallURLOptions, type StateStore } from '@slack/oauth';
import type { FetchFunction } from '@slack/web-api';
import type { OneTime } from '../../connections/one-time.ts';
import { type Page, sendPage } from '../../http/page.ts';
import type { Log } from '../../log.ts';
import { methodScopes } from '../../slack-client.ts';
import { slackLogger } from '../bolt/clients.ts';
import { slackError } from '../bolt/slack-error.ts';
import { fromSlack, type TeamInstallation } from './installation.ts';
import { installedPage, notInstalledPage } from './pages.ts';
import { type Installations, installedTeamOf } from './store.ts';

export interface InstallerOptions {
  clientId: string;
  clientSecret: string;
  /** `PUBLIC_URL`. */
  publicUrl: string;
  serviceName: string;
  /** `SLACK_AUTHORIZE_URL`; Slack's own without it. */
  authorizeUrl?: string | undefined;
  apiUrl?: string | undefined;
  installations: Pick<Installations, 'fetchInstallation'>;
  state: StateStore;
  save(installation: TeamInstallation): Promise<void>;
  /** Called once it is saved; the browser does not wait for it. */
  onInstalled(installation: TeamInstallation): Promise<void>;
  fetch: FetchFunction;
  now(): number;
  log: Log;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Installs Deckhand into many teams by Slack's OAuth. */
export interface Installer {
  /** For Bolt: who the bot is in the team that a request came from. */
  authorize: Authorize<boolean>;
  /** `GET /slack/install`: off to Slack's page. */
  install: Handle;
  /** `GET /slack/oauth_redirect`: back from it. */
  finish: Handle;
}

const SLACK_AUTHORIZE_URL = 'https://slack.com/oauth/v2/authorize';
const TIMEOUT_MS = 10_000;
/**
 * Over https, browsers take a cookie of such a name from this host alone: another one of the same domain could have somebody
 * finish an installation that they did not begin.
 */
const stateCookieOf = (publicUrl: string) =>
  publicUrl.startsWith('https:') ? '__Host-deckhand_install' : 'deckhand_install';

export function createInstaller(options: InstallerOptions): Installer {
  const { log, publicUrl, serviceName, authorizeUrl = SLACK_AUTHORIZE_URL } = options;
  const provider = createProvider(options, authorizeUrl);
  const slackUrl = new URL(authorizeUrl).origin;
  const asked = { scopes: BOT_SCOPES, redirectUri: `${publicUrl}/slack/oauth_redirect` };

  async function finish(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let page: Page | undefined;
    await provider.handleCallback(request, response, {
      successAsync: async (given) => {
        const installation = fromSlack(given, options.now());
        page = installedPage(installation, { slackUrl, serviceName });
        log.info({ team: installation.team }, 'installed');
        options
          .onInstalled(installation)
          .catch((err) => log.warn({ team: installation.team, err }, 'who installed could not be welcomed'));
      },
      failure: (error) => {
        const code = slackError(error) ?? error.code;
        page = notInstalledPage(code, publicUrl);
        const isTrouble = page.mood === 'bad';
        log.warn({ errorCode: code, ...(isTrouble && { err: error }) }, 'an installation was not finished');
      },
    });
    sendPage(response, page ?? notInstalledPage('unknown', publicUrl));
  }

  return {
    authorize: async (source) => ({
      ...(await provider.authorize(source as Parameters<typeof provider.authorize>[0])),
      team: installedTeamOf(source),
    }),
    install: (request, response) => {
      response.setHeader('cache-control', 'no-store');
      return provider.handleInstallPath(request, response, undefined, asked);
    },
    finish,
  };
}

function createProvider(options: InstallerOptions, authorizationUrl: string): InstallProvider {
  const { clientId, clientSecret, apiUrl, fetch, state, installations, save, now } = options;
  return new InstallProvider({
    stateCookieName: stateCookieOf(options.publicUrl),
    clientId,
    clientSecret,
    authorizationUrl,
    stateStore: state,
    installationStore: {
      storeInstallation: (given) => save(fromSlack(given, now())),
      fetchInstallation: installations.fetchInstallation,
    },
    directInstall: true,
    logger: quietly(options.log),
    clientOptions: {
      ...(apiUrl && { slackApiUrl: apiUrl }),
      fetch,
      timeout: TIMEOUT_MS,
      // A code counts once: a second try could only fail.
      retryConfig: { retries: 0 },
    },
  });
}

/** The SDK logs a cancelled installation as an error; ours is logged once, by its code. */
function quietly(log: Log) {
  return { ...slackLogger(log), warn: () => {}, error: () => {} };
}

/** Holds the states for ten minutes, each to be taken once. */
export type OneTimeState = Pick<OneTime<InstallURLOptions>, 'save' | 'take'>;

/**
 * The `state` of an installation under way. Slack's own can be read by anyone and used again; this one is a random
 * value that is known once. The SDK binds it to the browser with a cookie.
 */
export function createInstallState(states: OneTimeState): StateStore {
  return {
    generateStateParam: (options) => states.save(options),
    async verifyStateParam(_, state) {
      const options = await states.take(state);
      if (!options) throw new InstallExpired('The state is unknown, used already, or older than ten minutes');
      return options;
    },
  };
}

export class InstallExpired extends Error {
  override name = 'InstallExpired';
  readonly code = 'deckhand_install_expired';
}

/** For what Slack sends: the command and the shortcuts, mentions, direct messages. */
const TO_LISTEN = ['commands', 'app_mentions:read', 'im:history'];

/** The scopes that Deckhand asks of a team; manifest.yml lists the same, each with its reason. */
export const BOT_SCOPES: string[] = [...new Set([...TO_LISTEN, ...Object.values(methodScopes).flat()])];
