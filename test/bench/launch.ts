import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Child, startChild } from '../support/child.ts';

/** A process as its operator sees it. */
export interface Launched extends Child {
  /** Milliseconds from its start until it was ready: processor time, of all its threads and ended children, and real time. */
  readyMs: number;
  readyCpuMs: number;
  /** Where the product listens; empty for others. */
  url: string;
  /** MB, of it alone: the most there ever was, and now. */
  peakMb(): number;
  residentMb(): number;
  /** MB, the most there was at once of it and its children until it was ready; what they share is counted once. */
  treePeakMb: number;
}

const MAIN = path('../../src/main.ts');
export const barePglite = path('./bare-pglite-child.ts');
export const barePostgres = path('./bare-postgres-child.ts');
/** Milliseconds between two looks at the memory of a process that starts. */
const LOOK_MS = 20;
/** Linux counts processor time in these. */
const TICKS_PER_SECOND = 100;

/** The product, once `/readyz` answers 200. */
export function launchProduct(env: Record<string, string>): Promise<Launched> {
  return launch(MAIN, env, async (child) => {
    const line = await child.line((text) => text.includes('"msg":"serving"'));
    const url = `http://127.0.0.1:${(JSON.parse(line) as { port: number }).port}`;
    while ((await fetch(`${url}/readyz`)).status !== 200);
    return url;
  });
}

/** Something else, once it prints `ready`. */
export function launchBare(file: string, env: Record<string, string>): Promise<Launched> {
  return launch(file, env, async (child) => {
    await child.line((text) => text === 'ready');
    return '';
  });
}

async function launch(
  file: string,
  env: Record<string, string>,
  untilReady: (child: Child) => Promise<string>,
): Promise<Launched> {
  const began = performance.now();
  const child = startChild(file, [], env);
  let treePeakMb = 0;
  const looking = setInterval(() => {
    treePeakMb = Math.max(treePeakMb, treeMb(child.pid));
  }, LOOK_MS);
  try {
    const url = await untilReady(child);
    const readyMs = performance.now() - began;
    return {
      ...child,
      ...{ url, readyMs, readyCpuMs: cpuMs(child.pid), treePeakMb },
      peakMb: () => statusOf(child.pid, 'VmHWM'),
      residentMb: () => statusOf(child.pid, 'VmRSS'),
    };
  } catch (error) {
    await child.kill();
    throw error;
  } finally {
    clearInterval(looking);
  }
}

/** Processor time so far, in milliseconds, with that of children that have ended. */
export function cpuMs(pid: number): number {
  // The second field is a name in brackets; utime, stime, cutime and cstime are 14 to 17 (proc(5)).
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return (ticks * 1000) / TICKS_PER_SECOND;
}

/** MB of a process's own pages, and the largest share of files: the program is the same for all. */
function treeMb(pid: number): number {
  const pids = [pid, ...childrenOf(pid)];
  try {
    const anonymous = pids.map((each) => statusOf(each, 'RssAnon'));
    const files = pids.map((each) => statusOf(each, 'RssFile'));
    return anonymous.reduce((sum, mb) => sum + mb, 0) + Math.max(...files);
  } catch {
    // One has ended in between.
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) => {
      const listed = readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim();
      return listed ? listed.split(' ').map(Number) : [];
    });
  } catch {
    return [];
  }
}

/** A line of Linux's /proc/PID/status, in MB. */
function statusOf(pid: number, name: string): number {
  const [, kb] =
    new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  // One that has ended, and was not waited for yet, has none.
  return Number(kb ?? 0) / 1024;
}

function path(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
