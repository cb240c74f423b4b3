import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { sendPage } from '../../src/http/page.ts';
import { optionalScopes } from '../../src/slack-client.ts';

/** What Slack asks of an app's listing (docs/marketplace/README.md says where). */

const { display_information: listing, oauth_config: oauth } = parse(readFileSync('manifest.yml', 'utf8'));
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

  test('has an icon of the size that Slack takes', () => {
    const png = readFileSync('docs/marketplace/icon.png');
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    expect(width).toBe(height);
    expect(width).toBeGreaterThanOrEqual(512);
    expect(width).toBeLessThanOrEqual(2000);
  });

  test('has the icon’s ground for its colour', () => {
    expect(drawn(icon)?.[0]).toContain(`fill="${listing.background_color}"`);
  });
});

test('admins read for each scope what it is for, in the manifest’s words', () => {
  const scopes = [...readFileSync('manifest.yml', 'utf8').matchAll(/^ {6}- ([a-z_:]+) # (.+)$/gm)];
  const rows = scopes.map(([, scope, reason]) => `| \`${scope}\` | ${reason} |`);
  expect(scopes.map(([, scope]) => scope)).toEqual(
    oauth.scopes.bot.filter((scope: string) => !(scope in optionalScopes)),
  );
  expect(readFileSync('docs/admins.md', 'utf8')).toContain(
    `| scope | what for |\n|---|---|\n${rows.join('\n')}\n`,
  );
});

test('admins read what each optional scope adds, and what happens without it', () => {
  const rows = Object.entries(optionalScopes).map(
    ([scope, { adds, without }]) => `| \`${scope}\` | ${adds} | ${without} |\n`,
  );
  expect(readFileSync('docs/admins.md', 'utf8')).toContain(
    `| scope | what it adds | without it |\n|---|---|---|\n${rows.join('')}`,
  );
});

test('the browser’s pages show the icon, too', () => {
  let html = '';
  const response = { writeHead: () => ({ end: (body: string) => (html = body) }) };
  sendPage(response as never, { status: 200, title: 'Done', mood: 'calm', lines: [] });
  expect(drawn(html)).toEqual(drawn(icon));
});
