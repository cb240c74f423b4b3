import { afterEach, expect, test, vi } from 'vitest';
import { type Figure, inPairs, report, type Target } from './figures.ts';

afterEach(() => vi.restoreAllMocks());

const twice = (target: Target): Figure => ({
  ...{ name: 'start', value: 800, baseline: 400, baselineName: 'bare', unit: 'ms', target },
});

test('a figure is held to its ratio, to how much more it is than its baseline, or to itself', () => {
  vi.spyOn(console, 'table').mockReturnValue();
  vi.spyOn(console, 'log').mockReturnValue();
  const holds = (target: Target) => report([twice(target)]);
  expect(holds({ of: 'ratio', most: 2 })).toBe(true);
  expect(holds({ of: 'ratio', most: 1.9 })).toBe(false);
  expect(holds({ of: 'ratio', least: 2.1 })).toBe(false);
  expect(holds({ of: 'difference', most: 400 })).toBe(true);
  expect(holds({ of: 'difference', most: 399 })).toBe(false);
  expect(holds({ of: 'value', most: 800 })).toBe(true);
  expect(holds({ of: 'value', least: 801 })).toBe(false);
});

test('the table and the JSON say ratio, target and whether it holds', () => {
  const table = vi.spyOn(console, 'table').mockReturnValue();
  const log = vi.spyOn(console, 'log').mockReturnValue();
  report([{ ...twice({ of: 'ratio', most: 1.3 }), ratio: 1.8 }]);
  expect(table.mock.calls[0]?.[0]).toEqual({
    start: {
      ...{ figure: '800 ms', baseline: '400 ms (bare)', ratio: 1.8 },
      ...{ target: 'ratio at most 1.3', holds: 'MISSED' },
    },
  });
  expect(JSON.parse(log.mock.calls[0]?.[0]).figures[0]).toMatchObject({ ratio: 1.8, holds: false });
});

test('what is not fatal is only reported', () => {
  vi.spyOn(console, 'table').mockReturnValue();
  vi.spyOn(console, 'log').mockReturnValue();
  const isRatio = ({ of }: Target) => of === 'ratio';
  expect(report([twice({ of: 'value', most: 1 })], isRatio)).toBe(true);
  expect(report([twice({ of: 'ratio', most: 1 })], isRatio)).toBe(false);
});

test('pairs take turns in who comes first, and one bad pair changes nothing', async () => {
  const order: string[] = [];
  const values = [130, 900, 130];
  const measured = async () => {
    order.push('measured');
    return values.shift() ?? Number.NaN;
  };
  const bare = async () => {
    order.push('bare');
    return 100;
  };
  expect(await inPairs(3, measured, bare)).toEqual({ value: 130, baseline: 100, ratio: 1.3 });
  expect(order).toEqual(['bare', 'measured', 'measured', 'bare', 'bare', 'measured']);
});
