import type { PlanBlock } from '@slack/types';
import { describe, expect, it } from 'vitest';
import type { Ask } from '../../../src/asks/schema.ts';
import type { Message } from '../../../src/slack/kit/blocks/parts.ts';
import { failureMessage, notMadeMessage } from '../../../src/slack/result/failure-card.ts';
import { progressMessage } from '../../../src/slack/result/progress-card.ts';
import { recentMessage } from '../../../src/slack/result/recent.ts';
import { resultMessage } from '../../../src/slack/result/result-card.ts';
import { stopButton, stoppedMessage } from '../../../src/slack/result/stopped-card.ts';
import { exportFailedMessage, fileComment, noticeMessage } from '../../../src/slack/result/thread-notices.ts';
import { unsureMessage } from '../../../src/slack/result/waiting-cards.ts';
import { aGeneration } from '../../support/harness/a-generation.ts';
import { buttonsOf, wordsOf } from '../../support/reading.ts';

const words = { serviceName: 'Gamma' };
/** Returns the text of the blocks, without the text of the notification. */
const readable = ({ blocks }: { blocks: object[] }) => wordsOf(blocks);
const MINUTE = 60_000;

describe('while it is made', () => {
  const tasksOf = (message: Message) =>
    (message.blocks[0] as PlanBlock).tasks?.map(({ title, status }) => `${title}: ${status}`);

  it('shows what is done, what is going on and what is to come', () => {
    const message = progressMessage(aGeneration({ state: 'following' }), words, { elapsedMs: 2 * MINUTE });
    expect((message.blocks[0] as PlanBlock).title).toBe(
      'Working on “Spring launch in Lisbon” · Making it · 2 min so far',
    );
    expect(tasksOf(message)).toEqual([
      'Sent to Gamma: complete',
      'Making it: in_progress',
      'Posting it here: pending',
    ]);
    expect(readable(message)).toContain('Presentation · 10 slides · theme Ocean · as PowerPoint');
    expect(readable(message)).toContain('Asked by <@UANA>');
    expect(buttonsOf(message)).toEqual(['Stop']);
  });

  it('says the same beside it, for who does not see plans', () => {
    const { text } = progressMessage(aGeneration({ state: 'following' }), words, { elapsedMs: 2 * MINUTE });
    expect(text).toBe('Working on “Spring launch in Lisbon”: making it, 2 min so far.');
  });

  it('keeps the case of the service’s name in the middle of a sentence', () => {
    const wait = { for: 'service' } as const;
    const { text } = progressMessage(aGeneration({ state: 'submitting' }), words, { elapsedMs: 0, wait });
    expect(text).toBe("Working on “Spring launch in Lisbon”: Gamma is busy. I'll keep trying.");
  });

  it('reads a thread first, and says how far it has come', () => {
    const { ask } = aGeneration();
    const source = { kind: 'thread' as const, channel: 'C1', ts: '1.1' };
    const given = aGeneration({ state: 'collecting', ask: ask && { ...ask, source } });
    const message = progressMessage(given, words, { elapsedMs: MINUTE, read: { messages: 450, of: 1001 } });
    expect(message.text).toContain('reading the thread, 450 of 1,001 messages so far.');
    expect(progressMessage({ ...given, title: '' }, words).text).toMatch(
      /^Making a presentation of a thread/,
    );
    const onePager = { format: 'document', slides: 1, prompt: 'make a one-pager for execs' } as const;
    const inThread = {
      ...{ channel: 'C1', threadTs: '1.1', title: '' },
      ask: ask && { ...ask, source, ...onePager, destination: { channel: 'C1', threadTs: '1.1' } },
    };
    expect(progressMessage({ ...given, ...inThread }, words).text).toMatch(
      /^Making a one-pager of this thread: /,
    );
    expect(tasksOf(message)?.[0]).toBe('Reading the thread: in_progress');
    expect(tasksOf(progressMessage({ ...given, state: 'following' }, words))?.[0]).toBe(
      'Read the thread: complete',
    );
    expect(tasksOf(progressMessage({ ...given, state: 'queued' }, words))?.[0]).toBe(
      'Reading the thread: in_progress',
    );
  });

  it.each([
    ['queued', 'Sending it to Gamma'],
    ['collecting', 'Sending it to Gamma'],
    ['submitting', 'Sending it to Gamma'],
    ['following', 'Making it'],
    ['delivering', 'Posting it here'],
  ] as const)('while %s: one step runs, and it is %s', (state, running) => {
    const going = tasksOf(progressMessage(aGeneration({ state }), words))?.filter((task) =>
      task.endsWith('in_progress'),
    );
    expect(going).toEqual([`${running}: in_progress`]);
  });

  it('says what it waits for', () => {
    const edit = aGeneration({ state: 'collecting', work: 'edit' });
    const message = progressMessage(edit, words, { elapsedMs: 0, wait: { for: 'other_change' } });
    expect(message.text).toContain('waiting for another change of this document to finish');
    expect(message.text).not.toMatch(/sending it/i);
  });

  it('says hours where there are some', () => {
    const at = (minutes: number) =>
      progressMessage(aGeneration({ state: 'following' }), words, { elapsedMs: minutes * MINUTE }).text;
    expect([59, 60, 66, 2880].map((minutes) => /making it, (.*)\.$/.exec(at(minutes))?.[1])).toEqual([
      '55 min so far',
      '1 h so far',
      '1 h 5 min so far',
      '48 h so far',
    ]);
  });

  it('reads the same for a whole minute, so that it is edited once a minute at most', () => {
    const at = (elapsedMs: number) =>
      JSON.stringify(progressMessage(aGeneration({ state: 'following' }), words, { elapsedMs }));
    const readings = new Set(Array.from({ length: 720 }, (_, tick) => at(tick * 5000)));
    // An hour of looking every 5 s: ten single minutes, then steps of five.
    expect(readings.size).toBe(20);
  });
});

const titlesOf = (slides: number) => Array.from({ length: slides }, (_, at) => `Part ${at + 1}`);

describe('the result card', () => {
  it('has title, link, cost, export and the sentence about AI', () => {
    const message = resultMessage(aGeneration(), words);
    const text = readable(message);
    expect(text).toContain('*<https://docs.example.com/spring?a=1&amp;b=2|Spring launch in Lisbon>*');
    expect(text).toContain('Used 40 credits to make it.');
    expect(text, 'the balance').not.toContain('1,960');
    expect(text).toContain('Made by AI with Gamma');
    expect(text).toContain('Asked by <@UANA>');
    expect(buttonsOf(message)).toEqual([
      'Open in Gamma',
      'Change it…',
      'Another like this',
      'Show slides',
      'Export as PowerPoint',
      'Export as PDF',
      'Export as PNG images',
      'Comments, readers, archive…',
    ]);
  });

  it('says what was left out, in the service’s words and harmlessly', () => {
    const text = readable(resultMessage(aGeneration({ warnings: 'theme <!channel> dropped' }), words));
    expect(text).toContain(':warning: Gamma left something out: theme &lt;!channel&gt; dropped');
  });

  it('lists each title of a slide once, and not the title that it has itself', () => {
    const slideTitles = ['Spring launch', 'Pricing', 'Team', 'Pricing'];
    const message = resultMessage(aGeneration({ title: 'Spring launch', slideTitles }), words);
    expect(readable(message)).toContain('Slides: Pricing · Team\n');
    const onlyOwn = aGeneration({ title: 'Spring launch', slideTitles: ['Spring launch', 'Team'] });
    expect(readable(resultMessage(onlyOwn, words))).not.toContain('Slides:');
  });

  it('names the number of slides that were asked for only if as many were made', () => {
    const textOf = (slideTitles?: string[]) => readable(resultMessage(aGeneration({ slideTitles }), words));
    expect(textOf(titlesOf(10))).toContain('10 slides');
    for (const other of [titlesOf(1), titlesOf(11), [], undefined])
      expect(textOf(other)).not.toContain('10 slides');
    const running = aGeneration({ state: 'following' });
    expect(readable(progressMessage(running, words, { elapsedMs: 0 }))).toContain('10 slides');
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

  it('says by which theme, also where nobody chose one', () => {
    const { theme, ...ask } = aGeneration().ask as Ask;
    expect(theme).toBeDefined();
    expect(readable(resultMessage(aGeneration({ ask }), words))).toContain('as PowerPoint · default theme');
    const template = { id: 't', name: 'Pitch' };
    expect(readable(resultMessage(aGeneration({ ask: { ...ask, template } }), words))).not.toContain('theme');
  });

  it('names the language behind the format, and behind the name of a template', () => {
    const ask = { ...(aGeneration().ask as Ask), language: 'de' };
    expect(readable(resultMessage(aGeneration({ ask, slideTitles: titlesOf(10) }), words))).toContain(
      'Presentation in German · 10 slides',
    );
    const template = { id: 't', name: 'Pitch' };
    expect(readable(resultMessage(aGeneration({ ask: { ...ask, template } }), words))).toContain(
      'Pitch · in German',
    );
  });

  it('cautions about AI once for a result: not beside its file, nor in the line that notifies', () => {
    expect(readable(resultMessage(aGeneration(), words)).match(/by AI/g)).toHaveLength(1);
    expect(fileComment(aGeneration(), words)).not.toContain('AI');
    expect(noticeMessage(aGeneration(), words).text).not.toContain('AI');
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
    expect(text).toContain('Your team is out of credits at Gamma.');
    expect(text).toContain('Once an admin has added some, ask again');
    expect(text).toContain('Reference: `req-42`');
  });

  it('quotes the service only where that helps', () => {
    const message = 'themeId: unknown <theme>';
    expect(readable(failed({ failure: { reason: 'invalid', message } }))).toContain(
      'In Gamma’s words: “themeId: unknown &lt;theme&gt;”',
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

describe('one that was stopped', () => {
  const { generationId, ...unsent } = aGeneration({ state: 'stopped' });
  it.each([
    [
      'goes on at the service',
      { ...unsent, generationId },
      /cannot be told to stop.*may still.*be charged/,
      ['Follow again'],
    ],
    ['may have been made', { ...unsent, submittedAt: new Date(0) }, /no clear answer came/, []],
    ['was never sent', unsent, /nothing was made and nothing is charged/, []],
  ] as const)('%s, and says so', (_, generation, said, offered) => {
    const message = stoppedMessage(generation, words);
    expect(message.text).toMatch(said);
    expect(readable(message)).toMatch(said);
    expect(buttonsOf(message)).toEqual(offered);
  });

  it('was asked about first, with its title in the question, and what stays', () => {
    const [sent, queued] = [aGeneration(), unsent].map((one) => stopButton(one, words).confirm);
    expect(sent?.title?.text).toBe('Stop “Spring launch in Lisbon”?');
    expect(sent?.text?.text).toMatch(
      /cannot be told to stop: the document may still be finished.*be charged/,
    );
    expect(queued?.text?.text).toMatch(/What was not sent to Gamma by then is not made/);
  });
});

describe('notices', () => {
  it('mention who asked', () => {
    expect(noticeMessage(aGeneration(), words).text).toBe('<@UANA> “Spring launch in Lisbon” is ready.');
  });

  it('mention who asked for a file that could not be made', () => {
    const about = { exportAs: 'png' as const, failure: { reason: 'export_too_large' as const }, by: 'UBEN' };
    expect(exportFailedMessage(aGeneration(), words, about).text).toMatch(/^<@UBEN> there is no PNG file/);
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
    const message = notMadeMessage(quiet);
    expect(message.text).toMatch(
      /It has been quiet in <#C1>: nothing was said that can be used <!date[^>]*since/,
    );
    expect(readable(message)).toContain('/deck digests');
    expect(readable(message)).not.toMatch(/could not be made|:x:/);
    expect(buttonsOf(message)).toEqual([]);
    expect(buttonsOf(recentMessage([quiet], words))).toEqual(['Dismiss']);
  });
});

describe('the list of recent ones', () => {
  it('says what to do when there are none', () => {
    expect(recentMessage([], words).text).toContain('Type `/deck`');
  });

  it.each([
    [
      'delivered',
      [
        'Show slides',
        'Export as PowerPoint',
        'Export as PDF',
        'Export as PNG images',
        'Comments, readers, archive…',
      ],
    ],
    ['delivering', []],
    ['unsure', ['Try again (may spend credits again)', 'Leave it']],
    ['late', ['Check again', 'Stop']],
    ['following', ['Stop']],
    ['failed', ['Change and try again', 'Dismiss']],
    ['stopped', ['Follow again']],
  ] as const)('offers for one that is %s: %j', (state, expected) => {
    expect(buttonsOf(recentMessage([aGeneration({ state })], words))).toEqual(expected);
  });

  it('offers no form for a digest that could not be made', () => {
    const source = { kind: 'channel' as const, channel: 'C1', since: '2026-03-02T09:00:00Z' };
    const { ask } = aGeneration();
    const failed = aGeneration({ state: 'failed', ask: ask && { ...ask, source } });
    expect(buttonsOf(failureMessage(failed, words))).toEqual(['Try again (spends credits)']);
    expect(buttonsOf(recentMessage([failed], words))).toEqual(['Try again (spends credits)', 'Dismiss']);
  });

  it('has one line for each: title with its link, what, when, state', () => {
    const { blocks } = recentMessage([aGeneration(), aGeneration({ archivedAt: new Date(0) })], words);
    expect(blocks).toHaveLength(3);
    const [, first, archived] = wordsOf(blocks)
      .split('\n')
      .filter((line) => line.startsWith('*'));
    expect(first).toMatch(/^\*<https:[^|]*\|Spring launch in Lisbon>\* · Presentation · <!date\^[^>]*>$/);
    expect(archived).toMatch(/ · Archived$/);
  });
});
