import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Authorize } from '@slack/bolt';
import { InstallProvider, type InstallURLOptions, type StateStore } from '@slack/oauth';
import type { FetchFunction } from '@slack/web-api';
import type { SealedOneTime } from '../../connections/one-time.ts';
import { createFairLimiter } from '../../generations/limiter.ts';
import { type Page, sendPage } from '../../http/page.ts';
import type { Log } from '../../log.ts';
import { type ManifestOption, methodScopes, optionalScopes, optionalScopesWith } from '../../slack-client.ts';
import { slackError, slackLogger } from '../bolt/calls/clients.ts';
import { fromSlack, type TeamInstallation } from './installation.ts';
import { installedPage, notInstalledPage } from './pages.ts';
import { type Installations, installedTeamOf } from './store.ts';

export interface InstallerOptions {
  clientId: string;
  clientSecret: string;
  /** The setting `PUBLIC_URL`. */
  publicUrl: string;
  serviceName: string;
  /** The setting `SLACK_MANIFEST_OPTIONS`. Only scopes in the manifest are requested, because Slack refuses a request for others. */
  manifestOptions: readonly ManifestOption[];
  /** The setting `SLACK_AUTHORIZE_URL`; Slack's own URL by default. */
  authorizeUrl?: string | undefined;
  apiUrl?: string | undefined;
  installations: Pick<Installations, 'fetchInstallation'>;
  states: InstallStates;
  save(installation: TeamInstallation): Promise<void>;
  /** Called after the installation was saved. The browser does not wait for it. */
  onInstalled(installation: TeamInstallation): Promise<void>;
  fetch: FetchFunction;
  now(): number;
  log: Log;
}

const SLACK_AUTHORIZE_URL = 'https://slack.com/oauth/v2/authorize';
const TIMEOUT_MS = 10_000;
/**
 * Maximum number of authorization codes that one process sends to Slack at once, and of codes that wait. Further codes are refused. There is no
 * limit per minute, because strangers can make up codes and could then block all installations.
 */
export const EXCHANGES_AT_ONCE = 4;
export const EXCHANGES_WAITING = 60;

/**
 * Returns the name of the state cookie. Browsers accept a cookie with the prefix `__Host-` only over https and only from this host.
 * Without the prefix, another host of the same domain could set the cookie and make a person finish an installation that the person did
 * not start.
 */
const stateCookieOf = (publicUrl: string) =>
  publicUrl.startsWith('https:') ? '__Host-deckhand_install' : 'deckhand_install';

/** Creates the handlers that install Deckhand into any number of teams with Slack's OAuth. */
export function createInstaller(options: InstallerOptions) {
  const { log, publicUrl, serviceName, authorizeUrl = SLACK_AUTHORIZE_URL } = options;
  const provider = createProvider(options, authorizeUrl);
  const slackUrl = new URL(authorizeUrl).origin;
  const exchanges = createFairLimiter({ total: EXCHANGES_AT_ONCE, perKey: EXCHANGES_AT_ONCE });
  let waiting = 0;
  const scopes = [...BOT_SCOPES, ...optionalScopesWith(options.manifestOptions)];
  const urlOptions = { scopes, redirectUri: `${publicUrl}/slack/oauth_redirect` };

  /** Waits for a turn, which lasts until `ended` is resolved. */
  async function waitForTurn(ended: Promise<void>): Promise<void> {
    if (waiting >= EXCHANGES_WAITING) throw new InstallBusy('Too many codes wait');
    waiting += 1;
    await new Promise<void>((begin) => {
      void exchanges.run('', () => {
        begin();
        return ended;
      });
    });
    waiting -= 1;
  }

  async function finish(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let page: Page | undefined;
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const callback = provider.handleCallback(request, response, {
      beforeInstallation: async () => {
        await waitForTurn(ended);
        return true;
      },
      // The state is marked as used only now, so that a code which Slack refuses writes nothing to the database.
      afterInstallation: async (_, { metadata = '' }) => {
        if (await options.states.take(metadata)) return true;
        throw new InstallExpired('The state was used already');
      },
      successAsync: async (given) => {
        const installation = fromSlack(given, options.now());
        page = installedPage(installation, { slackUrl, serviceName });
        log.info({ team: installation.team }, 'Deckhand was installed');
        options
          .onInstalled(installation)
          .catch((err) =>
            log.warn(
              { team: installation.team, err },
              'The person who installed Deckhand could not be welcomed',
            ),
          );
      },
      failure: (error) => {
        const code = slackError(error) ?? error.code;
        page = notInstalledPage(code, publicUrl);
        const isUnexpected = page.mood === 'bad';
        log.warn(
          { errorCode: code, ...(isUnexpected && { err: error }) },
          'An installation was not finished',
        );
      },
    });
    await callback.finally(end);
    sendPage(response, page ?? notInstalledPage('unknown', publicUrl));
  }

  const authorize: Authorize<boolean> = async (source) => ({
    ...(await provider.authorize(source as Parameters<typeof provider.authorize>[0])),
    team: installedTeamOf(source),
  });

  return {
    /** Implements Bolt's `authorize`: returns the bot's identity and token in the team from which a request came. */
    authorize,
    /** Handles `GET /slack/install`: redirects to Slack's authorization page. */
    install: (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      response.setHeader('cache-control', 'no-store');
      return provider.handleInstallPath(request, response, undefined, urlOptions);
    },
    /** Handles `GET /slack/oauth_redirect`: Slack redirects the browser here after the person has decided. */
    finish,
  };
}

function createProvider(options: InstallerOptions, authorizationUrl: string): InstallProvider {
  const { clientId, clientSecret, apiUrl, fetch, states, installations, save, now } = options;
  return new InstallProvider({
    stateCookieName: stateCookieOf(options.publicUrl),
    clientId,
    clientSecret,
    authorizationUrl,
    stateStore: stateStoreOf(states),
    installationStore: {
      storeInstallation: (given) => save(fromSlack(given, now())),
      fetchInstallation: installations.fetchInstallation,
    },
    directInstall: true,
    logger: withoutErrors(options.log),
    clientOptions: {
      ...(apiUrl && { slackApiUrl: apiUrl }),
      fetch,
      timeout: TIMEOUT_MS,
      // An authorization code can be used once, so a retry would fail.
      retryConfig: { retries: 0 },
    },
  });
}

/** Returns a logger for the SDK that drops errors and warnings. `finish` logs every failure, and a cancelled installation is not an error. */
function withoutErrors(log: Log) {
  return { ...slackLogger(log), warn: () => {}, error: () => {} };
}

/** The values of the OAuth `state` parameter. Each is valid for ten minutes and for one installation. */
export type InstallStates = SealedOneTime<InstallURLOptions>;

/**
 * Returns the SDK's store of states. The SDK's default store is not used, because anybody can read its states and use them twice. The SDK binds
 * the state to the browser with a cookie. `verifyStateParam` passes the id of the state as `metadata` to `afterInstallation`, which marks the
 * state as used.
 */
function stateStoreOf(states: InstallStates): StateStore {
  return {
    generateStateParam: async (options) => states.seal(options),
    async verifyStateParam(_, state) {
      const opened = states.open(state);
      if (!opened) throw new InstallExpired('The state is unknown or older than ten minutes');
      return { ...opened.value, metadata: opened.id };
    },
  };
}

class InstallExpired extends Error {
  override name = 'InstallExpired';
  readonly code = 'deckhand_install_expired';
}

class InstallBusy extends Error {
  override name = 'InstallBusy';
  readonly code = 'deckhand_install_busy';
}

/** Scopes that let Slack send to Deckhand: uses of the command and shortcuts, mentions, and direct messages. */
const SCOPES_TO_RECEIVE = ['commands', 'app_mentions:read', 'im:history'];

/** Scopes that Deckhand needs. manifest.yml lists the same scopes, each with its reason. */
export const BOT_SCOPES: string[] = [
  ...new Set<string>([...SCOPES_TO_RECEIVE, ...Object.values(methodScopes).flat()]),
].filter((scope) => !(scope in optionalScopes));
