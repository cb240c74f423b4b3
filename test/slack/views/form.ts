import fc from 'fast-check';
import { initialState } from '../../../sandbox/slack/views/state.ts';
import {
  exportChoices,
  externalAccessChoices,
  formatChoices,
  imageModelChoices,
  imageSourceChoices,
  languageChoices,
  recipientAccessChoices,
  workspaceAccessChoices,
} from '../../../src/slack/deck/choices.ts';
import { partPrompt } from '../../../src/slack/deck/continuation.ts';
import type { DeckForm } from '../../../src/slack/deck/form.ts';
import type { deckModal } from '../../../src/slack/deck/modal.ts';
import type { FormView } from '../../../src/slack/deck/read.ts';

/** Slack's part: what comes back when a view is sent in with its fields as they were drawn. */
export function asDrawn(view: ReturnType<typeof deckModal>): FormView {
  return {
    private_metadata: view.private_metadata ?? '',
    state: { values: initialState(view.blocks as Parameters<typeof initialState>[0]) as never },
  };
}

const line = (maxLength: number) =>
  fc
    .oneof(
      fc.string({ maxLength, unit: 'grapheme' }),
      fc.nat(maxLength).map((length) => '"'.repeat(length)),
    )
    .map((text) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim());
const picked = (choices: readonly (readonly [string, string])[]) =>
  fc.option(fc.constantFrom(...choices.map(([value]) => value)), { nil: undefined });
const choice = fc.option(
  fc.record({
    id: fc.string({ minLength: 1, maxLength: 75, unit: 'grapheme-ascii' }),
    name: line(75).filter((name) => name !== ''),
  }),
  { nil: undefined },
);

/** Any form that can stand in Slack, without a file (which Slack fills in by itself). */
export const anyForm = fc
  .record({
    startFrom: fc.constantFrom('text', 'template'),
    prompt: fc.string({ maxLength: 9000, unit: 'grapheme' }).map((text) => partPrompt(text.trim())),
    template: choice,
    format: fc.constantFrom(...formatChoices.map(([value]) => value)),
    cards: fc.oneof(fc.constant(''), fc.nat(1000).map(String)),
    theme: choice,
    folder: choice,
    exportAs: fc.constantFrom(...exportChoices.map(([value]) => value)),
    channel: fc.option(fc.constant('C1'), { nil: undefined }),
    title: line(500),
    imageSource: picked(imageSourceChoices),
    imageModel: picked(imageModelChoices),
    imageStyle: line(3000),
    workspaceAccess: picked(workspaceAccessChoices),
    externalAccess: picked(externalAccessChoices),
    recipients: line(3000),
    recipientAccess: picked(recipientAccessChoices),
    language: picked(languageChoices),
    tone: line(500),
    audience: line(500),
  })
  .map(
    (form) =>
      Object.fromEntries(
        Object.entries(form).filter(([, value]) => value !== undefined),
      ) as never as DeckForm,
  );
