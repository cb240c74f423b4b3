import { describe, expect, it } from 'vitest';
import type { Digest } from '../../src/digests/digest.ts';
import type { Route } from '../../src/slack/bolt/routes/route.ts';
import { routes } from '../../src/slack/bolt/routes/routes.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { createHarness } from '../support/harness/slack.ts';
import { opened, press, pressInView, submission, suggestion } from '../support/harness/slack-requests.ts';

/**
 * An id proves nothing, wherever it stands. Ana, a member, sends every row of the route table the ids of what is not hers to
 * see, in each place of a request that can hold one: a new row is in here without a word about it.
 */

/** In another team, and in a private conversation of her own team in which she is not. */
const ids = { 'another team': 'FOREIGN-1', 'a private conversation without her': 'FOREIGN-2' };
const SECRET = 'Hidden harvest';
const theirs = { person: 'UZOE', title: SECRET, label: SECRET, channel: 'C9' };

const text = { type: 'plain_text', text: 'x' };
const option = (value: string) => ({ text, value });

/** Ids as values have them, alone or beside something else. */
const values = (id: string) => [id, `${id} 0`, `0 ${id}`, `pptx:${id}`, `pptx ${id}`, JSON.stringify({ id })];
const metadata = (id: string) => [
  id,
  ...['id', 'generation', 'document', 'digest'].map((key) => JSON.stringify({ [key]: id })),
];

const viewWith = (private_metadata: string, state: object = {}) => ({
  ...opened({ type: 'modal', blocks: [] }),
  private_metadata,
  state: { values: state },
});

/** The state of fields as any element may send it. */
const stateWith = (id: string) => {
  const element = {
    type: 'static_select',
    value: id,
    selected_option: option(id),
    selected_options: [option(id)],
  };
  const names = ['id', 'document', 'template', 'digest', 'comments', 'wish', 'prompt', 'title'];
  return Object.fromEntries(names.map((name) => [name, { [name]: element }]));
};

const places: Record<string, (route: Route, id: string) => object[]> = {
  'the value of a button': ({ kind, id: action_id }, id) =>
    kind === 'button' ? values(id).map((value) => press({ action_id, value })) : [],
  'the option of a menu': ({ kind, id: action_id }, id) =>
    kind === 'button'
      ? values(id).map((value) => press({ action_id, type: 'overflow', selected_option: option(value) }))
      : [],
  'the metadata of the view around a button': ({ kind, id: action_id }, id) =>
    kind === 'button'
      ? metadata(id).map((held) => pressInView({ action_id, value: id }, viewWith(held, stateWith(id))))
      : [],
  'the metadata and the fields of a form': ({ kind, id: callback_id }, id) =>
    kind === 'form'
      ? metadata(id).map((held) => submission({ ...viewWith(held, stateWith(id)), callback_id }))
      : [],
  'what is typed into a menu': ({ kind, id: field }, id) => (kind === 'menu' ? [suggestion(field, id)] : []),
};

/** It is looked for in her team, and then asked who may. */
const FINDS = ['generations.find', 'digests.find'];
/** These look among what was kept for her, made by her, or is sent to her, and nowhere else. */
const AMONG_HERS = [
  'proposals.find',
  'proposals.amend',
  'proposals.discard',
  'documents.find',
  'digests.decline',
];

async function sendForged(request: object) {
  const touched: string[] = [];
  const harness = createHarness({ roleOf: async () => 'member', once: async () => true });
  harness.generations.put(aGeneration({ ...theirs, id: ids['another team'], team: 'T9' }));
  harness.generations.put(aGeneration({ ...theirs, id: ids['a private conversation without her'] }));
  harness.answers['conversations.info'] = { channel: { id: 'C9', is_private: true } };
  harness.slack.digests.find = async (team, id) =>
    (team === 'T9' && Object.values(ids).includes(id) ? { id, team, owner: 'UZOE' } : null) as Digest | null;
  harness.slack.accessOf = async ({ actor }) => ({
    person: actor.person,
    channels: ['C1'],
    isPartial: false,
  });
  for (const part of ['generations', 'documents', 'digests', 'proposals'] as const) {
    const methods = harness.slack[part] as unknown as Record<string, unknown>;
    for (const [name, method] of Object.entries(methods)) {
      if (typeof method !== 'function') continue;
      methods[name] = (...args: unknown[]) => {
        const call = `${part}.${name}`;
        const given = JSON.stringify(args);
        const isHers = AMONG_HERS.includes(call) && given.includes('"T1"') && given.includes('"UANA"');
        if (given.includes('FOREIGN') && !FINDS.includes(call) && !isHers) touched.push(call);
        return method(...args);
      };
    }
  }
  const { answer } = await harness.send(request);
  return { told: JSON.stringify([harness.calls, answer]), touched };
}

const cases = routes.flatMap((route) =>
  Object.entries(places)
    .filter(([, requests]) => requests(route, 'x').length > 0)
    .map(([place, requests]) => ({ row: `${route.kind} ${route.id}`, place, route, requests })),
);

describe('an id of what is not hers', () => {
  it.each(cases)('$row, in $place', async ({ route, requests }) => {
    for (const id of Object.values(ids)) {
      for (const request of requests(route, id)) {
        const { told, touched } = await sendForged(request);
        expect(told).not.toContain(SECRET);
        expect(touched).toEqual([]);
      }
    }
  });
});
