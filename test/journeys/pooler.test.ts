import { expect, onTestFinished, test } from 'vitest';
import { startBalancer } from '../support/balancer.ts';
import { type Child, startChild } from '../support/child.ts';
import { createServerDatabase } from '../support/database.ts';
import { startPgBouncer, whyNoPgBouncer } from '../support/pgbouncer.ts';
import { startStandIns } from './stand-ins.ts';
import { A_WHILE, askForDeck, createsOf, hasFile, untilCardSays, untilThreadHas } from './story.ts';

/** Two processes of Deckhand share a PgBouncer in transaction mode, and one of them dies. */

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;
const why = whyNoPgBouncer();

test.skipIf(why)(
  `through PgBouncer, Ana gets her decks, once each, when a process dies${why ? ` (left out: ${why})` : ''}`,
  async () => {
    const standIns = await startStandIns();
    const [server, pooler, balancer] = await Promise.all([
      createServerDatabase(),
      startPgBouncer('transaction'),
      startBalancer(),
    ]);
    const env = {
      ...standIns.env,
      DATABASE_URL: pooler.through(server.url),
      DATABASE_DIRECT_URL: server.url,
    };
    const processes = [1, 2].map(() => startChild(MAIN, [], env));
    onTestFinished(async () => {
      await Promise.all(processes.map((each) => each.kill()));
      await Promise.all([standIns.stop(), balancer.close(), pooler.stop()]);
      await server.drop();
    });
    const ports = await Promise.all(processes.map(portOf));
    balancer.leadTo(ports);
    standIns.slack.connectApp(balancer.url);

    const quick = await askForDeck(standIns, 'Quick plan', { title: 'Quick plan' });
    await untilThreadHas(standIns, quick, hasFile);

    standIns.service.misbehave({ kind: 'generation_takes', ms: A_WHILE, containing: 'Slow plan' });
    const slow = await askForDeck(standIns, 'Slow plan', { title: 'Slow plan' });
    await expect.poll(() => processes.findIndex(isFollowing)).toBeGreaterThanOrEqual(0);
    const at = processes.findIndex(isFollowing);
    await processes[at]?.kill();
    balancer.leadTo(ports.filter((_, index) => index !== at));
    standIns.serviceClock.skip(A_WHILE);
    await untilThreadHas(standIns, slow, hasFile);
    await untilCardSays(standIns, slow, /Export as/);

    for (const [root, title] of [
      [quick, 'Quick plan'],
      [slow, 'Slow plan'],
    ] as const) {
      expect(createsOf(standIns, title)).toBe(1);
      const files = standIns.slack.files('general', root.ts).filter(({ name }) => name.endsWith('.pptx'));
      expect(files).toHaveLength(1);
    }
  },
);

async function portOf(child: Child): Promise<number> {
  const line = await child.line((text) => text.includes('"msg":"serving"'));
  return (JSON.parse(line) as { port: number }).port;
}

/** The deck that takes a while is in this process's hands: the other one was delivered before. */
function isFollowing({ lines }: Child): boolean {
  const states = new Map<string, string>();
  for (const line of lines) {
    const { generation, state } = JSON.parse(line) as { generation?: string; state?: string };
    if (generation && state) states.set(generation, state);
  }
  return [...states.values()].includes('following');
}
