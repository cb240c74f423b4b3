import { globSync, readFileSync } from 'node:fs';
import type { HomeView, ModalView } from '@slack/types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areBlocksTooLong, faultsOfBlocks } from '../../../sandbox/slack/blocks/check.ts';
import { faultsOfView, isViewTooLarge } from '../../../sandbox/slack/blocks/views.ts';
import { plainView } from '../../../src/slack/bolt/open-then-fill.ts';
import {
  connectedByMessage,
  endedMessage,
  replacedMessage,
} from '../../../src/slack/connection/direct-messages.ts';
import { digestFeedbackForm } from '../../../src/slack/feedback/digest-form.ts';
import { brokenHomeView, closedHomeView } from '../../../src/slack/home/home-blocks.ts';
import { type Message, plainMessage } from '../../../src/slack/kit/parts.ts';
import { takenHereMessage, takenMessage } from '../../../src/slack/kit/taken.ts';
import { escaped } from '../../../src/slack/kit/text.ts';
import { withWords } from '../../../src/slack/kit/typed-words.ts';
import {
  abilitiesMessage,
  proposalMessage,
  topicMessage,
  unclearMessage,
} from '../../../src/slack/mention/cards.ts';
import { anyAsk, connectionSummary, oddText, serviceName } from '../arbitrary.ts';
import { marked } from '../read-blocks.ts';

/** Whole messages and views that the other files of properties do not build, and that none is built by no property. */

function expectFit({ text, blocks }: Message): void {
  expect(faultsOfBlocks(blocks, 'message', '/blocks')).toEqual([]);
  expect(areBlocksTooLong(blocks)).toBe(false);
  expect(text.trim()).not.toBe('');
  expect(`${text}\n${marked({ blocks })}`).not.toMatch(/<!(channel|here|everyone)/);
}

function expectViewFits(view: ModalView | HomeView): void {
  expect(faultsOfView(view, view.type)).toEqual([]);
  expect(isViewTooLarge(view)).toBe(false);
  expect(marked(view)).not.toMatch(/<!(channel|here|everyone)/);
}

describe('whatever is written to Deckhand, Slack takes the answer', () => {
  it('proposals, and what was taken', () => {
    fc.assert(
      fc.property(anyAsk, fc.uuid(), fc.constantFrom(undefined, 'C1', 'G1', 'D1'), (ask, id, closed) => {
        expectFit(proposalMessage(ask, id, { closed, isHere: closed === undefined }));
        expectFit(takenMessage(ask));
        expectFit(takenHereMessage(ask));
      }),
    );
  });

  it('answers to words that ask for nothing', () => {
    fc.assert(
      fc.property(oddText, serviceName, fc.boolean(), fc.boolean(), (words, name, isDirect, isCommand) => {
        expectFit(abilitiesMessage(words, { serviceName: name }));
        expectFit(topicMessage(words, { isDirect, isCommand }));
        expectFit(withWords(unclearMessage('1.1'), words));
        const said = escaped(words, 600).trim() || 'Nothing';
        expectFit(plainMessage(said));
        expectViewFits(plainView(name, said));
      }),
    );
  });

  it('who has connected, replaced or ended a connection, and Home where it is closed or broken', () => {
    fc.assert(
      fc.property(connectionSummary, serviceName, fc.boolean(), oddText, (state, name, isOptedOut, why) => {
        const words = { serviceName: name };
        expectFit(connectedByMessage('UBEN', state, words));
        expectFit(replacedMessage('UBEN', state, words));
        expectFit(endedMessage('UBEN', words));
        expectViewFits(closedHomeView(escaped(why, 600).trim() || 'Closed', isOptedOut, words));
        expectViewFits(brokenHomeView('ref-1'));
        expectViewFits(digestFeedbackForm('d1'));
      }),
    );
  });
});

/** Those that only pass on what another has built. */
const WRAPPERS = ['drawComments', 'messageView', 'notConnectedMessage', 'notConnectedView'];

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
