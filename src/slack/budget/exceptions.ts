import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { leastLimit } from '../../asks/limits.ts';
import { lenient } from '../../lenient.ts';
import type { TeamSettings } from '../../settings/team-settings.ts';
import { clickValue, optionValue } from '../bolt/answers/click.ts';
import { messageView, openThenFill } from '../bolt/answers/open-then-fill.ts';
import type { SlackContext } from '../bolt/context.ts';
import { type Acting, denialUnlessAdmin } from '../bolt/permissions/permissions.ts';
import type { Click, FormAnswer, Submission } from '../bolt/requests.ts';
import { actions, EXCEPTION_FORM } from '../bolt/routes/action-ids.ts';
import { askedText, withRoom } from '../kit/admin-requests.ts';
import { button, plainMessage, section } from '../kit/blocks/parts.ts';
import { isChannel } from '../kit/blocks/text.ts';
import { channels, people } from '../kit/form/controls.ts';
import { at, fieldsFor } from '../kit/form/field.ts';
import { formOf } from '../kit/form/form.ts';
import { displayIn, modalForm } from '../kit/form/modal.ts';
import { outdatedView, versionIn } from '../kit/form/outdated.ts';
import { afterChange, filledIn, showBudget } from './budget.ts';
import { generalLimit, limitLine } from './exception-rows.ts';
import { credits, NO_LIMIT, ONLY_ADMINS_BUDGET } from './fields.ts';

/** The form for exceptions. An exception gives certain people or channels another limit of credits than the general one. */

/** Maximum number of exceptions. Each takes a block in the form for credits and limits, and Slack allows 100 blocks in a modal. */
export const MOST_EXCEPTIONS = 50;

const TITLE = 'Another limit';

interface Exception {
  people: string[];
  channels: string[];
  /** Credits a month. Undefined means no limit. */
  credits?: number;
}

/** What the form asks for: people or channels. */
type Context = { of: 'people' | 'channels' };

const field = fieldsFor<Context, Exception>();
const own = at<Exception>();

const exceptionForm = formOf({
  people: field({
    id: 'exception_people',
    section: 'all',
    label: 'People',
    required: true,
    control: people(),
    when: ({ of }) => of === 'people',
    check: (chosen) => (chosen.length === 0 ? 'Choose at least one person.' : undefined),
    ...own('people'),
  }),
  channels: field({
    id: 'exception_channels',
    section: 'all',
    label: 'Channels',
    required: true,
    control: channels(),
    when: ({ of }) => of === 'channels',
    check: (chosen) => (chosen.length === 0 ? 'Choose at least one channel.' : undefined),
    ...own('channels'),
  }),
  credits: field({
    id: 'exception_credits',
    section: 'all',
    label: 'Credits a month for each of them',
    hint: NO_LIMIT,
    control: credits(),
    ...own('credits'),
  }),
});

/** Handles "Add people…" and "Add channels…", and the buttons that change the limit of one person or channel: opens the form. */
export async function addException(click: Click, slack: SlackContext): Promise<void> {
  const named = clickValue(click) ?? '';
  await openThenFill(click, TITLE, () => formFor(click, named, slack), slack);
}

/** Handles the menu next to an exception: removes the exception, or opens the form that changes it. */
export async function changeException(click: Click, slack: SlackContext): Promise<void> {
  const [choice, id = ''] = optionValue(click).split(' ');
  if (choice !== 'remove') return openThenFill(click, TITLE, () => formFor(click, id, slack), slack);
  const { view } = click.body;
  await save(click, [id], undefined, slack);
  if (view) await showBudget(click, { id: view.id, version: versionIn(view), filled: filledIn(view) }, slack);
  await afterChange(click, slack);
}

/**
 * @param value for a new exception `people` or `channels`; to change an exception, the id of its person or channel. The credits that an admin
 * named in a sentence can follow: `people 20`
 */
async function formFor(
  { actor, body: { view } }: Click,
  value: string,
  { settings, generations }: SlackContext,
): Promise<ModalView> {
  const [named = '', said] = value.split(' ');
  const isNew = named === 'people' || named === 'channels';
  const of = named === 'channels' || isChannel(named) ? 'channels' : 'people';
  const [current, open] = await Promise.all([
    settings.of(actor.team),
    isNew ? [] : generations.openRequests(actor.team),
  ]);
  const [asked] = open
    .flatMap(({ also = [], ...first }) => [first, ...also.map((other) => ({ ...first, ...other }))])
    .filter(({ blocker, person, channel }) =>
      blocker === 'credits_of_person'
        ? named === person
        : blocker === 'credits_of_channel' && named === channel,
    )
    .toSorted((one, other) => leastLimit(other) - leastLimit(one));
  const { creditsOf } = current;
  // A person or channel without an exception has the usual limit. An empty field would mean no limit.
  const usual = generalLimit(named, current);
  const now = isNew ? null : named in creditsOf ? (creditsOf[named] ?? null) : usual;
  // A request is open only if the limit is too low for it.
  const limit = said === 'none' ? null : said ? Number(said) : asked ? withRoom(leastLimit(asked)) : now;
  const chosen = { people: [], channels: [], ...(!isNew && { [of]: [named] }) };
  const entries = exceptionForm.from({ ...chosen, ...(limit !== null && { credits: limit }) });
  return modalForm({
    callbackId: EXCEPTION_FORM,
    title: TITLE,
    submit: 'Save',
    blocks: [
      ...(asked ? [section(askedText(asked, true))] : []),
      ...exceptionForm.draw({ ...entries, of }, 'all'),
    ],
    display: {
      of,
      version: view && versionIn(view),
      filled: view && filledIn(view),
      seen: limitsIn(current, of, isNew ? undefined : named),
    },
  });
}

/** Limits as a form showed them: exceptions by id, and the limit of those who have none. */
const seenSchema = z.object({
  exceptions: z.record(z.string(), z.number().nullable()),
  usual: z.number().nullable(),
});
type Seen = z.output<typeof seenSchema>;

/** Returns the limits that the form shows. @param named id of the person or channel; undefined for all of them, because any can be chosen */
function limitsIn(settings: TeamSettings, of: string, named?: string): Seen {
  const { creditsOf } = settings;
  const exceptions =
    named === undefined ? creditsOf : named in creditsOf ? { [named]: creditsOf[named] ?? null } : {};
  return { exceptions, usual: generalLimit(of, settings) };
}

const limitOf = ({ exceptions, usual }: Seen, id: string) => (id in exceptions ? exceptions[id] : usual);

const contextSchema = z.object({
  of: z.enum(['people', 'channels']).catch('people'),
  /** Version (`versionOf` in budget.ts) of the settings that the form below this one shows, to notice changes by other admins. */
  version: lenient(z.string()),
  /** What has filled in that form. */
  filled: lenient(z.string()),
  seen: lenient(seenSchema),
});

/** Saves an exception. Checks the person's permission again, because a form can be forged. */
export async function submitException(submission: Submission, slack: SlackContext): Promise<FormAnswer> {
  const { view } = submission;
  const form = { ...exceptionForm.read(view), ...displayIn(view, contextSchema) };
  const denial = await denialUnlessAdmin(submission, ONLY_ADMINS_BUDGET, slack.log);
  const errors = denial ? { [exceptionForm.fields[form.of].id]: denial } : exceptionForm.check(form);
  if (Object.keys(errors).length > 0) return { errors };
  const exception = exceptionForm.to(form) as Partial<Exception>;
  const ids = exception[form.of] ?? [];
  const saved = await save(submission, ids, exception.credits ?? null, slack, form.seen);
  if (saved === 'full') {
    const full = `There can be ${MOST_EXCEPTIONS} exceptions. Remove some first.`;
    return { errors: { [exceptionForm.fields[form.of].id]: full } };
  }
  if (saved !== 'saved') {
    const now = ids.map((id) => limitLine(id, limitOf(saved, id) ?? null)).join('\n');
    const action = form.of === 'people' ? actions.addPersonException : actions.addChannelException;
    const again = button('Change…', action, ids.length === 1 ? String(ids[0]) : form.of, 'primary');
    return { view: outdatedView(TITLE, { what: 'limits', now, again }) };
  }
  const { previous_view_id: below } = view;
  const lines = ids.map((id) => limitLine(id, exception.credits ?? null)).join('\n');
  return {
    ...(!below && { view: messageView(TITLE, plainMessage(`Saved.\n${lines}`)) }),
    async after() {
      if (below)
        await showBudget(submission, { id: below, version: form.version, filled: form.filled }, slack);
      await afterChange(submission, slack);
    },
  };
}

/**
 * Sets the limit of people or channels. Exceptions that other admins save at the same time are kept.
 * @param limit credits a month; null for no limit; undefined to remove the exception
 * @param seen the limits that the admin has seen. If others hold now, nothing is saved. Undefined: save in any case
 * @returns `full` if the team would have more than `MOST_EXCEPTIONS`; the limits that hold if others were seen
 */
async function save(
  { actor }: Acting,
  ids: string[],
  limit: number | null | undefined,
  slack: SlackContext,
  seen?: Seen,
): Promise<'saved' | 'full' | Seen> {
  let before: TeamSettings['creditsOf'] = {};
  let changed: Seen | undefined;
  const isSaved = await slack.settings.update(actor.team, (current) => {
    const { creditsOf } = current;
    before = creditsOf;
    const [first = ''] = ids;
    const now = limitsIn(current, first);
    if (seen && ids.some((id) => limitOf(seen, id) !== limitOf(now, id))) {
      changed = now;
      return undefined;
    }
    const all = { ...creditsOf, ...Object.fromEntries(ids.map((id) => [id, limit])) };
    return Object.keys(all).length > MOST_EXCEPTIONS ? undefined : { creditsOf: all as typeof creditsOf };
  });
  if (!isSaved) return changed ?? 'full';
  slack.log.info({ ...actor, ids, limit }, 'Exceptions in the budget of a team were changed');
  for (const id of ids) {
    const old = before[id];
    if (old === limit) continue;
    const object = `${id}=${auditedLimit(old, 'none')}→${auditedLimit(limit, 'removed')}`;
    await slack.audit.record({ ...actor, what: 'budget', object, via: 'form' });
  }
  return 'saved';
}

/** Returns the limit of an exception for the audit trail. @param missing word for a person or channel without an exception */
function auditedLimit(limit: number | null | undefined, missing: string): string {
  return limit === undefined ? missing : String(limit ?? 'no limit');
}
