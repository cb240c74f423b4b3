import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The processes of the app. One that was killed is started again at once, as a supervisor does. */
export interface Processes {
  /** kill -9 of one of them, `which` being 0 to 1. */
  kill(which: number): Promise<void>;
  setClock(which: number, skewMs: number): void;
  /** Resolves once all of them serve. */
  ready(): Promise<void>;
  /** Lets them end in good order. */
  stop(): Promise<void>;
}

const CHILD = new URL('app-child.ts', import.meta.url).pathname;
/** Milliseconds before one that does not come up is started anew. */
const START_AGAIN_MS = 500;

interface Slot {
  child?: ChildProcess;
  port?: number;
  skewMs: number;
  starting: Promise<void>;
}

export async function startProcesses(options: {
  count: number;
  env: Record<string, string>;
  logFile: string;
  /** The ports of those that serve have changed. */
  onPorts(ports: number[]): void;
}): Promise<Processes> {
  const { count, env, logFile, onPorts } = options;
  const output = openSync(logFile, 'a');
  let stopping = false;
  const slots: Slot[] = Array.from({ length: count }, () => ({ skewMs: 0, starting: Promise.resolve() }));
  const tellPorts = () => onPorts(slots.flatMap(({ port }) => port ?? []));

  async function start(slot: Slot): Promise<void> {
    while (!stopping) {
      const child = spawn(process.execPath, ['--liftoff-only', CHILD], {
        stdio: ['ignore', output, output, 'ipc'],
        env: { ...process.env, ...env, CHAOS_SKEW_MS: String(slot.skewMs) },
      });
      slot.child = child;
      const port = await Promise.race([
        once(child, 'message').then(([message]) => (message as { port: number }).port),
        once(child, 'exit').then(() => undefined),
      ]);
      if (port !== undefined) {
        slot.port = port;
        tellPorts();
        return;
      }
      // Its database may be restarting.
      await sleep(START_AGAIN_MS);
    }
  }

  const slotAt = (which: number): Slot => {
    const slot = slots[Math.floor(which * slots.length)];
    if (!slot) throw new Error('No process is there');
    return slot;
  };

  const startAll = () => {
    for (const slot of slots) slot.starting = start(slot);
    return Promise.all(slots.map(({ starting }) => starting));
  };
  await startAll();

  return {
    async kill(which) {
      const slot = slotAt(which);
      await slot.starting;
      delete slot.port;
      tellPorts();
      const { child } = slot;
      if (child && child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }
      slot.starting = start(slot);
    },
    setClock(which, skewMs) {
      const slot = slotAt(which);
      slot.skewMs = skewMs;
      if (slot.child?.connected) slot.child.send({ skewMs });
    },
    async ready() {
      await Promise.all(slots.map(({ starting }) => starting));
    },
    async stop() {
      await Promise.all(slots.map(({ starting }) => starting));
      stopping = true;
      await Promise.all(
        slots.map(async ({ child }) => {
          if (!child || child.exitCode !== null) return;
          const ended = once(child, 'exit');
          child.kill('SIGTERM');
          const killer = setTimeout(() => child.kill('SIGKILL'), 20_000);
          await ended;
          clearTimeout(killer);
        }),
      );
    },
  };
}
