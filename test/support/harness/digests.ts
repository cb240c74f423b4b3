import { claimDue } from '../../../src/digests/claim.ts';
import type { DigestSettings, Window } from '../../../src/digests/digest.ts';
import { createDigests } from '../../../src/digests/digests.ts';
import type { ChannelCheck, DigestGateway, Note } from '../../../src/digests/gateway.ts';
import { createNotePoster } from '../../../src/digests/notes.ts';
import { createDigestRunner } from '../../../src/digests/run.ts';
import { type Posted, PostRefused } from '../../../src/generations/delivery/delivery.ts';
import type { Database } from '../../../src/storage/database.ts';
import { createMovableClock } from './clock.ts';
import { createHarness as createGenerationsHarness } from './generations.ts';

export const TEAM = 'T1';
export const ANA = 'UANA';

/** Digests on a real database, with a Slack that is played by the test and a queue that it runs by hand. */
export function createHarness(database: Database, start: string) {
  const clock = createMovableClock(Date.parse(start));
  const { generations, queue, context: parts } = createGenerationsHarness(database, {}, clock);
  const { jobs, take } = queue;
  const { db, log, random, policy } = parts;
  const channel = createChannel();
  const context = { db, jobs, generations, gateway: channel.gateway, clock, log };
  const run = createDigestRunner(context);
  const post = createNotePoster({ ...context, random, policy });

  /** Does the jobs that wait, generations aside. */
  async function work(): Promise<void> {
    const { signal } = new AbortController();
    for (;;) {
      const digest = take('digest');
      const note = digest ? undefined : take('note');
      if (digest) await run(digest, signal);
      else if (note) await post(note, signal);
      else return;
    }
  }

  return {
    context,
    channel,
    generations,
    digests: createDigests(context),
    work,
    /** Time passes, unseen by anybody. */
    pass: (to: string) => {
      clock.set(Date.parse(to));
    },
    /** Time passes, and the ticker looks. */
    async until(to: string) {
      clock.set(Math.max(clock.now(), Date.parse(to)));
      await claimDue(context);
      await work();
    },
    run: (id: string) => run({ team: TEAM, digest: id }, new AbortController().signal),
    /** Oldest first. */
    async generationIds() {
      const rows = await db.query<{ id: string }>('select id from generations order by created_at, key');
      return rows.map(({ id }) => id);
    },
    /** The asks of all generations, oldest first. */
    async asks() {
      const asks = await Promise.all((await this.generationIds()).map((id) => generations.askOf(TEAM, id)));
      return asks.filter((ask) => ask !== null);
    },
    async windows() {
      return (await this.asks()).map(({ source }) =>
        source.kind === 'channel' ? `${source.since.slice(0, 16)} to ${source.until?.slice(0, 16)}` : '',
      );
    },
  };
}

/** The channel as a run finds it, and what was posted. Its gateway keeps the contract in gateway.test.ts. */
export function createChannel() {
  const channel = {
    check: { open: true, messages: 50, name: 'launch', isPrivate: false } as ChannelCheck | Error,
    checked: [] as Window[],
    posted: [] as { place: string; note: Note }[],
    refuses: false,
    /** Happens during the next check. */
    meanwhile: undefined as (() => Promise<unknown>) | undefined,
  };
  const notes = new Map<string, Posted>();
  const gateway: DigestGateway = {
    async checkChannel({ threshold }, window) {
      channel.checked.push(window);
      const { meanwhile, check } = channel;
      channel.meanwhile = undefined;
      await meanwhile?.();
      if (check instanceof Error) throw check;
      return check.open ? { ...check, messages: Math.min(check.messages, threshold) } : check;
    },
    async postNote(_, place, id, note) {
      if (channel.refuses) throw new PostRefused('channel_not_found');
      channel.posted.push({ place: [place.channel, place.threadTs].filter(Boolean).join(' '), note });
      const posted = { channel: place.channel, ts: `${channel.posted.length}.1` };
      notes.set(id, posted);
      return posted;
    },
    findNote: async (_, __, id) => notes.get(id) ?? null,
  };
  return Object.assign(channel, { gateway });
}

/** Every Monday at nine in Lisbon, into the channel, unless given otherwise. */
export function settings(given: Partial<DigestSettings> = {}): DigestSettings {
  return {
    channel: 'C1',
    schedule: { every: 'week', weekday: 1, time: '09:00', zone: 'Europe/Lisbon' },
    focus: { topics: ['decisions', 'actions'], words: '' },
    choices: { format: 'presentation' },
    threshold: 5,
    quiet: 'say',
    deliverTo: { kind: 'channel' },
    ...given,
  };
}
