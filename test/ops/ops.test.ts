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
const rules = z
  .object({ groups: z.array(z.object({ rules: z.array(ruleSchema) })) })
  .parse(parse(readFileSync('ops/alerts.yml', 'utf8')))
  .groups.flatMap((group) => group.rules);
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
