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
  /** The setting `PUBLIC_URL`: the URL at which browsers reach Deckhand. */
  publicUrl: string;
  serviceName: string;
  /** The setting `SLACK_MANIFEST_OPTIONS`. It adds scopes to the request. Slack refuses scopes that are not in the app's manifest. */
  manifestOptions: readonly ManifestOption[];
  /** The setting `SLACK_AUTHORIZE_URL`. If undefined, Slack's own URL is used. */
  authorizeUrl?: string | undefined;
  apiUrl?: string | undefined;
  installations: Pick<Installations, 'fetchInstallation'>;
  states: InstallStates;
  save(installation: TeamInstallation): Promise<void>;
  /** Called after an installation is saved. The response to the browser does not wait for the returned promise. */
  onInstalled(installation: TeamInstallation): Promise<void>;
  fetch: FetchFunction;
  now(): number;
  log: Log;
}

const SLACK_AUTHORIZE_URL = 'https://slack.com/oauth/v2/authorize';
const TIMEOUT_MS = 10_000;
/**
 * Maximum number of authorization codes that a process exchanges at the same time, and maximum number that wait. There is no limit per
 * minute, because strangers could use it up with invented codes and so block all installations.
 */
export const EXCHANGES_AT_ONCE = 4;
export const EXCHANGES_WAITING = 60;

/**
 * Returns the name of the cookie with the OAuth state. The prefix `__Host-` needs https. It stops other hosts of the domain from setting
 * the cookie. With that cookie, they could trick a person into finishing another person's installation.
 */
const stateCookieOf = (publicUrl: string) =>
  publicUrl.startsWith('https:') ? '__Host-deckhand_install' : 'deckhand_install';

/** Creates the handlers that install Deckhand with Slack's OAuth, in any number of teams. */
export function createInstaller(options: InstallerOptions) {
  const { log, publicUrl, serviceName, authorizeUrl = SLACK_AUTHORIZE_URL } = options;
  const provider = createProvider(options, authorizeUrl);
  const slackUrl = new URL(authorizeUrl).origin;
  const exchanges = createFairLimiter({ total: EXCHANGES_AT_ONCE, perKey: EXCHANGES_AT_ONCE });
  let waiting = 0;
  const scopes = [...BOT_SCOPES, ...optionalScopesWith(options.manifestOptions)];
  const urlOptions = { scopes, redirectUri: `${publicUrl}/slack/oauth_redirect` };

  /** Waits for one of the `EXCHANGES_AT_ONCE` places and holds it until `ended` resolves. @throws InstallBusy if too many callers wait */
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
      // Mark the state as used only after Slack has accepted the code, so that invented codes cause no database writes.
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
    /** Bolt's `authorize`: returns the bot's ids and token for the team from which a request came. */
    authorize,
    /** Handles `GET /slack/install`: redirects the browser to Slack's authorization page. */
    install: (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      response.setHeader('cache-control', 'no-store');
      return provider.handleInstallPath(request, response, undefined, urlOptions);
    },
    /** Handles `GET /slack/oauth_redirect`. Slack redirects browsers there after the person has allowed or cancelled the installation. */
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
      // Never retry, because an authorization code works only once.
      retryConfig: { retries: 0 },
    },
  });
}

/** Returns a logger for Slack's SDK that drops errors and warnings, because `finish` logs them. The SDK logs cancelling as an error. */
function withoutErrors(log: Log) {
  return { ...slackLogger(log), warn: () => {}, error: () => {} };
}

/** Values of OAuth's `state` parameter. Each works once, within ten minutes. */
export type InstallStates = SealedOneTime<InstallURLOptions>;

/** Returns the store of OAuth states for Slack's SDK. Unlike the SDK's own states, these are encrypted and work only once. */
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

/** Scopes that Deckhand needs to receive commands, shortcuts, mentions and direct messages. */
const SCOPES_TO_RECEIVE = ['commands', 'app_mentions:read', 'im:history'];

/** Scopes that every installation needs. manifest.yml lists the same scopes, with the reason for each. */
export const BOT_SCOPES: string[] = [
  ...new Set<string>([...SCOPES_TO_RECEIVE, ...Object.values(methodScopes).flat()]),
].filter((scope) => !(scope in optionalScopes));
