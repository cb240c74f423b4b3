import { expect } from 'vitest';
import { createSandboxClock, type SandboxClock } from '../../../sandbox/clock.ts';
import type { StandInOptions } from '../../../sandbox/slack/contract.ts';
import { type Clock, systemClock } from '../../../src/clock.ts';
import { type Child, startChild } from '../../support/child.ts';
import { createServerDatabase, openOnServer } from '../../support/database.ts';
import { liftLimits } from '../../support/no-limits.ts';
import { smallTeam } from '../seed.ts';
import { METRICS_TOKEN, type StandIns, startStandIns } from '../stand-ins.ts';
import { A_WHILE } from '../story.ts';

const MAIN = new URL('../../../src/main.ts', import.meta.url).pathname;

/** The app in a process of its own, between stand-ins that are not killed with it. */
export interface Stage {
  standIns: StandIns;
  appUrl(): string;
  /** The latest state of each generation that was begun after `mark`, as the app has logged it. */
  states(mark: number): string[];
  mark(): number;
  /** Calls that the service has taken, and not looked at yet. */
  heldByService(): number;
  /** SIGKILL; then what was held goes on, as it would on the other side, and the app is started anew. */
  killAndStartAgain(): Promise<void>;
  /** Sends SIGSTOP instead of SIGKILL, so that another process takes over. */
  freezeAndStartAnother(): Promise<void>;
  /** The frozen process goes on, as if no time had passed. */
  thaw(): void;
  /** Until the app is at work on nothing more, so that what it did twice would be there by now. */
  untilIdle(): Promise<void>;
  stop(): Promise<void>;
}

/** Milliseconds: what is held for so long in Slack is held until the kill. */
export const HELD = 3_600_000;

/** @param env changes to the app's configuration @param slack changes to the options of the stand-in Slack */
export async function openStage(
  env: Record<string, string> = {},
  slack: Partial<StandInOptions> = {},
): Promise<Stage> {
  const gate = createGate();
  const serviceClock = createWatchedClock();
  const standIns = await startStandIns({ clock: gate.clock, serviceClock, slack });
  // Deckhand asks at once. Otherwise it would look for each lost document for minutes, because any of the others may have made it.
  const noSearch = { kind: 'status', status: 403, route: 'GET /gammas/search', times: 'always' } as const;
  standIns.service.misbehave(noSearch);
  const server = await createServerDatabase();
  let app: Child;
  let frozen: Child | undefined;
  let appUrl = '';
  let frozenUrl = '';
  /** The processes that can answer. */
  const awake = new Set<string>();

  async function start(): Promise<void> {
    app = startChild(MAIN, [], { ...standIns.env, DATABASE_URL: server.url, ...env });
    const line = await app.line((text) => text.includes('"msg":"serving"'));
    appUrl = `http://127.0.0.1:${(JSON.parse(line) as { port: number }).port}`;
    awake.add(appUrl);
    standIns.slack.connectApp(appUrl);
  }
  await start();
  // The same few people ask a hundred times within the hour.
  const db = await openOnServer(server.url);
  await liftLimits(
    db,
    smallTeam.teams.map(({ id }) => id),
  );
  await db.close();

  async function jobsRunning(url: string): Promise<number> {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const text = await (await fetch(`${url}/metrics`, { headers })).text();
    return Number(/^deckhand_jobs_running (\d+)$/m.exec(text)?.[1]);
  }

  return {
    standIns,
    appUrl: () => appUrl,
    heldByService: serviceClock.sleepers,
    mark: () => app.lines.length,
    states(mark) {
      const last = new Map<string, string>();
      for (const [at, line] of app.lines.entries()) {
        const { generation, state } = JSON.parse(line) as { generation?: string; state?: string };
        if (!generation || !state) continue;
        if (at < mark) last.set(generation, '');
        else if (last.get(generation) !== '') last.set(generation, state);
      }
      return [...last.values()].filter(Boolean);
    },
    async killAndStartAgain() {
      await app.kill();
      awake.delete(appUrl);
      gate.open();
      standIns.serviceClock.skip(A_WHILE);
      await start();
    },
    async freezeAndStartAnother() {
      frozen = app;
      frozenUrl = appUrl;
      frozen.signal('SIGSTOP');
      awake.delete(frozenUrl);
      gate.open();
      standIns.serviceClock.skip(A_WHILE);
      await start();
    },
    thaw() {
      frozen?.signal('SIGCONT');
      awake.add(frozenUrl);
    },
    async untilIdle() {
      await standIns.slack.settle();
      for (const url of awake) await expect.poll(() => jobsRunning(url)).toBe(0);
    },
    async stop() {
      await Promise.all([app.kill(), frozen?.kill()]);
      gate.open();
      await standIns.stop();
      await server.drop();
    },
  };
}

/** Real time, but for those who are held until the gate opens. */
function createGate(): { clock: Clock; open(): void } {
  let { promise, resolve } = Promise.withResolvers<void>();
  return {
    clock: {
      now: systemClock.now,
      sleep: (ms, signal) => (ms >= HELD ? promise : systemClock.sleep(ms, signal)),
    },
    open() {
      resolve();
      ({ promise, resolve } = Promise.withResolvers<void>());
    },
  };
}

/** The service sleeps for nothing but what it is told to hold. */
function createWatchedClock(): SandboxClock & { sleepers(): number } {
  const clock = createSandboxClock();
  let sleepers = 0;
  return {
    ...clock,
    sleepers: () => sleepers,
    async sleep(ms, signal) {
      sleepers += 1;
      await clock.sleep(ms, signal).finally(() => {
        sleepers -= 1;
      });
    },
  };
}
