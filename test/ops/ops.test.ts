import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { labelValues } from '../../src/http/metrics/labels.ts';
import { createMetrics } from '../../src/http/metrics/metrics.ts';

/** What operators import: rules and a dashboard that name nothing that Deckhand does not give, and a page for each alert. */

const RUNBOOK = 'docs/runbook.md';
const ruleSchema = z.strictObject({
  alert: z.string().regex(/^Deckhand[A-Z]\w+$/),
  expr: z.string().min(1),
  for: z.string().regex(/^\d+m$/),
  labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
  annotations: z.strictObject({ summary: z.string().min(1), runbook_url: z.string() }),
});
const recordSchema = z.strictObject({
  record: z.string().regex(/^deckhand:slo_\w+(:\w+)?$/),
  labels: z.strictObject({ slo: z.string() }).optional(),
  expr: z.string().min(1),
});
const RULES = ['ops/alerts.yml', 'ops/slo.yml'];
const TESTS = ['ops/alerts_test.yml', 'ops/slo_test.yml'];
const all = RULES.flatMap((path) =>
  z
    .object({ groups: z.array(z.object({ rules: z.array(z.union([ruleSchema, recordSchema])) })) })
    .parse(parse(readFileSync(path, 'utf8')))
    .groups.flatMap((group) => group.rules),
);
const rules = all.filter((rule) => 'alert' in rule);
const records = all.filter((rule) => 'record' in rule);
const panelSchema = z.object({
  id: z.number(),
  title: z.string(),
  targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).optional(),
});
const { panels } = z
  .object({ panels: z.array(panelSchema) })
  .parse(JSON.parse(readFileSync('ops/grafana-dashboard.json', 'utf8')));

const expressions = [
  ...rules.map(({ alert, expr }) => ({ where: alert, expr })),
  ...records.map(({ record, expr }) => ({ where: record, expr })),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ where: title, expr }))),
];

/** Figures by the names that a query may give them, each with its labels. */
const figures = new Map(
  createMetrics()
    .registry.getMetricsAsArray()
    .flatMap((metric) => {
      const { name, type, labelNames = [] } = metric as unknown as Figure;
      const plain: [string, string[]] = [name, [...labelNames]];
      if (String(type) !== 'histogram') return [plain];
      const withBuckets: [string, string[]] = [`${name}_bucket`, [...labelNames, 'le']];
      return [withBuckets, [`${name}_count`, plain[1]], [`${name}_sum`, plain[1]]] as [string, string[]][];
    }),
);

interface Figure {
  name: string;
  type: unknown;
  labelNames?: readonly string[];
}

const NAME = /\b((?:deckhand|nodejs|process)_\w+)(?:\{([^}]*)\})?/g;

function selectors({ where, expr }: { where: string; expr: string }) {
  return [...expr.matchAll(NAME)].map(([, name = '', matchers = '']) => ({ where, name, matchers }));
}

/** Why a matcher selects nothing, or undefined. `status` and `le` are numbers. */
function faultOf(label: string, operator: string, value: string): string | undefined {
  const values: readonly string[] | undefined = labelValues[label as keyof typeof labelValues];
  if (!values) return undefined;
  const wanted = operator.includes('~') ? value.split('|') : [value];
  const unknown = wanted.filter((one) => !values.some((each) => new RegExp(`^(?:${one})$`).test(each)));
  return unknown.length > 0 ? `${label} is never ${unknown.join(', ')}` : undefined;
}

test('every figure and label that a rule or the dashboard names is one that Deckhand gives', () => {
  const faults = expressions.flatMap(selectors).flatMap(({ where, name, matchers }) => {
    const labels = figures.get(name);
    if (!labels) return [`${where}: there is no ${name}`];
    return [...matchers.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].flatMap(
      ([, label = '', how = '', value = '']) => {
        // Other programs give figures of these names, too.
        if (!name.startsWith('deckhand_') && label === 'job' && value === 'deckhand') return [];
        if (!labels.includes(label)) return [`${where}: ${name} has no ${label}`];
        const fault = faultOf(label, how, value);
        return fault ? [`${where}: ${fault}`] : [];
      },
    );
  });
  expect(faults).toEqual([]);
  expect(rules.length).toBeGreaterThan(10);
});

test('no figure of ours is given that nobody looks at', () => {
  const seen = new Set(
    expressions.flatMap(selectors).map(({ name }) => name.replace(/_(bucket|count|sum)$/, '')),
  );
  const ours = [...figures.keys()].filter((name) => name.startsWith('deckhand_'));
  const bases = new Set(ours.map((name) => name.replace(/_(bucket|count|sum)$/, '')));
  expect([...bases].filter((name) => !seen.has(name))).toEqual([]);
});

test('no label of ours is one that Prometheus gives itself, and would write over', () => {
  const own = ['job', 'instance'];
  expect([...figures].filter(([, labels]) => labels.some((label) => own.includes(label)))).toEqual([]);
  const queries = expressions.map(({ expr }) => expr).join('\n');
  const summed = [...queries.matchAll(/\bby ?\(([^)]*)\)/g)].flatMap(([, by = '']) => by.split(/, ?/));
  expect(summed.length).toBeGreaterThan(5);
  expect(summed.filter((label) => own.includes(label))).toEqual([]);
});

test('every alert has its entry in the runbook, and every entry its alert', () => {
  const entries = [...readFileSync(RUNBOOK, 'utf8').matchAll(/^### (Deckhand\w+)$/gm)].map(
    ([, name]) => name,
  );
  expect(entries).toEqual(rules.map(({ alert }) => alert));
  for (const { alert, annotations } of rules)
    expect(annotations.runbook_url).toBe(`${RUNBOOK}#${alert.toLowerCase()}`);
});

test('panels of the dashboard have ids of their own', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
});

test('figures that other programs give as well are those of the job "deckhand" in each rule', () => {
  const found = [...rules, ...records].flatMap(({ expr }) => selectors({ where: '', expr }));
  const shared = found.filter(({ name }) => !name.startsWith('deckhand_'));
  expect(shared.length).toBeGreaterThan(1);
  expect(shared.filter(({ matchers }) => !matchers.includes('job="deckhand"'))).toEqual([]);
});

test('each alert fires in a test of the rules', () => {
  const tests = TESTS.map((path) => readFileSync(path, 'utf8')).join('\n');
  const fired = [...tests.matchAll(/labels: '\{alertname="(\w+)"\}', value: 1/g)].map(([, name]) => name);
  expect([...new Set(fired)].toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
test.skipIf(!hasPromtool)(
  `the rules pass their tests${hasPromtool ? '' : ' (skipped: promtool is not installed: apt-get install prometheus)'}`,
  () => {
    for (const args of [
      ['check', 'rules', ...RULES],
      ['test', 'rules', ...TESTS],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
      expect({ status, said: status ? stdout + stderr : '' }).toEqual({ status: 0, said: '' });
    }
  },
);
