import { monthStart } from '../../../src/asks/limits.ts';
import type { Ask } from '../../../src/asks/schema.ts';
import type { Generation, State } from '../../../src/generations/generation.ts';
import type { Generations } from '../../../src/generations/generations.ts';
import { labelOf } from '../../../src/generations/generations.ts';

export interface FakeGenerations extends Generations {
  /** Every decision that was accepted, as its name and what it was called with, without the team. */
  asked: string[];
  put(row: Generation): void;
  /** All of them, with all that was asked. */
  all(): Generation[];
}

/**
 * Generations in memory, for tests of the surfaces that call them. test/contracts/generations.test.ts holds this to what
 * the real ones do.
 */
export function createFakeGenerations(): FakeGenerations {
  const rows = new Map<string, Generation>();
  const asks = new Map<string, Ask | null>();
  const idsByKey = new Map<string, string>();
  const exported = new Set<string>();
  const asked: string[] = [];

  const find = async (team: string, id: string) => {
    const row = rows.get(id);
    return row?.team === team ? row : null;
  };

  /** As it is found: the prompt is for `askOf` alone. */
  function put(row: Generation): void {
    asks.set(row.id, row.ask);
    rows.set(row.id, { ...row, ask: row.ask && { ...row.ask, prompt: '' } });
  }

  async function decide(
    [team, id, ...rest]: [team: string, id: string, ...rest: string[]],
    name: string,
    allowed: (row: Generation) => boolean,
    next: (row: Generation) => State,
  ): Promise<boolean> {
    const row = await find(team, id);
    if (!row || !allowed(row)) return false;
    asked.push([name, id, ...rest].join(' '));
    rows.set(id, { ...row, state: next(row) });
    if (next(row) === 'stopped') asks.set(id, rows.get(id)?.ask ?? null);
    return true;
  }

  const isIn =
    (...states: State[]) =>
    ({ state }: Generation) =>
      states.includes(state);

  async function start(ask: Ask, key: string): Promise<Generation> {
    const place = `${ask.team} ${key}`;
    const id = idsByKey.get(place) ?? `g${rows.size + 1}`;
    if (!idsByKey.has(place)) put(started(ask, id, rows.size));
    idsByKey.set(place, id);
    return rows.get(id) as Generation;
  }

  const isUnderWay = isIn('queued', 'collecting', 'submitting', 'following');
  const underWay = (team: string, docId: string | undefined) =>
    [...rows.values()].filter(
      (row) => row.team === team && row.docId === docId && row.work === 'edit' && isUnderWay(row),
    );

  return {
    asked,
    put,
    all: () => [...rows.values()].map((row) => ({ ...row, ask: asks.get(row.id) ?? null })),
    start,
    async startEdit(ask, key) {
      const docId = ask.work.kind === 'edit' ? ask.work.document.docId : undefined;
      const isNew = !idsByKey.has(`${ask.team} ${key}`);
      const others = underWay(ask.team, docId);
      const most = others.some(({ failure }) => failure) ? 3 : 4;
      return isNew && others.length >= most ? null : start(ask, key);
    },
    find,
    share: async () => null,
    expectedCredits: async () => undefined,
    limitReached: async () => undefined,
    budgetBlocker: async () => undefined,
    spentByPerson: async () => ({ used: 0, reserved: 0, limit: null }),
    spentByTeam: async () => ({ used: 0, reserved: 0, limit: null }),
    askAdmins: async () => true,
    waitAsGuest: async () => {},
    guestRequest: async () => undefined,
    guestsShutOut: async () => {},
    openRequests: async () => [],
    settleRequests: async () => [],
    declineRequest: async () => null,
    usage: async (_, at) => ({
      ...{ month: monthStart(at), total: { asks: 0, credits: 0 }, people: 0, hasEarlier: false },
      by: { person: [], place: [], kind: [], day: [] },
    }),
    usageRows: async () => [],
    reportedCredits: async () => new Map(),
    askOf: async (team, id) => ((await find(team, id)) ? (asks.get(id) ?? null) : null),
    recent: async (team, person, limit) =>
      [...rows.values()]
        .filter((row) => row.team === team && row.person === person)
        .filter((row) => row.state !== 'failed' || !row.archivedAt)
        .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
        .slice(0, limit),
    people: async (team) => [
      ...new Set([...rows.values()].filter((row) => row.team === team).map(({ person }) => person)),
    ],
    documentIn: async (team, { channel, ts }) =>
      [...rows.values()]
        .filter(
          (row) => row.team === team && row.channel === channel && [row.rootTs, row.threadTs].includes(ts),
        )
        .filter(
          (row) =>
            ((row.state === 'delivered' && row.docId) || (row.work !== 'edit' && isUnderWay(row))) &&
            !row.archivedAt &&
            !row.deletedAt,
        )
        .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())[0] ?? null,
    historyOf: async (team, docId) =>
      [...rows.values()]
        .filter((row) => row.team === team && row.docId === docId && row.state === 'delivered')
        .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime()),
    resolveUnsure: (team, id, choice) =>
      decide([team, id, choice], 'resolve', isIn('unsure'), (row) =>
        choice === 'leave' ? 'stopped' : row.generationId ? 'following' : 'collecting',
      ),
    answerFound: async (team, id, choice) => {
      const isTaken = await decide([team, id, choice], 'found', isIn('unsure'), () =>
        choice === 'post' ? 'delivering' : 'unsure',
      );
      if (!isTaken) return null;
      return choice === 'post' ? 'posted' : 'declined';
    },
    checkAgain: (...given) => decide(given, 'check', isIn('late'), () => 'following'),
    stop: (...given) =>
      decide(
        given,
        'stop',
        isIn(
          'queued',
          'collecting',
          'submitting',
          'following',
          'late',
          'delivering',
          'unsure',
          'disconnected',
        ),
        () => 'stopped',
      ),
    async dismiss(team, id) {
      const row = rows.get(id);
      if (row?.team === team && row.state === 'failed') rows.set(id, { ...row, archivedAt: new Date(0) });
    },
    followAgain: (...given) =>
      decide(
        given,
        'follow',
        ({ state, generationId }) => state === 'stopped' && generationId !== undefined,
        () => 'following',
      ),
    async exportDoc(...given) {
      const [, id, exportAs] = given;
      const name = `${id} ${exportAs}`;
      if (exported.has(name)) return true;
      exported.add(name);
      const done = await decide(
        given,
        'export',
        ({ state, docId }) => state === 'delivered' && docId !== undefined,
        () => 'delivered',
      );
      if (!done) exported.delete(name);
      return done;
    },
    async reconnected(team) {
      for (const row of rows.values()) {
        if (row.team !== team || row.state !== 'disconnected') continue;
        rows.set(row.id, { ...row, state: row.generationId ? 'following' : 'queued' });
      }
    },
  };
}

const BEGAN = Date.parse('2026-03-02T09:00:00Z');

function started(ask: Ask, id: string, count: number): Generation {
  const at = new Date(BEGAN + count * 1000);
  const { team, person, destination, exportAs, work } = ask;
  const { title = ask.title, docId, docUrl } = work.kind === 'edit' ? work.document : {};
  return {
    id,
    team,
    person,
    state: 'queued',
    work: work.kind,
    ...(docId && { docId }),
    ...(docUrl && { docUrl }),
    ask,
    label: labelOf(ask),
    ...(title && { title }),
    ...(exportAs && { exportAs }),
    channel: destination.channel,
    ...(destination.threadTs && { threadTs: destination.threadTs }),
    createdAt: at,
    updatedAt: at,
  };
}
