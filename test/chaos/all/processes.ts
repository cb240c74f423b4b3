import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { nodeFlags } from '../../support/child.ts';

export type Processes = Awaited<ReturnType<typeof startProcesses>>;

const CHILD = new URL('app-child.ts', import.meta.url).pathname;
/** Milliseconds before one that does not come up is started anew. */
const START_AGAIN_MS = 500;
/** Starts in a row that may fail: a database is back by then. */
const MOST_TRIES = 60;
/** Milliseconds to end in good order. */
const STOP_MS = 20_000;

interface Slot {
  child?: ChildProcess;
  port?: number;
  skewMs: number;
  isKilled: boolean;
  starting: Promise<void>;
}

/** The processes of the app. One that was killed, or has ended by itself, is started again at once, as a supervisor does. */
export async function startProcesses(options: {
  count: number;
  env: Record<string, string>;
  logFile: string;
  /** The ports of those that serve have changed. */
  onPorts(ports: number[]): void;
}) {
  const { count, env, logFile, onPorts } = options;
  const output = openSync(logFile, 'a');
  let stopping = false;
  let deaths = 0;
  const slots = Array.from(
    { length: count },
    (): Slot => ({ skewMs: 0, isKilled: false, starting: Promise.resolve() }),
  );
  const tellPorts = () => onPorts(slots.flatMap(({ port }) => port ?? []));

  async function start(slot: Slot): Promise<void> {
    for (let tries = 0; !stopping; tries += 1) {
      if (tries === MOST_TRIES) throw new Error('The app does not start: its log says why.');
      const child = spawn(process.execPath, [...nodeFlags, CHILD], {
        stdio: ['ignore', output, output, 'ipc'],
        env: { ...process.env, ...env, CHAOS_SKEW_MS: String(slot.skewMs) },
      });
      Object.assign(slot, { child, isKilled: false });
      const port = await Promise.race([
        once(child, 'message').then(([message]) => (message as { port: number }).port),
        once(child, 'exit').then(() => undefined),
      ]);
      if (port !== undefined) {
        child.once('exit', () => onExit(slot));
        slot.port = port;
        tellPorts();
        return;
      }
      // Its database may be restarting.
      await sleep(START_AGAIN_MS);
    }
  }

  function onExit(slot: Slot): void {
    delete slot.port;
    tellPorts();
    if (stopping || slot.isKilled) return;
    deaths += 1;
    slot.starting = start(slot);
  }

  const slotAt = (which: number): Slot => {
    const slot = slots[Math.floor(which * slots.length)];
    if (!slot) throw new Error('No process is there');
    return slot;
  };

  function setSkew(slot: Slot, skewMs: number): void {
    slot.skewMs = skewMs;
    if (slot.child?.connected) slot.child.send({ skewMs });
  }

  for (const slot of slots) slot.starting = start(slot);
  await Promise.all(slots.map(({ starting }) => starting));

  return {
    /** kill -9 of one of them, `which` being 0 to 1. */
    async kill(which: number) {
      const slot = slotAt(which);
      await slot.starting;
      slot.isKilled = true;
      const { child } = slot;
      if (child && isAlive(child)) {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }
      slot.starting = start(slot);
    },
    setClock: (which: number, skewMs: number) => setSkew(slotAt(which), skewMs),
    setClocksRight: () => slots.forEach((slot) => void setSkew(slot, 0)),
    /** All of them serve, or this one. */
    isReady: (which?: number) =>
      (which === undefined ? slots : [slotAt(which)]).every(({ port }) => port !== undefined),
    /** Counts the processes that ended without being killed. */
    deaths: () => deaths,
    /** Lets them end in good order. */
    async stop() {
      stopping = true;
      await Promise.all(slots.map(({ child }) => child && end(child)));
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (!isAlive(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(killer);
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
