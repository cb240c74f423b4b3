import { expect, test } from 'vitest';
import type { State } from '../../src/generations/generation.ts';
import { openStage } from '../chaos/all/stage.ts';
import { type Child, startChild } from '../support/child.ts';
import { createServerDatabase, openOnServer, serverUrl } from '../support/database.ts';
import { testKey } from '../support/test-key.ts';

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;
const OLD = testKey(7);
const NEW = testKey(8);
/** As the runbook has it for several processes. */
const STEPS = [`${OLD},${NEW}`, `${NEW},${OLD}`, NEW];

test.runIf(serverUrl)(
  'keys are rotated in two processes while people ask: all of it stays readable, and each has one document',
  async () => {
    const server = await createServerDatabase();
    const stage = await openStage({ seed: 1, asks: [], blows: [] });
    const db = await openOnServer(server.url);
    const processes: Child[] = [];
    const ports: number[] = [];
    const lines = () => logs.flat();
    const logs: string[][] = [];

    async function start(which: number, keys: string): Promise<void> {
      const env = {
        ...stage.env,
        DATABASE_URL: server.url,
        ENCRYPTION_KEYS: keys,
        PUBLIC_URL: stage.balancer.url,
      };
      const child = startChild(MAIN, [], env);
      processes[which] = child;
      logs.push(child.lines);
      const line = await child.line((text) => text.includes('"msg":"serving"'));
      ports[which] = (JSON.parse(line) as { port: number }).port;
      stage.balancer.leadTo(ports.filter(Boolean));
    }

    const person = stage.slack.person('U0A1', 'T0A');
    const asked: string[] = [];
    async function ask(): Promise<void> {
      const words = `Rotation number ${asked.length}.`;
      const typed = await person.command('C0A1', '/deck');
      if (!typed.ok) throw new Error(typed.error);
      await person.waitForView();
      await person.fill({ prompt: words });
      const sent = await person.submit();
      if (!sent.ok || sent.errors) throw new Error(JSON.stringify(sent));
      asked.push(words);
    }
    const keysInUse = async () => {
      const rows = await db.query<{ key: string }>(
        `select distinct split_part(value::jsonb ->> 'value', '.', 2) as key from kv where value::jsonb ->> 'value' like 'v1.%'`,
      );
      return rows.map(({ key }) => key);
    };

    try {
      await start(0, OLD);
      await start(1, OLD);
      await stage.letIn();
      const [oldKey] = await keysInUse();
      for (const keys of STEPS) {
        if (keys === NEW) await expect.poll(keysInUse).not.toContain(oldKey);
        for (const which of [0, 1]) {
          for (let at = 0; at < 4; at += 1) await ask();
          stage.balancer.leadTo(ports.filter((_, at) => at !== which));
          await ask();
          await processes[which]?.end();
          await ask();
          await start(which, keys);
        }
      }
      const states = async () =>
        (await db.query<{ state: State }>('select state from generations')).map(({ state }) => state);
      await expect.poll(states, { timeout: 60_000 }).toEqual(asked.map(() => 'delivered'));
      for (const words of asked)
        expect(stage.calls().filter(({ body }) => JSON.stringify(body ?? '').includes(words))).toHaveLength(
          1,
        );
      expect(
        lines().filter((line) => /ENCRYPTION_KEYS, |cannot be opened|"level":(50|60)/.test(line)),
      ).toEqual([]);
    } finally {
      await Promise.all(processes.map((child) => child.kill()));
      await db.close();
      await stage.close();
      await server.drop();
    }
  },
  300_000,
);
