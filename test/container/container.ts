import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { portOr } from '../../sandbox/ports.ts';

const run = promisify(execFile);

/** Milliseconds until a container that was started has to serve; a first start makes the tables. */
const START_MS = 60_000;

const inspected = z.tuple([
  z.object({
    RestartCount: z.number(),
    State: z.object({
      Status: z.string(),
      OOMKilled: z.boolean(),
      ExitCode: z.number(),
      Pid: z.number(),
      StartedAt: z.string(),
    }),
  }),
]);

export interface Container {
  url: string;
  /** The most memory that its process had at a time, in MB; undefined where this machine does not say. */
  peakMb(): Promise<number | undefined>;
  /** @throws where it was restarted, or is no longer what was started */
  check(): Promise<void>;
  /** Stops it as an operator does, and wants it to end well. */
  stop(): Promise<void>;
  log(): Promise<string>;
  remove(): Promise<void>;
}

export interface ContainerOptions {
  image: string;
  /** As Docker takes it; swap is not given. */
  memory: string;
  env: Record<string, string>;
}

/** Starts the image as compose.yaml does, in so much memory, and waits until it serves. */
export async function startContainer({ image, memory, env }: ContainerOptions): Promise<Container> {
  const name = `deckhand-asks-${process.pid}`;
  const port = await portOr(0);
  const limits = ['--memory', memory, '--memory-swap', memory, '--read-only', '--tmpfs', '/tmp'];
  const rights = ['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];
  const variables = Object.entries({ ...env, PORT: String(port) });
  const settings = variables.flatMap(([variable, value]) => ['--env', `${variable}=${value}`]);
  // The stand-ins are on this machine's loopback.
  const flags = ['--detach', '--name', name, '--network', 'host', ...limits, ...rights, ...settings];
  await docker('run', ...flags, image);
  const url = `http://127.0.0.1:${port}`;
  const first = await inspect(name);

  const container: Container = {
    url,
    async peakMb() {
      const { Pid: pid } = (await inspect(name)).State;
      const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      return kilobytes ? Math.round(Number(kilobytes) / 1024) : undefined;
    },
    async check() {
      const { State: state, RestartCount: restarts } = await inspect(name);
      if (state.OOMKilled) throw new Error(`The container was killed: ${memory} were not enough.`);
      // 137 is a kill, too: Podman does not always say what for.
      if (state.Status !== 'running')
        throw new Error(`The container is ${state.Status}, with exit code ${state.ExitCode}.`);
      if (restarts > 0 || state.StartedAt !== first.State.StartedAt)
        throw new Error('The container was restarted.');
    },
    async stop() {
      await docker('stop', '--time', '30', name);
      const { ExitCode: code } = (await inspect(name)).State;
      if (code !== 0) throw new Error(`The container ended with exit code ${code}.`);
    },
    async log() {
      const { stdout, stderr } = await run('docker', ['logs', name], { maxBuffer: 2 ** 28 });
      return `${stdout}${stderr}`;
    },
    remove: () => docker('rm', '--force', '--volumes', name),
  };
  try {
    await untilServing(container);
  } catch (error) {
    console.error(await container.log());
    await container.remove();
    throw error;
  }
  return container;
}

async function untilServing({ url, check }: Container): Promise<void> {
  const end = Date.now() + START_MS;
  while (Date.now() < end) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await check();
    await sleep(200);
  }
  throw new Error(`The container does not serve ${START_MS / 1000} s after its start.`);
}

async function docker(...args: string[]): Promise<void> {
  await run('docker', args);
}

async function inspect(name: string) {
  const { stdout } = await run('docker', ['inspect', name]);
  return inspected.parse(JSON.parse(stdout))[0];
}
