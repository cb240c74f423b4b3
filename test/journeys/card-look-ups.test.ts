import { expect, test } from 'vitest';
import type { RecordedCall } from '../../sandbox/slack/control/calls.ts';
import { patientClock } from '../support/patient-clock.ts';
import { forThisFile } from './for-this-file.ts';
import { createHarness } from './harness.ts';
import { newestTs, untilPosted } from './story.ts';

const harness = await forThisFile(createHarness({ clock: patientClock }));
const { ana, slack } = harness;

/** In this file nothing is made, because the jobs of a generation ask Slack about conversations, too, whenever they run. */
test.each([
  ['words behind /deck', '/deck slides on tea', 'general'],
  ['days of the channel', '/deck slides of the last two weeks', 'general'],
  ['a mention', '@Deckhand slides on tea', 'general'],
  ['a mention that names the channel', '@Deckhand slides on tea, post it in <#C0GENERAL>', 'leaders'],
])(
  'a card asks Slack once about the person, the channel and the membership: %s',
  async (_, line, channel) => {
    // A new process has no cached answers about Ana.
    await harness.restart();
    const [from, after] = [slack.calls.length, newestTs(ana, channel)];
    await (line.startsWith('/') ? ana.command(channel, line) : ana.say(channel, line));
    await untilPosted(ana, /Make this\?/, { channel, after });
    const calls = slack.calls.slice(from);
    const among = (methods: RegExp): RecordedCall[] => calls.filter(({ method }) => methods.test(method));
    expect(among(/^users\./)).not.toEqual([]);
    for (const question of [/^users\.info$/, /^conversations\.info$/, /^users\.conversations$|members$/]) {
      const asked = among(question);
      expect(asked.length, JSON.stringify(asked)).toBeLessThan(2);
    }
  },
);
