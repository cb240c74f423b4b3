import fc from 'fast-check';
import { type Ask, workKinds } from '../../src/asks/schema.ts';
import type { ConnectionSummary } from '../../src/connections/connection-state.ts';
import { failureReasons, type Generation, states } from '../../src/generations/generation.ts';
import { exportFormats, formats } from '../../src/service/options.ts';

/** Generations as odd as they can come: foreign alphabets, markup, broken pairs, very long texts. */

const text = (maxLength: number) =>
  fc.oneof(
    fc.string({ maxLength, unit: 'binary' }),
    fc.string({ maxLength, unit: 'grapheme' }),
    fc.constantFrom(
      '',
      ' ',
      '<!channel>',
      '&<>'.repeat(maxLength / 3),
      '\uD83D',
      '*_~`|>',
      '🙂'.repeat(maxLength / 2),
    ),
    fc.nat(maxLength).map((length) => '&'.repeat(length)),
  );

export const oddText = text(3000);

const url = fc.oneof(
  fc.webUrl(),
  fc.constantFrom('javascript:alert(1)', 'not an address', '', 'https://example.com/a|b>c<d'),
  fc.nat(4000).map((length) => `https://docs.example.com/${'a'.repeat(length)}`),
);

const named = fc.record({ id: fc.string({ minLength: 1, maxLength: 80 }), name: text(300) });

export const anyAsk = fc.record(
  {
    team: fc.constant('T1'),
    person: fc.constant('U1'),
    work: fc.oneof(
      fc.constant({ kind: 'document' as const }),
      fc.record({
        kind: fc.constant('edit' as const),
        document: fc.record({ docId: fc.constant('d1'), docUrl: url, title: text(300) }),
      }),
    ),
    source: fc.oneof(
      fc.constant({ kind: 'text' as const }),
      fc.record({
        kind: fc.constant('file' as const),
        files: fc.array(fc.record({ id: fc.constant('F1'), name: text(300) }), {
          minLength: 1,
          maxLength: 5,
        }),
      }),
      fc.constant({ kind: 'channel' as const, channel: 'C1', since: '2026-03-02T00:00:00Z' }),
    ),
    prompt: text(3000),
    format: fc.constantFrom(...formats),
    destination: fc.constant({ channel: 'C1' }),
    template: named,
    theme: named,
    folder: named,
    slides: fc.integer({ min: 1, max: 75 }),
  },
  { requiredKeys: ['team', 'person', 'work', 'source', 'prompt', 'format', 'destination'] },
) as fc.Arbitrary<Ask>;

export const failureReason = fc.constantFrom(...failureReasons);

const failure = fc.record(
  { reason: failureReason, message: text(5000), reference: text(500) },
  { requiredKeys: ['reason'] },
);

/** Links of messages are cut to 500 characters when they are read from the database. */
const quote = fc.record(
  { words: text(60), url: url.filter(({ length }) => length <= 500) },
  { requiredKeys: ['words'] },
);

const highlights = fc.record(
  {
    messages: fc.nat(),
    people: fc.nat(),
    from: fc.nat(),
    to: fc.nat(),
    threads: fc.array(
      fc.tuple(quote, fc.nat()).map(([said, count]) => ({ ...said, replies: count, people: count })),
      { maxLength: 3 },
    ),
    decisions: fc.array(quote, { maxLength: 3 }),
  },
  { requiredKeys: ['messages', 'people', 'from', 'threads', 'decisions'] },
);

export const generation = fc.record(
  {
    id: fc.uuid(),
    team: fc.constant('T1'),
    person: fc.constantFrom('U1', 'W2AB', '<!here>'),
    state: fc.constantFrom(...states),
    work: fc.constantFrom(...workKinds),
    ask: fc.option(anyAsk),
    label: text(3000),
    channel: fc.constantFrom('C1', 'D1', 'G1', '<!here>'),
    createdAt: fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
    updatedAt: fc.constant(new Date(0)),
    generationId: text(200),
    submittedAt: fc.constant(new Date(0)),
    thumbnail: fc.constant('F0PICTURE'),
    docId: text(200),
    docUrl: url,
    title: text(3000),
    exportAs: fc.constantFrom(...exportFormats),
    warnings: text(9000),
    archivedAt: fc.constant(new Date('2026-03-03T09:00:00Z')),
    deletedAt: fc.constant(new Date('2026-03-03T09:00:00Z')),
    credits: fc.record(
      { deducted: fc.double({ min: 0, max: 1e12, noNaN: true }), remaining: fc.nat() },
      { requiredKeys: [] },
    ),
    failure,
    highlights,
  },
  {
    requiredKeys: [
      'id',
      'team',
      'person',
      'state',
      'work',
      'ask',
      'label',
      'channel',
      'createdAt',
      'updatedAt',
    ],
  },
) as fc.Arbitrary<Generation>;

export const serviceName = fc.oneof(
  fc.constantFrom('Gamma', 'the document service'),
  text(200).filter((name) => name.trim() !== ''),
);

const anything = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.constant('<!channel>'),
);

/** A team's connection in any state, with whatever the service calls people and workspaces. */
export const connectionSummary: fc.Arbitrary<ConnectionSummary> = fc.record(
  {
    kind: fc.constantFrom('none' as const, 'oauth' as const, 'api_key' as const, 'configured' as const),
    works: fc.boolean(),
    person: fc.constantFrom('UANA', 'not an id'),
    since: fc.constant(new Date('2026-02-03T09:00:00Z')),
    who: fc.record({ email: anything, name: anything, workspace: anything }, { requiredKeys: [] }),
    credits: fc.integer(),
  },
  { requiredKeys: ['kind', 'works'] },
);
