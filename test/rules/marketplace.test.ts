import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { sendPage } from '../../src/http/page.ts';

/** What Slack asks of an app's listing (docs/marketplace/README.md says where). */

const { display_information: listing } = parse(readFileSync('manifest.yml', 'utf8'));
const icon = readFileSync('docs/marketplace/icon.svg', 'utf8');
const drawn = (svg: string) => svg.match(/<(?:rect|path) [^>]+>/g);

describe('the listing', () => {
  test('says in ten words what Deckhand does', () => {
    expect(listing.description.split(/\s+/).length).toBeLessThanOrEqual(10);
    expect(listing.description.length).toBeLessThanOrEqual(140);
  });

  test('has a long description in Slack’s limits, with the warning that AI can be wrong', () => {
    expect(listing.long_description.length).toBeGreaterThanOrEqual(175);
    expect(listing.long_description.length).toBeLessThanOrEqual(4_000);
    expect(listing.long_description).toMatch(/Made by AI.*can be wrong/);
  });

  test('has the icon’s ground for its colour', () => {
    expect(drawn(icon)?.[0]).toContain(`fill="${listing.background_color}"`);
  });
});

test('the browser’s pages show the icon, too', () => {
  let html = '';
  const response = { writeHead: () => ({ end: (body: string) => (html = body) }) };
  sendPage(response as never, { status: 200, title: 'Done', mood: 'calm', lines: [] });
  expect(drawn(html)).toEqual(drawn(icon));
});
