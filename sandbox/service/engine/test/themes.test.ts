import { describe, expect, it } from 'vitest';
import { themes } from '../engine.ts';
import { contrast } from '../themes/contrast.ts';
import { designs } from '../themes/themes.ts';

/** WCAG 2 AA: 4.5 for text, 3 for large letters. */
const TEXT = 4.5;
const LARGE = 3;

describe.each(designs)('the theme $name', ({ look }) => {
  it('can be read on its background and its panels', () => {
    for (const ground of [look.background, look.surface]) {
      for (const ink of [look.ink, look.muted])
        expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(TEXT);
      expect(contrast(look.accent, ground), `${look.accent} on ${ground}`).toBeGreaterThanOrEqual(TEXT);
    }
  });

  it('can be read on its covers, at both ends of the gradient', () => {
    for (const ground of [look.cover.from, look.cover.to]) {
      expect(contrast(look.cover.ink, ground), 'ink').toBeGreaterThanOrEqual(TEXT);
      expect(contrast(look.cover.muted, ground), 'muted').toBeGreaterThanOrEqual(TEXT);
      expect(contrast(look.cover.accent, ground), 'accent').toBeGreaterThanOrEqual(LARGE);
    }
  });
});

it('are at least eight, unlike each other, and the last two are the workspace’s own', () => {
  expect(themes.length).toBeGreaterThanOrEqual(8);
  expect(new Set(designs.map(({ look }) => `${look.background}${look.cover.from}${look.motif}`)).size).toBe(
    designs.length,
  );
  expect(themes.slice(-2).every((theme) => theme.type === 'custom')).toBe(true);
  expect(themes.slice(0, -2).every((theme) => theme.type === 'standard')).toBe(true);
  expect(Object.keys(themes[0] ?? {}).sort()).toEqual([
    'colorKeywords',
    'id',
    'name',
    'toneKeywords',
    'type',
  ]);
});

it('knows black on white', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
});
