import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { paths, serverMetadata } from './metadata.ts';
import { answer, type createMisbehaviours, misbehave, type Place, refusalAt } from './misbehaviour.ts';
import { defaultScope } from './scopes.ts';

/** One request to the server. */
export interface Call {
  place: Place | 'page' | 'resume' | 'unknown';
  method: string;
  path: string;
  /** The grant type of a token request, known after it was handled. */
  grantType?: string;
  /** The `error` in the response to a token request. */
  error?: string;
}

export interface FrontDoorOptions {
  authUrl: string;
  baseUrl: () => string;
  provider: Provider;
  interactions: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  misbehaviours: ReturnType<typeof createMisbehaviours>;
  calls: Call[];
  clock: Clock;
  registration?: 'open' | 'refused';
  stopped: AbortSignal;
  log?: Log;
}

/** Handles the routes of the interface and no others that oidc-provider has. Records each call and applies faults. */
export function createFrontDoor(options: FrontDoorOptions): RequestListener {
  const { provider, misbehaviours, calls, clock, stopped } = options;
  const engine = provider.callback();
  const callOf = noteOutcomes(provider);
  voidGuessedCodes(provider);

  async function handle(place: Call['place'], request: IncomingMessage, response: ServerResponse) {
    switch (place) {
      case 'server-metadata':
        return answer(response, 200, JSON.stringify(serverMetadata(options.authUrl, options.baseUrl())));
      case 'register':
        if (options.registration === 'refused')
          return answer(response, 400, JSON.stringify(refusalAt(place)));
        return void (await engine(request, response));
      case 'authorize':
        prepareAuthorization(request);
        return void (await engine(request, response));
      case 'token':
      case 'keys':
      case 'resume':
        return void (await engine(request, response));
      case 'page':
        return options.interactions(request, response);
      default:
        return answer(response, 404, '{"message":"Not Found","statusCode":404}');
    }
  }

  return async (request, response) => {
    const call = callFrom(request);
    calls.push(call);
    callOf.set(request, call);
    const { place } = call;
    const rule = misbehaviours.take(place);
    try {
      if (rule)
        await misbehave(rule, { request, response }, () => handle(place, request, response), clock, stopped);
      else await handle(place, request, response);
    } catch (error) {
      if (!stopped.aborted)
        options.log?.error({ err: error, path: call.path }, 'authorization server failed');
      response.destroy();
    }
  };
}

const PLACES: Record<string, Place> = {
  [`GET ${paths.metadata}`]: 'server-metadata',
  [`GET ${paths.keys}`]: 'keys',
  [`POST ${paths.register}`]: 'register',
  [`GET ${paths.authorize}`]: 'authorize',
  [`POST ${paths.token}`]: 'token',
};

function callFrom(request: IncomingMessage): Call {
  const method = request.method ?? 'GET';
  const { pathname: path } = new URL(request.url ?? '/', 'http://localhost');
  return { place: PLACES[`${method} ${path}`] ?? placeBelow(path), method, path };
}

/** Recognizes pages, and the addresses below `/oauth/authorize` to which a page redirects. */
function placeBelow(path: string): Call['place'] {
  if (path.startsWith(`${paths.interaction}/`)) return 'page';
  return path.startsWith(`${paths.authorize}/`) ? 'resume' : 'unknown';
}

/** Removes the cookies of an authorization request, so that each one asks for a sign-in, and adds the default scope. */
function prepareAuthorization(request: IncomingMessage): void {
  delete request.headers.cookie;
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (!url.searchParams.get('scope')) url.searchParams.set('scope', defaultScope);
  request.url = `${url.pathname}${url.search}`;
}

/** Deletes an authorization code after a wrong verifier, because a code is good for one attempt. The library would keep it. */
function voidGuessedCodes(provider: Provider): void {
  provider.on('grant.error', async (ctx, { cause }) => {
    if (!(cause instanceof Error && cause.message.includes('code_verifier'))) return;
    const code = await provider.AuthorizationCode.find(String(ctx.oidc.params?.code));
    await code?.destroy();
  });
}

/** Records the outcome of each token request on its call. */
function noteOutcomes(provider: Provider) {
  const callOf = new WeakMap<IncomingMessage, Call>();
  const note = (ctx: KoaContextWithOIDC, error?: string) => {
    const call = callOf.get(ctx.req);
    if (!call) return;
    call.grantType = String(ctx.oidc.params?.grant_type);
    if (error) call.error = error;
  };
  provider.on('grant.success', (ctx) => note(ctx));
  provider.on('grant.error', (ctx, error) => note(ctx, error.error));
  return callOf;
}
