import { describe, expect, it } from 'vitest';
import { composeDeck, drawPage, themes } from '../engine.ts';

const text =
  '# A <b>title</b> & "more"\n\n- Sales: up <script>alert(1)</script>\n- Costs: down `<script>alert(2)</script>`\n\n## Sales\n\nQ1 12, Q2 18, Q3 25\n\n## More\n\nSee [this](https://example.com/?a=1&b=2).';

describe('the page', () => {
  const page = drawPage(composeDeck({ text, format: 'presentation' }));

  it('asks for nothing from anywhere', () => {
    expect(page.match(/\b(?:src|href)="(?!#|data:)[^"]*"/g)).toEqual([
      'href="https://example.com/?a=1&amp;b=2"',
    ]);
    expect(page.match(/url\((?!#|data:)[^)]*\)/g)).toBeNull();
    expect(page).not.toMatch(/@import|<link rel="(?:stylesheet|preload)/);
  });

  it('shows what was written and runs none of it', () => {
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).toContain('&lt;script&gt;alert(2)');
    expect(page).toContain('&amp; &quot;more&quot;');
  });

  it('has one main heading and a section a card', () => {
    expect(page.match(/<h1>/g)).toHaveLength(1);
    expect(page.match(/<section /g)).toHaveLength(composeDeck({ text, format: 'presentation' }).cards.length);
  });

  it('says what a chart shows to those who cannot see it', () => {
    expect(page).toContain('aria-label="Chart. Q1: 12; Q2: 18; Q3: 25"');
  });

  it('is dark in a dark theme, and says its language', () => {
    const dark = drawPage(composeDeck({ text, format: 'webpage', themeId: 'midnight', language: 'de' }));
    expect(dark).toContain('color-scheme:dark');
    expect(dark).toContain('<html lang="de">');
  });

  it('can be drawn in every theme', () => {
    for (const { id } of themes)
      expect(drawPage(composeDeck({ text, format: 'document', themeId: id }))).toContain('</html>');
  });

  it('says once that no language model wrote it', () => {
    expect(page.match(/no language model/g)).toHaveLength(1);
    const thin = drawPage(composeDeck({ text: 'Spring launch', format: 'presentation' }));
    expect(thin.match(/no language model/g)).toHaveLength(1);
  });
});
