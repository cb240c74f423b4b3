import { describe, expect, it } from 'vitest';
import { plain } from '../engine/deck.ts';
import { composeDeck, untold } from '../engine/engine.ts';
import { builtInTemplates } from '../samples/templates/templates.ts';

const text = `# Northwind in spring

Revenue grew from 12 to 18 and churn fell to 2.1%.

## Highlights

- Two large customers signed
- Support load stayed flat

## Risks

- The contract ends in April
- Hiring is two months behind`;

describe.each(builtInTemplates)('the template "$title"', ({ deck: template }) => {
  const made = composeDeck({ text, format: 'presentation', template });

  it('keeps its cards in their order: what the text says nothing of is a heading, and is told', () => {
    expect(made.cards).toHaveLength(template.cards.length);
    const bare = made.cards.flatMap((card, at) =>
      at > 0 && card.blocks.length === 0 && template.cards[at]?.blocks.length ? [card] : [],
    );
    for (const card of bare) {
      expect(card).toEqual({ layout: 'section', title: card.title, blocks: [] });
      expect(template.cards.map(({ title }) => title)).toContain(card.title);
    }
    expect(untold(template, made)).toEqual(bare.map(({ title }) => title));
  });

  it('shows none of its own questions, nor a dash for a figure', () => {
    expect(JSON.stringify(made.cards.slice(1).map((card) => card.blocks))).not.toMatch(/\?"|"—"/);
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

it('puts nothing under a heading that it does not belong to', () => {
  const review = builtInTemplates.find(({ title }) => title === 'Project kickoff');
  const made = composeDeck({
    text: 'Project kickoff for the warehouse in Leeds: opens 1 March, 4,200 m², £1.8M budget, owner Farid',
    format: 'presentation',
    template: review?.deck,
  });
  const said = (title: string) => JSON.stringify(made.cards.find((card) => card.title === title)?.blocks);
  expect(said('Timeline')).toContain('Opens 1 March');
  expect(said('Team and roles')).toContain('Owner Farid');
  expect(said('Goals')).toBe('[]');
});

it('loses no figures: a table of the text stands once, also where the template has room for points alone', () => {
  const launch = builtInTemplates.find(({ title }) => title === 'Product launch');
  const table =
    '## What it costs\n\n| Item | Today | New |\n|---|---|---|\n| Licence | £180k | £96k |\n| Work | £140k | £35k |';
  const made = composeDeck({ text: `${text}\n\n${table}`, format: 'presentation', template: launch?.deck });
  const tables = made.cards.flatMap((card) => card.blocks.filter((block) => block.kind === 'table'));
  expect(tables).toHaveLength(1);
  expect(JSON.stringify(tables)).toContain('£96k');
});

it('keeps the headings of the text as headings', () => {
  const brief = builtInTemplates.find(({ title }) => title === 'One-pager');
  const made = composeDeck({ text, format: 'presentation', template: brief?.deck });
  const points = made.cards.flatMap((card) =>
    card.blocks.flatMap((block) =>
      block.kind === 'list' ? block.items.map(({ spans }) => plain(spans)) : [],
    ),
  );
  expect(points).not.toContain('Highlights');
  expect(points).not.toContain('Risks');
});

it('offers at least six', () => {
  expect(builtInTemplates.length).toBeGreaterThanOrEqual(6);
  expect(new Set(builtInTemplates.map(({ id }) => id)).size).toBe(builtInTemplates.length);
});
