import type { LimitsOf } from '../../../src/asks/limits.ts';
import { claimDue } from '../../../src/digests/claim.ts';
import type { DigestSettings, Window } from '../../../src/digests/digest.ts';
import { createDigests } from '../../../src/digests/digests.ts';
import type { ChannelCheck, DigestGateway } from '../../../src/digests/gateway.ts';
import { type Note, readNote } from '../../../src/digests/notes.ts';
import { createDigestRunner } from '../../../src/digests/run.ts';
import type { Database } from '../../../src/storage/database.ts';
import { createMovableClock } from './clock.ts';
import { createHarness as createGenerationsHarness } from './generations.ts';
import { createFakePosts } from './posts.ts';

export const TEAM = 'T1';
export const ANA = 'UANA';

/** Digests on a real database, with a Slack that is played by the test and a queue that it runs by hand. */
export function createHarness(database: Database, start: string, limitsOf?: LimitsOf) {
  const clock = createMovableClock(Date.parse(start));
  const { generations, queue, context: parts } = createGenerationsHarness(database, {}, clock, limitsOf);
  const { jobs, take } = queue;
  const { db, log } = parts;
  const channel = createChannel();
  const context = { db, jobs, generations, gateway: channel.gateway, limitsOf: parts.limitsOf, clock, log };
  const run = createDigestRunner(context);
  const notes = createFakePosts<Note>(parts, queue, {
    async digest_note(row) {
      const read = await readNote(db, row);
      return read && { message: read.note };
    },
  });

  /** Runs the queued jobs, except generations. */
  async function work(): Promise<void> {
    const { signal } = new AbortController();
    for (;;) {
      const digest = take('digest');
      if (!digest) return notes.work();
      await run(digest, signal);
    }
  }

  return {
    context,
    channel,
    /** The notes that were posted. */
    posted: () =>
      notes.posts.map(({ place, message: note }) => ({
        place: [place.channel, place.threadTs].filter(Boolean).join(' '),
        note,
      })),
    refuseNotes: (error: Error) => void notes.slack.errors.push(error),
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
    /** Happens during the next check. */
    meanwhile: undefined as (() => Promise<unknown>) | undefined,
  };
  const gateway: DigestGateway = {
    async checkChannel({ threshold }, window) {
      channel.checked.push(window);
      const { meanwhile, check } = channel;
      channel.meanwhile = undefined;
      await meanwhile?.();
      if (check instanceof Error) throw check;
      return check.open ? { ...check, messages: Math.min(check.messages, threshold) } : check;
    },
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

/** Sets up a harness on Wednesday, 4 March 2026, with one digest of Ana. */
export async function createHarnessWithDigest(db: Database, given: DigestSettings = settings()) {
  const harness = createHarness(db, '2026-03-04T12:00Z');
  const digest = await harness.digests.create(TEAM, ANA, given, 'view-1');
  return { harness, digests: harness.digests, digest, id: digest.id };
}
