import { globSync, readFileSync } from 'node:fs';
import type { HomeView, ModalView } from '@slack/types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areBlocksTooLong, faultsOfBlocks } from '../../../sandbox/slack/blocks/check.ts';
import { faultsOfView, isViewTooLarge } from '../../../sandbox/slack/blocks/views.ts';
import { plainView } from '../../../src/slack/bolt/answers/open-then-fill.ts';
import { NOT_FOR_GUESTS } from '../../../src/slack/bolt/permissions/roles.ts';
import { actions } from '../../../src/slack/bolt/routes/action-ids.ts';
import { budgetModal } from '../../../src/slack/budget/budget.ts';
import { barChart } from '../../../src/slack/budget/chart.ts';
import { MOST_EXCEPTIONS } from '../../../src/slack/budget/exceptions.ts';
import { entriesOf, settingsOf } from '../../../src/slack/budget/fields.ts';
import { usageView } from '../../../src/slack/budget/usage-blocks.ts';
import { connectionMessage } from '../../../src/slack/connection/connect-blocks.ts';
import {
  connectedByMessage,
  disconnectedByMessage,
  endedMessage,
  expiredForAdminsMessage,
  formerAccountMessage,
  replacedMessage,
} from '../../../src/slack/connection/direct-messages.ts';
import { digestFeedbackForm } from '../../../src/slack/feedback/feedback.ts';
import { closedHomeView } from '../../../src/slack/home/closed.ts';
import { brokenHomeView } from '../../../src/slack/home/home-blocks.ts';
import { button, type Message, plainMessage, withWords } from '../../../src/slack/kit/blocks/parts.ts';
import { escaped } from '../../../src/slack/kit/blocks/text.ts';
import { changeProposalMessage, laterChangeMessage } from '../../../src/slack/kit/change/document-change.ts';
import { closedAnswer } from '../../../src/slack/kit/copy/closed.ts';
import { meantMessage } from '../../../src/slack/kit/copy/help.ts';
import { outdatedView } from '../../../src/slack/kit/form/outdated.ts';
import { goneMessage } from '../../../src/slack/kit/gone-card.ts';
import type { UserGroups } from '../../../src/slack/kit/lookups/user-groups.ts';
import {
  abilitiesMessage,
  closedMessage,
  limitMessage,
  linkMessage,
  openCardMessage,
  proposalMessage,
  questionMessage,
  remarkMessage,
  topicMessage,
  unclearMessage,
  whichMessage,
} from '../../../src/slack/mention/cards.ts';
import { documentMessage } from '../../../src/slack/mention/document-questions.ts';
import { aGeneration } from '../../support/harness/a-generation.ts';
import { undecided } from '../../support/harness/slack.ts';
import { mrkdwnOf } from '../../support/reading.ts';
import { anyAsk, connectionSummary, oddText, serviceName } from '../arbitrary.ts';

/** Whole messages and views that the other files of properties do not build, and that none is built by no property. */

function expectFit({ text, blocks }: Message): void {
  expect(faultsOfBlocks(blocks, 'message', '/blocks')).toEqual([]);
  expect(areBlocksTooLong(blocks)).toBe(false);
  expect(text.trim()).not.toBe('');
  expect(`${text}\n${mrkdwnOf(blocks)}`).not.toMatch(/<!(channel|here|everyone)/);
}

function expectViewFits(view: ModalView | HomeView): void {
  expect(faultsOfView(view, view.type)).toEqual([]);
  expect(isViewTooLarge(view)).toBe(false);
  expect(mrkdwnOf(view)).not.toMatch(/<!(channel|here|everyone)/);
}

const LIMIT = 'You have used 0 of 10 credits this month, and this takes about 27.';

describe('whatever is written to Deckhand, Slack takes the answer', () => {
  it('proposals', () => {
    fc.assert(
      fc.property(anyAsk, fc.uuid(), fc.constantFrom(undefined, 'C1', 'G1', 'D1'), (ask, id, channel) => {
        const blocker = channel === 'C1' ? 'not_a_member' : 'not_in_channel';
        const closed = channel && ({ channel, blocker, isGuest: true } as const);
        expectFit(proposalMessage(ask, id, { closed, isForPersonFirst: closed !== undefined }));
        expectFit(changeProposalMessage(ask, id));
        expectFit(limitMessage(ask, plainMessage(LIMIT), { isUsedUp: false, address: '`/deck`' }));
        const made = aGeneration({ id, state: 'following', title: ask.prompt });
        expectFit(laterChangeMessage(made, ask.prompt) as Message);
        expectFit(documentMessage(aGeneration({ id, title: ask.prompt }), 'Used 40 credits to make it.'));
        expectFit(
          whichMessage([
            { proposal: id, ask, isForPerson: false, credits: undefined },
            {
              proposal: 'p2',
              ask,
              isForPerson: true,
              credits: { shown: { from: 10, to: 20, each: 'ask' }, usual: 12, reserve: 20 },
            },
          ]),
        );
      }),
    );
  });

  const aGroups = (length: number) =>
    Array.from({ length }, (_, at) => ({
      ...{ id: `S${at}`, name: `Group ${at} ${'x'.repeat(80)}`, description: `@${'y'.repeat(80)}` },
    }));

  const chosen = { spenders: 'listed' as const, spenderGroups: ['S1', 'S550'] };

  it('the form of the budget with as many groups and exceptions as it has at most', () => {
    const people = Array.from({ length: MOST_EXCEPTIONS }, (_, at) => [`U${at}`, 10_000_000]);
    const settings = { ...undecided, creditsOf: Object.fromEntries(people), ...chosen };
    const ofTeam = { blocker: 'credits_of_team' as const, used: 1e9, reserved: 0, limit: 1e9, needed: 1e9 };
    const asked = people.map(([id]) => ({ person: `${id}`, ...ofTeam }));
    expectViewFits(budgetModal(settings, aGroups(600), { asked }));
  });

  it('the form of the budget', () => {
    const amount = fc.option(fc.nat(10_000_000));
    fc.assert(
      fc.property(amount, amount, fc.subarray(['UANA', 'UBEN', 'C1']), (credits, exception, ids) => {
        const people = ids.filter((id) => id.startsWith('U'));
        const limits = { creditsOfPerson: credits, creditsOfTeam: exception, spenderPeople: people };
        const creditsOf = Object.fromEntries(ids.map((id) => [id, exception]));
        const settings = { ...undecided, ...limits, creditsOf, ...chosen };
        const groups = aGroups(3);
        for (const listed of [groups, [], 'no_scope', 'organisation', 'no_answer'] as const)
          expectViewFits(budgetModal(settings, listed as UserGroups));
        expect(settingsOf({ ...entriesOf(settings), groups })).toMatchObject(limits);
      }),
    );
  });

  it('the usage of a month, and its chart', () => {
    const groups = (name: fc.Arbitrary<string>) =>
      fc.array(
        fc.record({ name, asks: fc.nat(9_999), credits: fc.double({ min: 0, max: 1e9, noNaN: true }) }),
        {
          maxLength: 31,
        },
      );
    const usage = fc.record({
      month: fc.constantFrom(...Array.from({ length: 24 }, (_, at) => new Date(Date.UTC(2026, at)))),
      total: fc.record({ asks: fc.nat(), credits: fc.double({ min: 0, max: 1e12, noNaN: true }) }),
      people: fc.nat(),
      hasEarlier: fc.boolean(),
      by: fc.record({
        person: groups(fc.constantFrom('UANA', 'erased-1234abcd', '')),
        place: groups(fc.constantFrom('C1', '')),
        kind: groups(fc.constantFrom('quick', 'digest')),
        day: groups(fc.integer({ min: 1, max: 31 }).map(String)),
      }),
    });
    fc.assert(
      fc.property(usage, fc.boolean(), (month, isOwn) => {
        const spent = { used: 1e9, reserved: 1e8, limit: 1e9 };
        const limits = { ...undecided, creditsOfTeam: 1e9, creditsOfPerson: 1e9, creditsOfChannel: 1e9 };
        expectViewFits(usageView(month, { ...(isOwn ? { spent } : { limits }), now: Date.UTC(2027, 5) }));
        expect(barChart(month).subarray(1, 4).toString()).toBe('PNG');
      }),
    );
  });

  it('answers to words that ask for nothing', () => {
    fc.assert(
      fc.property(oddText, serviceName, fc.boolean(), fc.boolean(), (words, name, isDirect, isCommand) => {
        expectFit(abilitiesMessage(words, { serviceName: name }));
        expectFit(withWords(closedMessage(words), words));
        expectFit(
          goneMessage({ body: { message: { text: `Make this? ${escaped(words, 3000)}` } } } as never),
        );
        expectFit(topicMessage(words, { isDirect, isCommand }));
        expectFit(questionMessage(words));
        expectFit(remarkMessage(words));
        expectFit(openCardMessage('@Deckhand'));
        expectFit(linkMessage());
        expectFit(meantMessage('digests', words));
        expectFit(withWords(unclearMessage('1.1'), words));
        const said = escaped(words, 600).trim() || 'Nothing';
        expectFit(plainMessage(said));
        expectViewFits(plainView(name, said));
        const again = button('Workspace rules…', actions.teamRules, 'outdated');
        expectViewFits(outdatedView('Defaults', { what: 'rules', now: escaped(said, 1_000), again }));
      }),
    );
  });

  it('who has connected, replaced or ended a connection, and Home where it is closed or broken', () => {
    fc.assert(
      fc.property(connectionSummary, serviceName, fc.boolean(), oddText, (state, name, isOptedOut, why) => {
        const words = { serviceName: name };
        const may = { mayConnect: isOptedOut, mayDisconnect: isOptedOut, isAdmin: isOptedOut };
        expectFit(connectionMessage({ state, ...may, settings: undecided }, words));
        expectFit(connectedByMessage('UBEN', state, words));
        expectFit(replacedMessage('UBEN', state, words, state));
        expectFit(formerAccountMessage(state, words));
        expectFit(endedMessage('UBEN', { ...words, state }));
        expectFit(disconnectedByMessage('UBEN', state, words));
        expectFit(expiredForAdminsMessage('UBEN', words));
        for (const closed of [
          { why: escaped(why, 600).trim() || 'Closed', admins: [] },
          { why: NOT_FOR_GUESTS, admins: ['UANA', 'UBEN'] },
          {
            ...{ why: NOT_FOR_GUESTS, admins: [], request: 'open' as const },
            kept: { words: escaped(why, 400), until: new Date(0), replaced: escaped(why, 400) },
          },
        ]) {
          expectViewFits(closedHomeView(closed, isOptedOut, words));
          expectFit(closedAnswer('', { why: closed.why, admins: [] }, words));
          for (const text of ['why not?', 'who?', 'help', 'thanks', why])
            expectFit(closedAnswer(text, closed, words));
        }
        expectViewFits(brokenHomeView('ref-1'));
        expectViewFits(digestFeedbackForm('d1'));
      }),
    );
  });
});

/** Those that only pass on what another has built. */
const WRAPPERS = [
  'blockedAnswer',
  'cardOf',
  'readersSeen',
  'changeCardOf',
  'checkAsk',
  'digestOrderAnswer',
  'digestsAnswer',
  'drawComments',
  'keptForLimit',
  'listFound',
  'messageView',
  'modalForm',
  'notConnectedMessage',
  'notConnectedView',
  'sendCard',
  // Returns a sentence from a table, or what `connectionMessage` returns.
  'adminAnswer',
  // Return what `closedAnswer` returns, or one sentence.
  'answerClosed',
  'refusalMessage',
  // Returns a sentence above the list of documents.
  'whichDocument',
  // Returns one sentence and the buttons of two forms.
  'prohibitionAnswer',
  // Return a few sentences.
  'creditsMessage',
  'undo',
  'answerTo',
];

it('each builder of a whole message or view is in a test of properties', () => {
  const built = globSync('src/slack/**/*.ts').flatMap((file) => buildersIn(readFileSync(file, 'utf8')));
  const properties = globSync('test/slack/{blocks,views}/*.test.ts')
    .map((file) => readFileSync(file, 'utf8'))
    .filter((text) => /fc\.(async)?[pP]roperty/.test(text) && /faultsOf(View|Blocks)/.test(text));
  const isCovered = (name: string) => properties.some((text) => new RegExp(`\\b${name}\\b`).test(text));
  expect(built.length).toBeGreaterThan(40);
  expect(built.filter((name) => !WRAPPERS.includes(name) && !isCovered(name))).toEqual([]);
});

/** Exported functions whose type says that they return one. */
function buildersIn(source: string): string[] {
  return source.split(/^export /m).flatMap((declared) => {
    const [, name] = /^(?:async )?(?:function |const )(\w+)(?: = (?:async )?)?\(/.exec(declared) ?? [];
    const [, returned] = /\): ([\w<>[\] |]+?)(?: \{\n| =>)/.exec(declared) ?? [];
    return name && /^(Promise<)?(Message|ModalView|HomeView)\b(?!\[)/.test(returned ?? '') ? [name] : [];
  });
}
