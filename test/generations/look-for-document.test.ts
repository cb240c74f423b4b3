import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { Forbidden, NetworkFailure } from '../../src/service/errors.ts';
import { testDatabase } from '../support/database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

/**
 * The response of a create call is lost. Deckhand looks for its document in the connected account before it asks, and delivers the document
 * once, to one ask, and only after the asker's yes.
 */

const db = await testDatabase();
afterAll(() => db.close());
beforeEach(() => db.query('truncate generations, unnamed_documents cascade'));

const MINUTE = 60_000;

interface Doc {
  docId: string;
  title: string;
  author: string;
  /** Milliseconds after the start of the test at which the document is made. */
  madeAfter: number;
}

const aDoc = (given: Partial<Doc> = {}): Doc => ({
  ...{ docId: 'g_lost', title: 'Spring launch in Lisbon', author: 'Vera Stolz', madeAfter: MINUTE },
  ...given,
});

/** Deckhand with an account at the service that has these documents, and whose first create call gets no response. */
function lostWith(docs: Doc[], given: { account?: string; onSearch?: () => Promise<unknown> } = {}) {
  const harness = createHarness(db, { lookMs: 5 * MINUTE });
  const { clock, service } = harness;
  const began = clock.now();
  const searches: object[] = [];
  const there = () => docs.filter(({ madeAfter }) => began + madeAfter <= clock.now());
  service.account = given.account ?? 'vera@';
  service.script.create.push(new NetworkFailure('The response was lost', { sent: true }));
  Object.assign(service.client, {
    getMe: async () => ({ displayName: 'Vera Stolz' }),
    async searchDocs(query: object) {
      searches.push(query);
      await given.onSearch?.();
      return there();
    },
    async getDoc(docId: string) {
      const { madeAfter = 0, ...doc } = docs.find((one) => one.docId === docId) ?? aDoc();
      return { ...doc, docUrl: `https://docs.test/${docId}`, createdTime: iso(began + madeAfter) };
    },
  });
  const ask = async (about = 'our spring launch', person = 'UANA') => {
    const { id } = await harness.generations.start(anAsk({ prompt: about, person }), crypto.randomUUID());
    await harness.work();
    return id;
  };
  const find = async (id: string) => harness.generations.find('T1', id);
  const told = () => harness.slack.messages.filter(({ kind }) => kind === 'notice');
  return { ...harness, ask, find, told, searches };
}

const iso = (at: number) => new Date(at).toISOString();

test('the document is offered to the asker alone, and posted once after a yes; nothing is spent', async () => {
  const { ask, find, told, generations, work, service, slack, stateOf, searches } = lostWith([aDoc()]);
  const id = await ask();
  expect(await find(id)).toMatchObject({ state: 'unsure', found: { docId: 'g_lost' } });
  expect(searches.length).toBeGreaterThan(1);
  expect(told()).toMatchObject([{ place: { channel: 'UANA' } }]);

  const answers = await Promise.all([
    generations.answerFound('T1', id, 'post'),
    generations.answerFound('T1', id, 'post'),
  ]);
  expect(answers.toSorted()).toEqual([null, 'posted'].toSorted());
  await work();
  expect(await stateOf(id)).toBe('delivered');
  expect(await find(id)).toMatchObject({ docId: 'g_lost', title: 'Spring launch in Lisbon' });
  expect(slack.files.filter(({ shared }) => shared)).toHaveLength(1);
  expect(service.creates).toHaveLength(1);
});

test('“Not this one” asks as if nothing had been found, and does not offer it again', async () => {
  const { ask, find, told, generations, work } = lostWith([aDoc()]);
  const id = await ask();
  expect(await generations.answerFound('T1', id, 'decline')).toBe('declined');
  await work();
  expect(await find(id)).toMatchObject({ state: 'unsure', found: { isDeclined: true } });
  expect(told()).toHaveLength(2);
  expect(await generations.answerFound('T1', id, 'post')).toBeNull();
  expect(await generations.resolveUnsure('T1', id, 'again')).toBe(true);
});

test('of two asks that were offered the same document, only one gets it', async () => {
  const { ask, find, generations, work } = lostWith([aDoc()]);
  const id = await ask();
  await db.query("update generations set made_with = 'other' where id = $1", [id]);
  const second = lostWith([aDoc()]);
  const other = await second.ask('the same launch', 'UBEN');
  expect(await find(other)).toMatchObject({ found: { docId: 'g_lost' } });
  const answers = await Promise.all([
    generations.answerFound('T1', id, 'post'),
    second.generations.answerFound('T1', other, 'post'),
  ]);
  expect(answers.toSorted()).toEqual(['posted', 'taken']);
  await work();
  const rows = await db.query("select id from generations where doc_id = 'g_lost'");
  expect(rows).toHaveLength(1);
});

describe('nothing is offered, and the person is asked', () => {
  test.each([
    ['if the account has made no document', []],
    ['if two may be the one', [aDoc(), aDoc({ docId: 'g_2' })]],
    ['if another person of the workspace made it', [aDoc({ author: 'Rita Faber' })]],
    ['if it is older than the ask', [aDoc({ madeAfter: -2 * MINUTE })]],
  ])('%s', async (_, docs) => {
    const { ask, find, told } = lostWith(docs);
    const id = await ask();
    const asked = await find(id);
    expect([asked?.state, asked?.found]).toEqual(['unsure', undefined]);
    expect(told()).toHaveLength(1);
    expect(told()[0]?.place.channel).not.toBe('UANA');
  });

  test('if the document is one of ours', async () => {
    const { ask, find, generations } = lostWith([aDoc()]);
    const { id: ours } = await generations.start(anAsk(), 'ours');
    await db.query("update generations set doc_id = 'g_lost', state = 'delivered' where id = $1", [ours]);
    expect((await find(await ask()))?.found).toBeUndefined();
  });

  test.each(['T1', 'T2'])('if an ask of %s with this account may have made it', async (team) => {
    const { ask, find, generations, clock } = lostWith([aDoc()]);
    const { id: other } = await generations.start(anAsk({ team }), 'other');
    await db.query(
      "update generations set state = 'late', generation_id = 'gen9', made_with = 'vera@', submitted_at = $2 where id = $1",
      [other, new Date(clock.now())],
    );
    expect((await find(await ask()))?.found).toBeUndefined();
  });

  test('if a team that has left may have made it with this account', async () => {
    const { ask, find, clock } = lostWith([aDoc()]);
    await db.query("insert into unnamed_documents (account, since, latest) values ('vera@', $1, $2)", [
      ...[new Date(0), new Date(clock.now())],
    ]);
    expect((await find(await ask()))?.found).toBeUndefined();
  });

  test('if the service does not let us search', async () => {
    const { ask, find, searches } = lostWith([aDoc()], {
      onSearch: () => Promise.reject(new Forbidden('Forbidden')),
    });
    expect((await find(await ask()))?.found).toBeUndefined();
    expect(searches).toHaveLength(1);
  });
});

test('of two documents, one whose title has words of the ask is offered', async () => {
  const { ask, find } = lostWith([aDoc(), aDoc({ docId: 'g_2', title: 'Holiday plans' })]);
  expect((await find(await ask()))?.found?.docId).toBe('g_lost');
});

test('if a title was asked for, the document must have it', async () => {
  const { find, generations, work } = lostWith([aDoc(), aDoc({ docId: 'g_2', title: 'Launch' })]);
  const { id } = await generations.start(anAsk({ prompt: 'our spring launch', title: 'Launch' }), 'k1');
  await work();
  expect((await find(id))?.found?.docId).toBe('g_2');
});

test('a person who stops it meanwhile is not asked about a document', async () => {
  let id = '';
  const harness = lostWith([aDoc()], {
    onSearch: async () => id && (await harness.generations.stop('T1', id)),
  });
  ({ id } = await harness.generations.start(anAsk(), 'k1'));
  await harness.work();
  const stopped = await harness.find(id);
  expect([stopped?.state, stopped?.found]).toEqual(['stopped', undefined]);
});
