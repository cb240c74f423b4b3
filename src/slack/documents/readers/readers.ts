import type { ModalView } from '@slack/types';
import type { Outcome } from '../../../documents/documents.ts';
import type { Generation } from '../../../generations/generation.ts';
import { capitalized } from '../../../text.ts';
import { clickValue } from '../../bolt/answers/click.ts';
import { openThenFill, plainView, updateView } from '../../bolt/answers/open-then-fill.ts';
import type { SlackContext } from '../../bolt/context.ts';
import type { Click } from '../../bolt/requests.ts';

import { type ActionCopy, problemText } from '../../kit/copy/failure-copy.ts';
import { BACK, figuresView, namesView, READERS_TITLE, readerView } from './views.ts';

/** Handles the button "Readers": opens a modal with statistics about a document's readers. */
export async function showReaders(click: Click, generation: Generation, slack: SlackContext): Promise<void> {
  const fill = async () => {
    const policy = await slack.settings.of(generation.team);
    if (policy.readers === 'nothing') return plainView(READERS_TITLE, SWITCHED_OFF);
    const outcome = await slack.documents.readers(click.actor, generation.id);
    const now = new Date(slack.clock.now());
    return shown(outcome, slack, (readers) =>
      figuresView({ generation, readers, hasNames: policy.readers === 'names', now }, slack),
    );
  };
  await openThenFill(click, READERS_TITLE, fill, slack);
}

/** Handles "Show names": opens a modal with the readers' names. Also handles "All readers", which shows the names again. */
export async function showReadersByName(
  click: Click,
  generation: Generation,
  slack: SlackContext,
): Promise<void> {
  const fill = async () => {
    if (!(await hasNames(generation, slack))) return plainView(READERS_TITLE, SWITCHED_OFF);
    const outcome = await slack.documents.readersByName(click.actor, generation.id);
    return shown(outcome, slack, (names) => namesView(generation, names, slack));
  };
  const { view } = click.body;
  if (view && clickValue(click)?.endsWith(BACK)) await updateView(click.client, view.id, await fill());
  else await openThenFill(click, READERS_TITLE, fill, slack);
}

/** Replaces the list of names in the modal by a single reader. The button's value is the generation's id, a space and the reader's id. */
export async function showReader(click: Click, generation: Generation, slack: SlackContext): Promise<void> {
  const { view } = click.body;
  if (!view) return;
  await updateView(click.client, view.id, await readerOf(click, generation, slack));
}

async function readerOf(click: Click, generation: Generation, slack: SlackContext): Promise<ModalView> {
  if (!(await hasNames(generation, slack))) return plainView(READERS_TITLE, SWITCHED_OFF);
  const readerId = (clickValue(click) ?? '').split(' ').slice(1).join(' ');
  const outcome = await slack.documents.reader(click.actor, generation.id, readerId);
  return shown(outcome, slack, (reader) => readerView(generation, reader));
}

async function hasNames({ team }: Generation, { settings }: SlackContext): Promise<boolean> {
  return (await settings.of(team)).readers === 'names';
}

function shown<T>(outcome: Outcome<T>, slack: SlackContext, draw: (value: T) => ModalView): ModalView {
  return outcome.ok
    ? draw(outcome.value)
    : plainView(READERS_TITLE, problemText(outcome.problem, slack, problems));
}

const SWITCHED_OFF =
  'A Slack admin has decided that Deckhand does not show this. `/deck settings` has the switch, for admins.';

const problems: ActionCopy = (service) => ({
  forbidden: {
    what: `${capitalized(service)} does not show how this document is read: the account that Deckhand uses there lacks edit permission on it.`,
    next: `Look at ${service} itself, or have a Slack admin connect an account that may edit it, with \`/deck connect\`.`,
  },
  not_found: {
    what: `${capitalized(service)} no longer has this document, or does not count its readers.`,
    next: `Look at ${service} itself.`,
  },
});
