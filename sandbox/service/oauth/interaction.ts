import type { IncomingMessage, ServerResponse } from 'node:http';
import type { InteractionResults, Provider } from 'oidc-provider';
import type { Account } from './accounts.ts';
import { paths } from './metadata.ts';
import { consentPage } from './pages/consent.ts';
import { problemPage } from './pages/problem.ts';
import { signInPage } from './pages/sign-in.ts';
import type { RecordStore } from './record-store.ts';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

export interface InteractionOptions {
  provider: Provider;
  store: RecordStore;
  accounts: Account[];
  serviceName: string;
}

/** Creates the handler of the pages for signing in, choosing a workspace and consenting. */
export function createInteractions(options: InteractionOptions) {
  const { provider, serviceName } = options;

  async function show(interaction: Interaction, response: ServerResponse) {
    const clientName = await nameOfClient(provider, interaction);
    const account = accountOf(options, interaction);
    sendPage(
      response,
      200,
      account
        ? consentPage({
            serviceName,
            clientName,
            account,
            scopes: String(interaction.params.scope ?? '').split(' '),
            switchUrl: authorizeUrl(interaction),
          })
        : signInPage(serviceName, clientName, options.accounts),
    );
  }

  async function decide(interaction: Interaction, form: URLSearchParams): Promise<InteractionResults | null> {
    const account = accountOf(options, interaction);
    return account ? consent(options, interaction, account, form) : signIn(options, form);
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const interaction = await provider.interactionDetails(request, response).catch(() => null);
    if (!interaction) {
      return sendPage(
        response,
        400,
        problemPage(serviceName, 'invalid_request', 'This page is no longer valid'),
      );
    }
    if (request.method !== 'POST') return show(interaction, response);
    const result = await decide(interaction, await formOf(request));
    return result ? provider.interactionFinished(request, response, result) : show(interaction, response);
  };
}

/** Returns the account that has signed in; undefined before that. */
function accountOf({ accounts }: InteractionOptions, { prompt, session }: Interaction): Account | undefined {
  return prompt.name === 'consent' ? accounts.find(({ id }) => id === session?.accountId) : undefined;
}

function signIn({ accounts }: InteractionOptions, form: URLSearchParams): InteractionResults | null {
  const account = accounts.find(({ id }) => id === form.get('account'));
  return account ? { login: { accountId: account.id } } : null;
}

async function consent(
  { provider, store }: InteractionOptions,
  { params }: Interaction,
  account: Account,
  form: URLSearchParams,
): Promise<InteractionResults | null> {
  if (form.get('decision') === 'deny') {
    return { error: 'access_denied', error_description: 'The user denied access' };
  }
  const workspace = account.workspaces.find(({ id }) => id === form.get('workspace'));
  if (form.get('decision') !== 'allow' || !workspace) return null;

  const grant = new provider.Grant({ accountId: account.id, clientId: String(params.client_id) });
  const scope = String(params.scope ?? '');
  grant.addOIDCScope(scope);
  if (params.resource) grant.addResourceScope(String(params.resource), scope);
  const grantId = await grant.save();
  store.put('Consent', grantId, { workspace: workspace.id, account: account.id });
  return { consent: { grantId } };
}

async function nameOfClient(provider: Provider, { params }: Interaction): Promise<string> {
  const client = await provider.Client.find(String(params.client_id));
  return client?.clientName ?? 'The app';
}

function authorizeUrl({ params }: Interaction): string {
  const given = Object.entries(params).filter(([, value]) => typeof value === 'string');
  return `${paths.authorize}?${new URLSearchParams(given as [string, string][])}`;
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  return new URLSearchParams(body);
}

function sendPage(response: ServerResponse, status: number, page: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
    })
    .end(page);
}
