import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areBlocksTooLong, faultsOfBlocks } from '../../../sandbox/slack/blocks/check.ts';
import { faultsOfView, isViewTooLarge } from '../../../sandbox/slack/blocks/views.ts';
import { apiKeyForm } from '../../../src/slack/connection/api-key.ts';
import { connectMessage, connectView } from '../../../src/slack/connection/connect-blocks.ts';
import { connectedMessage, expiredMessage } from '../../../src/slack/connection/direct-messages.ts';
import { disconnectForm } from '../../../src/slack/connection/disconnect.ts';
import { homeView } from '../../../src/slack/home/home-blocks.ts';
import { firstUseWelcome, installerWelcome } from '../../../src/slack/home/welcome.ts';
import { helpMessage } from '../../../src/slack/kit/help.ts';
import type { Message } from '../../../src/slack/kit/parts.ts';
import { resultMessage } from '../../../src/slack/result/card.ts';
import { failureMessage } from '../../../src/slack/result/failure.ts';
import { fileComment, noticeMessage } from '../../../src/slack/result/notice.ts';
import { progressMessage } from '../../../src/slack/result/progress.ts';
import { recentMessage } from '../../../src/slack/result/recent.ts';
import {
  disconnectedMessage,
  lateMessage,
  stoppedMessage,
  unsureMessage,
} from '../../../src/slack/result/waiting.ts';
import { connectionSummary, everyReason, failureReason, generation, serviceName } from '../arbitrary.ts';
import { marked } from '../read-blocks.ts';

const UPDATE_TEXT_LIMIT = 4000;

function expectFit({ text, blocks }: Message): void {
  expect(faultsOfBlocks(blocks, 'message', '/blocks')).toEqual([]);
  expect(areBlocksTooLong(blocks)).toBe(false);
  expect(text.trim()).not.toBe('');
  expect(text.length).toBeLessThan(UPDATE_TEXT_LIMIT);
  expect(`${text}\n${marked({ blocks })}`).not.toMatch(/<!(channel|here|everyone)/);
}

const builders = {
  progressMessage,
  resultMessage,
  failureMessage,
  unsureMessage,
  lateMessage,
  stoppedMessage,
  disconnectedMessage,
};

describe('whatever is asked and whatever the service says, Slack takes the message', () => {
  it.each(Object.entries(builders))('%s', (_, build) => {
    fc.assert(
      fc.property(generation, serviceName, fc.nat(10_000_000), (given, name, elapsedMs) => {
        expectFit(build(given, { serviceName: name }, { elapsedMs }));
      }),
    );
  });

  it('notices and the words beside a file', () => {
    const failed = fc.record({
      kind: fc.constant('export_failed' as const),
      exportAs: fc.constantFrom('pptx' as const, 'png' as const),
      failure: fc.record({ reason: failureReason }),
      by: fc.constant('UBEN'),
    });
    const notice = fc.oneof(fc.constant({ kind: 'outcome' as const }), failed);
    fc.assert(
      fc.property(generation, serviceName, notice, (given, name, about) => {
        expectFit(noticeMessage(given, { serviceName: name }, about));
        expect(fileComment(given).length).toBeLessThan(UPDATE_TEXT_LIMIT);
      }),
    );
  });

  it('lists, help and Home', () => {
    fc.assert(
      fc.property(fc.array(generation, { maxLength: 12 }), serviceName, (recent, name) => {
        expectFit(recentMessage(recent));
        expectFit(helpMessage({ serviceName: name }));
        const home = homeView(
          { connection: null, digests: [], defaults: {}, isOptedOut: true, recent },
          { serviceName: name },
        );
        expect(faultsOfView(home, 'home')).toEqual([]);
        expect(isViewTooLarge(home)).toBe(false);
      }),
    );
  });

  it('everything about the connection', () => {
    fc.assert(
      fc.property(connectionSummary, serviceName, fc.boolean(), fc.boolean(), (state, name, may, link) => {
        const words = { serviceName: name };
        const offer = { state, isAdmin: may, mayConnect: may, link: link ? 'https://d.test/?t=1' : null };
        expectFit(connectMessage({ ...offer, admins: ['U1', 'U2'] }, words));
        expectFit(connectedMessage(state, words));
        expectFit(expiredMessage(words));
        expectFit(installerWelcome(words));
        expectFit(firstUseWelcome(words));
        const seen = { state, isAdmin: may, mayConnect: may, mayDisconnect: may, who: 'admins' as const };
        const views = [
          connectView({ ...offer, admins: [] }, words),
          disconnectForm(state, words),
          apiKeyForm(words),
        ];
        for (const view of views) expect(faultsOfView(view, 'modal')).toEqual([]);
        expect(
          faultsOfView(
            homeView({ connection: seen, digests: [], defaults: {}, isOptedOut: true, recent: [] }, words),
            'home',
          ),
        ).toEqual([]);
      }),
    );
  });

  it('every reason for a failure has words of its own', () => {
    const texts = everyReason.map((reason) => {
      const given = fc.sample(generation, 1)[0];
      if (!given) throw new Error('no sample');
      return failureMessage({ ...given, title: 'X', failure: { reason } }, { serviceName: 'Gamma' }).text;
    });
    expect(new Set(texts).size).toBe(everyReason.length);
  });
});
