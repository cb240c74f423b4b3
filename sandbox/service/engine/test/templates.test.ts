import { describe, expect, it } from 'vitest';
import { builtInTemplates, composeDeck } from '../engine.ts';

const text = `# Northwind in spring

Revenue grew from 12 to 18 and churn fell to 2.1%.

## Highlights

- Two large customers signed
- Support load stayed flat

## Risks

- The contract ends in April
- Hiring is two months behind`;

describe.each(builtInTemplates)('the template "$title"', ({ deck: template }) => {
  const made = composeDeck({ text, format: 'presentation', template, numCards: 30 });

  it('keeps its layouts and its number of cards', () => {
    expect(made.cards.map((card) => card.layout)).toEqual(template.cards.map((card) => card.layout));
  });

  it('keeps the kinds of blocks of each card but the first', () => {
    const kinds = (deck: typeof made) =>
      deck.cards.slice(1).map((card) => card.blocks.map((block) => block.kind));
    expect(kinds(made)).toEqual(kinds(template));
  });

  it('tells the new content, under its own title', () => {
    expect(made.title).toBe('Northwind in spring');
    expect(made.cards[0]?.title).toBe('Northwind in spring');
    expect(JSON.stringify(made)).toContain('Two large customers signed');
  });

  it('keeps its theme unless another is asked for', () => {
    expect(made.themeId).toBe(template.themeId);
    expect(composeDeck({ text, format: 'presentation', template, themeId: 'studio' }).themeId).toBe('studio');
  });
});

it('puts content where the template speaks of the same', () => {
  const review = builtInTemplates.find(({ title }) => title === 'Quarterly business review');
  const made = composeDeck({ text, format: 'presentation', template: review?.deck });
  const risks = made.cards.find((card) => card.title === 'Risks');
  expect(JSON.stringify(risks)).toContain('The contract ends in April');
});

it('leaves figures open that the content does not give', () => {
  const review = builtInTemplates.find(({ title }) => title === 'Quarterly business review');
  const made = composeDeck({ text: 'Hiring and onboarding', format: 'presentation', template: review?.deck });
  const figures = made.cards
    .flatMap((card) => card.blocks)
    .flatMap((block) => (block.kind === 'stats' ? block.stats : []));
  expect(new Set(figures.map((figure) => figure.value))).toEqual(new Set(['—']));
});

it('offers at least six', () => {
  expect(builtInTemplates.length).toBeGreaterThanOrEqual(6);
  expect(new Set(builtInTemplates.map(({ id }) => id)).size).toBe(builtInTemplates.length);
});
