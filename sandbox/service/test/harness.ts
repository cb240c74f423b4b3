import { fetch } from 'undici';
import { onTestFinished } from 'vitest';
import { createHandClock, type HandClock } from '../../test/hand-clock.ts';
import { createServiceStandIn, type ServiceStandIn, type ServiceStandInOptions } from '../stand-in.ts';

export const KEY = 'sk-gamma-ana';
/** The key of a member who may only view. */
export const VIEWER_KEY = 'sk-gamma-jonas';
/** The key of a member of the other workspace. */
export const LABS_KEY = 'sk-gamma-rita';
/** Duration of a generation, in milliseconds. */
export const GENERATION_MS = 10_000;

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of the responses
type Json = any;

export interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** undefined if the response is not JSON. */
  json: Json;
}

export interface Harness {
  service: ServiceStandIn;
  clock: HandClock;
  get(path: string, key?: string): Promise<Answer>;
  post(path: string, body: unknown, key?: string): Promise<Answer>;
  /** Sends any request below the base address. */
  ask(
    method: string,
    path: string,
    init?: { headers?: Record<string, string>; body?: string },
  ): Promise<Answer>;
  /** Creates a doc from these fields and returns the completed generation. */
  make(body: object, key?: string): Promise<Json>;
}

/** Starts a stand-in, which stops when the test has finished, and returns a client for it. */
export async function startHarness(options: Partial<ServiceStandInOptions> = {}): Promise<Harness> {
  const clock = createHandClock(Date.parse('2026-11-02T09:00:00Z'));
  const service = createServiceStandIn({
    clock,
    apiKeys: [
      KEY,
      { key: VIEWER_KEY, workspaceId: 'ws_northwind', personId: 'user_rufus' },
      { key: LABS_KEY, workspaceId: 'ws_labs', personId: 'user_rita' },
    ],
    generationMs: GENERATION_MS,
    exportMs: 2_000,
    exportLagMs: 0,
    ...options,
  });
  await service.start();
  onTestFinished(() => service.stop());
  return { service, clock, ...client(service, clock) };
}

function client(service: ServiceStandIn, clock: HandClock) {
  const ask: Harness['ask'] = async (method, path, init = {}) => {
    const response = await fetch(service.baseUrl + path, { method, ...init });
    return answerOf(response.status, Object.fromEntries(response.headers), await response.text());
  };
  const get: Harness['get'] = (path, key = KEY) =>
    ask('GET', `/v1.0${path}`, { headers: { 'X-API-KEY': key } });
  const post: Harness['post'] = (path, body, key = KEY) =>
    ask('POST', `/v1.0${path}`, {
      headers: { 'X-API-KEY': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const make: Harness['make'] = async (body, key) => {
    const path = 'gammaId' in body ? '/generations/from-template' : '/generations';
    const created = await post(path, body, key);
    if (created.status !== 200) throw new Error(created.text);
    clock.advance(GENERATION_MS);
    return (await get(`/generations/${created.json.generationId}`, key)).json;
  };
  return { ask, get, post, make };
}

function answerOf(status: number, headers: Record<string, string>, text: string): Answer {
  let json: Json;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status, headers, text, json };
}
