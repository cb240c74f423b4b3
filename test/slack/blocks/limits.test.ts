import type { ModalView } from '@slack/types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areBlocksTooLong, faultsOfBlocks } from '../../../sandbox/slack/blocks/check.ts';
import { faultsOfView, isViewTooLarge } from '../../../sandbox/slack/blocks/views.ts';
import { requestReasons } from '../../../src/asks/limits.ts';
import { failureReasons } from '../../../src/generations/generation.ts';
import { messageView } from '../../../src/slack/bolt/answers/open-then-fill.ts';
import { budgetDeclinedMessage, budgetReachedMessage } from '../../../src/slack/budget/messages.ts';
import { apiKeyForm } from '../../../src/slack/connection/api-key.ts';
import { codeForm } from '../../../src/slack/connection/code.ts';
import { connectMessage } from '../../../src/slack/connection/connect-blocks.ts';
import {
  connectedMessage,
  expiredMessage,
  signedInMessage,
} from '../../../src/slack/connection/direct-messages.ts';
import { disconnectForm } from '../../../src/slack/connection/disconnect.ts';
import { commentsView, newCommentsMessage } from '../../../src/slack/documents/comments/view.ts';
import { deleteForm } from '../../../src/slack/documents/delete.ts';
import { foundMessage } from '../../../src/slack/documents/find/find.ts';
import { moreView } from '../../../src/slack/documents/more-view.ts';
import { figuresView, namesView, readerView } from '../../../src/slack/documents/readers/views.ts';
import { homeView } from '../../../src/slack/home/home-blocks.ts';
import { lowCreditsMessage } from '../../../src/slack/home/low-credits.ts';
import { firstUseWelcome, installerWelcome } from '../../../src/slack/home/welcome.ts';
import {
  declinedMessage,
  handledMessage,
  messageWithForm,
  requestMessage,
} from '../../../src/slack/kit/admin-requests.ts';
import type { Message } from '../../../src/slack/kit/blocks/parts.ts';
import { escaped } from '../../../src/slack/kit/blocks/text.ts';
import { budgetMessage } from '../../../src/slack/kit/check-ask.ts';
import { helpMessage } from '../../../src/slack/kit/copy/help.ts';
import { failureMessage, notMadeMessage } from '../../../src/slack/result/failure-card.ts';
import { progressMessage } from '../../../src/slack/result/progress-card.ts';
import { recentMessage } from '../../../src/slack/result/recent.ts';
import { deletedMessage, resultMessage } from '../../../src/slack/result/result-card.ts';
import { shareForm } from '../../../src/slack/result/share.ts';
import { stoppedMessage } from '../../../src/slack/result/stopped-card.ts';
import { exportFailedMessage, fileComment, noticeMessage } from '../../../src/slack/result/thread-notices.ts';
import { disconnectedMessage, lateMessage, unsureMessage } from '../../../src/slack/result/waiting-cards.ts';
import { manifestOptions, optionalScopesWith } from '../../../src/slack-client.ts';
import { undecided } from '../../support/harness/slack.ts';
import { mrkdwnOf } from '../../support/reading.ts';
import { connectionSummary, failureReason, generation, oddText, serviceName } from '../arbitrary.ts';

const UPDATE_TEXT_LIMIT = 4000;

function expectFit({ text, blocks }: Message): void {
  expect(faultsOfBlocks(blocks, 'message', '/blocks')).toEqual([]);
  expect(areBlocksTooLong(blocks)).toBe(false);
  expect(text.trim()).not.toBe('');
  expect(text.length).toBeLessThan(UPDATE_TEXT_LIMIT);
  expect(`${text}\n${mrkdwnOf(blocks)}`).not.toMatch(/<!(channel|here|everyone)/);
}

function expectViewFits(view: ModalView): void {
  expect(faultsOfView(view, 'modal')).toEqual([]);
  expect(isViewTooLarge(view)).toBe(false);
  expect(mrkdwnOf(view)).not.toMatch(/<!(channel|here|everyone)/);
}

const builders: Record<string, typeof progressMessage> = {
  progressMessage,
  resultMessage,
  failureMessage: (given, deployment) => failureMessage(given, deployment, { reader: 'member' }),
  notMadeMessage,
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
      exportAs: fc.constantFrom('pptx' as const, 'png' as const),
      failure: fc.record({
        reason: failureReason,
        message: fc.string({ maxLength: 500 }),
        reference: fc.string(),
      }),
      by: fc.constant('UBEN'),
    });
    fc.assert(
      fc.property(generation, serviceName, failed, (given, name, about) => {
        expectFit(noticeMessage(given, { serviceName: name }));
        expectFit(exportFailedMessage(given, { serviceName: name }, about));
        expect(fileComment(given, { serviceName: name }).length).toBeLessThan(UPDATE_TEXT_LIMIT);
      }),
    );
  });

  it('the view of a document, and the question before it is deleted', () => {
    const at = fc.constantFrom('2026-03-02T09:00:00Z', 'yesterday', '');
    const reported = fc.oneof(
      fc.constantFrom(
        { state: 'deleted' as const },
        { state: 'no_access' as const },
        { state: 'unknown' as const },
      ),
      fc.record({ state: fc.constant('exists' as const), author: oddText, updatedTime: at }),
    );
    const given = fc.record({
      generation,
      reported,
      mayManage: fc.boolean(),
      mayChange: fc.boolean(),
      hasReaders: fc.boolean(),
      drawing: fc.constant('1'),
    });
    fc.assert(
      fc.property(given, oddText, serviceName, (display, notice, name) => {
        const deployment = { serviceName: name };
        const said = escaped(notice, 600);
        const views = [
          moreView({ ...display, notice: said.trim() ? said : '' }, deployment),
          deleteForm(display.generation, deployment),
          shareForm(display.generation, { channel: 'D1' }),
        ];
        for (const view of views) expectViewFits(view);
        expectFit(deletedMessage(display.generation));
      }),
    );
  });

  it('comments and readers of a document, whatever the service says of them', () => {
    const time = fc.constantFrom('2026-03-02T09:00:00Z', 'yesterday', '');
    const figure = fc.oneof(fc.double(), fc.nat(1e9), fc.integer());
    const card = fc.record({ name: oddText, position: figure });
    const comment = fc.record(
      {
        key: fc.string({ minLength: 16, maxLength: 16, unit: 'grapheme-ascii' }),
        ...{
          text: oddText,
          replies: fc.array(fc.record({ text: oddText, author: oddText }), { maxLength: 9 }),
        },
        ...{ card, about: oddText, author: oddText, createdTime: time },
      },
      { requiredKeys: ['key', 'text', 'replies'] },
    );
    const open = fc.uniqueArray(comment, { maxLength: 30, selector: ({ key }) => key });
    const bars = fc.array(fc.record({ name: oddText, position: figure, percent: figure, seconds: figure }), {
      maxLength: 120,
    });
    const person = fc.record(
      {
        id: fc.string({ minLength: 1 }),
        name: oddText,
        email: oddText,
        lastOpened: time,
        cardsViewed: figure,
      },
      { requiredKeys: [] },
    );
    const days = fc.array(
      fc.record({ date: fc.constantFrom('2026-03-01', '2026-02-20', ''), views: figure }),
    );
    fc.assert(
      fc.property(
        generation,
        serviceName,
        open,
        bars,
        fc.array(person, { maxLength: 40 }),
        days,
        (...given) => {
          const [document, name, comments, cards, people, daily] = given;
          const words = { serviceName: name };
          const list = { open: comments, resolved: cards.length };
          const first = comments[0]?.key ?? '';
          const display = {
            generation: document,
            list,
            canApply: cards.length % 2 === 0,
            from: cards.length,
          };
          expectViewFits(
            commentsView({ ...display, selected: new Set([first]), watch: { until: new Date(0) } }, words),
          );
          const found = { count: 9, comments: comments.slice(0, 5), until: new Date(0) };
          expectFit(newCommentsMessage({ generation: document, ...found }));
          const readers = { isOwnAlone: false, views: cards.length, editors: 1, days: daily, cards };
          const now = new Date('2026-03-02T09:00:00Z');
          expectViewFits(figuresView({ generation: document, readers, hasNames: true, now }, words));
          expectViewFits(namesView(document, { people, hasMore: true }, words));
          expectViewFits(readerView(document, { ...people[0], cards }));
        },
      ),
    );
  });

  it('a warning of credits that run low', () => {
    const low = { kind: 'low_credits' as const, left: 0, cost: 1e9, documents: 10 };
    fc.assert(fc.property(serviceName, (name) => expectFit(lowCreditsMessage(low, { serviceName: name }))));
  });

  it('messages to admins about the budget', () => {
    for (const percent of [80, 100])
      expectFit(budgetReachedMessage({ kind: 'budget_reached', percent, used: 1e9, limit: 1e9 }));
    const reached = { used: 1e9, reserved: 1e8, limit: 1e9 };
    const also = [
      { ...reached, blocker: 'credits_of_channel' as const },
      { ...reached, blocker: 'credits_of_team' as const },
    ];
    const figures = { used: 1e9, limit: 1e9, needed: 1e9, channel: 'C1', also };
    for (const blocker of requestReasons)
      for (const given of [figures, {}])
        for (const changedBy of [undefined, 'UBEN'])
          expectFit(
            requestMessage({ person: 'UANA', blocker, ...given }, { serviceName: 'Gamma' }, changedBy),
          );
    const over = { ...reached, blocker: 'credits_of_person' as const, needed: 1e9, also };
    for (const found of [over, { blocker: 'not_a_spender' as const }])
      fc.assert(fc.property(oddText, (words) => expectFit(budgetMessage(found, words, 'member'))));
    for (const blocker of requestReasons)
      if (blocker !== 'no_credits') expectFit(declinedMessage('UANA', { person: 'UBEN', blocker }));
    for (const blocker of requestReasons)
      if (blocker !== 'no_credits')
        for (const limit of [undefined, null, 1e9])
          expectFit(handledMessage('UANA', { person: 'UBEN', blocker, channel: 'C1', limit }));
    expectFit(budgetDeclinedMessage());
    expectFit(messageWithForm('Now.'));
  });

  it('what a search has found', () => {
    const foreign = fc.record(
      { title: oddText, docUrl: fc.webUrl(), updatedTime: oddText },
      { requiredKeys: ['title'] },
    );
    const found = fc.record({
      made: fc.array(generation, { maxLength: 10 }),
      others: fc.array(foreign, { maxLength: 10 }),
      isLocal: fc.boolean(),
    });
    fc.assert(
      fc.property(found, oddText, fc.boolean(), serviceName, (given, words, isPartial, name) => {
        expectFit(foundMessage({ found: given, words, isPartial }, { serviceName: name }));
      }),
    );
  });

  it('lists, help and Home', () => {
    fc.assert(
      fc.property(fc.array(generation, { maxLength: 12 }), serviceName, (recent, name) => {
        expectFit(recentMessage(recent, { serviceName: name }));
        expectFit(helpMessage({ serviceName: name }));
        const home = homeView(
          {
            connection: null,
            digests: [],
            defaults: {},
            teamDefaults: {},
            isOptedOut: true,
            recent,
            notGranted: [],
          },
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
        expectFit(signedInMessage(words));
        expectFit(installerWelcome(words));
        expectFit(firstUseWelcome(words));
        const seen = { state, isAdmin: may, mayConnect: may, mayDisconnect: may, settings: undecided };
        const views = [
          messageView('Connect', connectMessage({ ...offer, admins: [] }, words)),
          disconnectForm(state, words),
          apiKeyForm(words),
          codeForm(words),
        ];
        for (const view of views) expect(faultsOfView(view, 'modal')).toEqual([]);
        expect(
          faultsOfView(
            homeView(
              {
                ...{
                  connection: seen,
                  digests: [],
                  defaults: {},
                  teamDefaults: {},
                  isOptedOut: true,
                  recent: [],
                },
                ...{
                  notGranted: optionalScopesWith(manifestOptions),
                  installUrl: 'https://d.test/slack/install',
                },
              },
              words,
            ),
            'home',
          ),
        ).toEqual([]);
      }),
    );
  });

  it('every reason for a failure has words of its own', () => {
    const texts = failureReasons.map((reason) => {
      const given = fc.sample(generation, 1)[0];
      if (!given) throw new Error('no sample');
      return failureMessage({ ...given, title: 'X', failure: { reason } }, { serviceName: 'Gamma' }).text;
    });
    expect(new Set(texts).size).toBe(failureReasons.length);
  });
});
