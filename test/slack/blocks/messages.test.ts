import { describe, expect, it } from 'vitest';
import { resultMessage } from '../../../src/slack/result/card.ts';
import { failureMessage } from '../../../src/slack/result/failure.ts';
import { noticeMessage } from '../../../src/slack/result/notice.ts';
import { progressMessage } from '../../../src/slack/result/progress.ts';
import { recentMessage } from '../../../src/slack/result/recent.ts';
import { unsureMessage } from '../../../src/slack/result/waiting.ts';
import { aGeneration } from '../../support/harness/a-generation.ts';
import { buttonsOf, readable } from '../read-blocks.ts';

const words = { serviceName: 'Gamma' };
const MINUTE = 60_000;

describe('while it is made', () => {
  it('shows what is done, what is going on and what is to come', () => {
    const message = progressMessage(aGeneration({ state: 'following' }), words, { elapsedMs: 2 * MINUTE });
    expect(readable(message)).toContain(
      '✓ Queued → ✓ Reading → ✓ Sent to Gamma → ● *Making it*, about 2 min → ○ Posting',
    );
    expect(readable(message)).toContain('Presentation · 10 slides · theme Ocean · as PowerPoint');
    expect(readable(message)).toContain('Asked by <@UANA>');
    expect(buttonsOf(message)).toEqual(['Stop following']);
  });

  it('reads the same for a whole minute, so that it is edited once a minute at most', () => {
    const at = (elapsedMs: number) =>
      JSON.stringify(progressMessage(aGeneration({ state: 'following' }), words, { elapsedMs }));
    const readings = new Set(Array.from({ length: 720 }, (_, tick) => at(tick * 5000)));
    // An hour of looking every 5 s: ten single minutes, then steps of five.
    expect(readings.size).toBe(20);
  });
});

describe('the result card', () => {
  it('has title, link, cost, export and the sentence about AI', () => {
    const message = resultMessage(aGeneration(), words);
    const text = readable(message);
    expect(text).toContain('*<https://docs.example.com/spring?a=1&amp;b=2|Spring launch in Lisbon>*');
    expect(text).toContain('Used 40 credits, 1,960 left.');
    expect(text).toContain('Made by AI with Gamma');
    expect(text).toContain('Asked by <@UANA>');
    expect(buttonsOf(message)).toEqual([
      'Open in Gamma',
      'Export as PowerPoint',
      'Export as PDF',
      'Export as PNG images',
      'Archive',
    ]);
  });

  it('says what was left out, in the service’s words and harmlessly', () => {
    const text = readable(resultMessage(aGeneration({ warnings: 'theme <!channel> dropped' }), words));
    expect(text).toContain(':warning: Gamma left something out: theme &lt;!channel&gt; dropped');
  });

  it('says why there is no file', () => {
    const text = readable(resultMessage(aGeneration({ failure: { reason: 'export_late' } }), words));
    expect(text).toContain('The file was not ready in time at Gamma; the document itself is there.');
  });

  it('offers no export before there is a document', () => {
    const { docId, ...without } = aGeneration();
    expect(docId).toBeDefined();
    expect(buttonsOf(resultMessage(without, words))).toEqual(['Open in Gamma']);
  });

  it('says nothing of credits that nobody knows', () => {
    const { credits, ...without } = aGeneration();
    expect(credits).toBeDefined();
    expect(readable(resultMessage(without, words))).not.toMatch(/credit/i);
  });
});

describe('when it did not work', () => {
  const failed = (failure: Parameters<typeof aGeneration>[0] & object) =>
    failureMessage(aGeneration({ state: 'failed', ...failure }), words);

  it('says what happened, what to do and a reference', () => {
    const text = readable(failed({ failure: { reason: 'no_credits', reference: 'req-42' } }));
    expect(text).toContain('The credits at Gamma are used up.');
    expect(text).toContain('add credits, then ask again');
    expect(text).toContain('Reference: `req-42`');
  });

  it('quotes the service only where that helps', () => {
    const message = 'themeId: unknown <theme>';
    expect(readable(failed({ failure: { reason: 'invalid', message } }))).toContain(
      'Gamma says: “themeId: unknown &lt;theme&gt;”',
    );
    expect(readable(failed({ failure: { reason: 'internal', message } }))).not.toContain('themeId');
  });

  it('begins its sentences with a capital even where the service has no name', () => {
    const generation = aGeneration({ state: 'failed', failure: { reason: 'unavailable' } });
    const text = readable(failureMessage(generation, { serviceName: 'the document service' }));
    expect(text).toContain('The document service is not available at the moment.');
  });
});

it('an unsure one leaves the spending to a person', () => {
  expect(buttonsOf(unsureMessage(aGeneration({ state: 'unsure' }), words))).toEqual([
    'Try again (may spend credits again)',
    'Leave it',
  ]);
});

describe('notices', () => {
  it('mention who asked', () => {
    expect(noticeMessage(aGeneration(), words, { kind: 'outcome' }).text).toBe(
      '<@UANA> “Spring launch in Lisbon” is ready.',
    );
  });

  it('mention who wanted an export that did not work', () => {
    const failure = { reason: 'export_too_large' as const };
    const about = { kind: 'export_failed' as const, exportAs: 'png' as const, failure, by: 'UBEN' };
    expect(noticeMessage(aGeneration(), words, about).text).toMatch(/^<@UBEN> there is no PNG file/);
  });
});

describe('a digest of a channel in which nothing was said that may be used', () => {
  it('says that it was quiet: no failure, nothing to press, how to stop it', () => {
    const source = { kind: 'channel' as const, channel: 'C1', since: '2026-03-02T09:00:00Z' };
    const { ask } = aGeneration();
    const failure = { reason: 'thread_empty' as const };
    const quiet = aGeneration({
      state: 'failed',
      failure,
      ask: ask && { ...ask, source, digest: { id: 'd1' } },
    });
    const message = failureMessage(quiet, words);
    expect(message.text).toMatch(/It has been quiet in <#C1>: nothing was said that can be used since/);
    expect(readable(message)).toContain('/deck digests');
    expect(readable(message)).not.toMatch(/could not be made|:x:/);
    expect([...buttonsOf(message), ...buttonsOf(recentMessage([quiet]))]).toEqual([]);
  });
});

describe('the list of recent ones', () => {
  it('says what to do when there are none', () => {
    expect(recentMessage([]).text).toContain('Type `/deck`');
  });

  it.each([
    ['delivered', ['Open', 'Export as PowerPoint', 'Export as PDF', 'Export as PNG images']],
    ['unsure', ['Try again (may spend credits again)', 'Leave it']],
    ['late', ['Check again', 'Stop following']],
    ['following', ['Stop following']],
    ['failed', ['Change and try again']],
    ['stopped', []],
  ] as const)('offers for one that is %s: %j', (state, expected) => {
    expect(buttonsOf(recentMessage([aGeneration({ state })]))).toEqual(expected);
  });

  it('offers no form for a digest that could not be made', () => {
    const source = { kind: 'channel' as const, channel: 'C1', since: '2026-03-02T09:00:00Z' };
    const { ask } = aGeneration();
    const failed = aGeneration({ state: 'failed', ask: ask && { ...ask, source } });
    for (const message of [recentMessage([failed]), failureMessage(failed, words)]) {
      expect(buttonsOf(message)).toEqual(['Try again (spends credits)']);
    }
  });

  it('shows no channel by id where the conversation has no name', () => {
    expect(readable(recentMessage([aGeneration({ channel: 'D123' })]))).not.toContain('D123');
    expect(readable(recentMessage([aGeneration({ channel: 'C123' })]))).toContain('<#C123>');
  });
});
