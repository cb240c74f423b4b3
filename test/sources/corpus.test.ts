import { describe, expect, test } from 'vitest';
import { bodyOf } from '../../src/sources/markdown/body.ts';
import { isSaid, messageFrom } from '../../src/sources/message.ts';
import { context } from './context.ts';
import { appMessages } from './corpus/apps.ts';
import { fileMessages } from './corpus/files.ts';
import type { Fixture } from './corpus/fixture.ts';
import { mrkdwnMessages } from './corpus/mrkdwn.ts';
import { noiseMessages } from './corpus/noise.ts';
import { realMessages } from './corpus/real.ts';
import { typedMessages } from './corpus/typed.ts';

function markdownOf({ message }: Fixture): string | null {
  const read = messageFrom({ type: 'message', ts: '1772445900.000100', user: 'U0ANA', ...message });
  return read && isSaid(read) ? bodyOf(read, context) : null;
}

describe('messages that people type', () => {
  test.each(typedMessages)('$what', (fixture) => {
    expect(markdownOf(fixture)).toBe(fixture.markdown);
  });
});

describe('text in mrkdwn', () => {
  test.each(mrkdwnMessages)('$what', (fixture) => {
    expect(markdownOf(fixture)).toBe(fixture.markdown);
  });
});

describe('posts of apps', () => {
  test.each(appMessages)('$what', (fixture) => {
    expect(markdownOf(fixture)).toBe(fixture.markdown);
  });
});

describe('files', () => {
  test.each(fileMessages)('$what', (fixture) => {
    expect(markdownOf(fixture)).toBe(fixture.markdown);
  });
});

describe('messages that are left out', () => {
  test.each(noiseMessages)('$what', (fixture) => {
    expect(markdownOf(fixture)).toBe(fixture.markdown);
  });
});

describe('faults once found in real messages', () => {
  test.each(realMessages)('$what', (fixture) => {
    expect(markdownOf(fixture)).toBe(fixture.markdown);
  });
});
