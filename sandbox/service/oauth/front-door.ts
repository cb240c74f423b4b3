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
  /** Of a token request, once it was handled. */
  grantType?: string;
  /** `error` of a token request that was refused. */
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

/** Lets in what the interface names and nothing else that oidc-provider could do; notes each call; goes wrong when told to. */
export function createFrontDoor(options: FrontDoorOptions): RequestListener {
  const { provider, misbehaviours, calls, clock, stopped } = options;
  const engine = provider.callback();
  const callOf = noteOutcomes(provider);

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

/** Pages, and the addresses under `/oauth/authorize` by which a page returns to the flow. */
function placeBelow(path: string): Call['place'] {
  if (path.startsWith(`${paths.interaction}/`)) return 'page';
  return path.startsWith(`${paths.authorize}/`) ? 'resume' : 'unknown';
}

/**
 * A new authorization request begins with a new sign-in: what an earlier one left in the browser decides nothing.
 * Without a scope it means the default one.
 */
function prepareAuthorization(request: IncomingMessage): void {
  delete request.headers.cookie;
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (!url.searchParams.get('scope')) url.searchParams.set('scope', defaultScope);
  request.url = `${url.pathname}${url.search}`;
}

/** Notes on a call what became of a token request. */
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
