import { createHash } from 'node:crypto';
import type { Actor } from '../../../actor.ts';
import { LimitReached } from '../../../asks/limits.ts';
import type { Digest } from '../../../digests/digest.ts';
import { plural, thousands } from '../../../text.ts';
import { openThenFill, plainView } from '../../bolt/answers/open-then-fill.ts';
import type { SlackContext } from '../../bolt/context.ts';
import { type Acting, isOwnerOrAdmin } from '../../bolt/permissions/permissions.ts';
import type { Click, FormAnswer, Submission } from '../../bolt/requests.ts';
import { recordDigest } from '../../kit/audited-digest.ts';
import { escaped, mention, serviceText } from '../../kit/blocks/text.ts';
import { limitTexts } from '../../kit/copy/blocker-copy.ts';
import { atFieldsOf } from '../../kit/form/form.ts';
import { runText, savedText } from '../copy.ts';
import { redrawDigests } from '../lists.ts';
import { checkDigest } from './check.ts';
import { type DigestForm, settingsFromForm } from './digest-form.ts';
import { digestFields } from './fields.ts';
import { digestTitle, readDigestModal } from './modal.ts';

/** Saves the digest that a form describes. The view's id is the idempotency key: submitting a form twice creates one digest. */
export async function submitDigestForm(submission: Submission, slack: SlackContext): Promise<FormAnswer> {
  const { actor, view } = submission;
  const { form, display } = readDigestModal(view);
  const changed = display.id ? await findManaged(display.id, submission, slack) : undefined;
  const channelId = digestFields.channel.id;
  if (changed === null) return { errors: { [channelId]: GONE } };
  const owner = changed?.owner ?? actor.person;
  const errors = await checkDigest(form, { actor, owner }, slack);
  if (Object.keys(errors).length > 0) return { errors: atFieldsOf(view, errors, channelId) };
  const settings = settingsFromForm(form, slack.clock.now());
  let saved: Digest | null;
  try {
    saved = changed
      ? await slack.digests.change(actor.team, changed.id, settings)
      : await slack.digests.create(actor.team, owner, settings, view.id);
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    return { errors: atFieldsOf(view, { [channelId]: limitTexts[error.limit] }, channelId) };
  }
  if (saved) {
    const what = changed ? 'digest changed' : 'digest created';
    await recordDigest(submission, saved, { what, via: 'form', ...(changed && { before: changed }) }, slack);
  }
  const done = saved && [savedText(saved, slack.clock.now()), await limitNote(saved, actor, slack)];
  return {
    view: plainView(digestTitle(display.id), done ? done.filter(Boolean).join('\n') : GONE),
    after: () => redrawDigests(submission, saved?.id, slack),
  };
}

/** Returns a warning if the owner has used up their limit of credits, so that the digest's documents are not made for now. */
async function limitNote({ team, owner }: Digest, { person }: Actor, slack: SlackContext): Promise<string> {
  const { used, limit } = await slack.generations.spentByPerson({ team, person: owner });
  if (limit === null || used < limit) return '';
  const who = owner === person ? 'You have' : `${mention(owner)} has`;
  return `:warning: ${who} used ${thousands(Math.ceil(used))} of ${plural(limit, 'credit')} this month, so nothing is made for it until this limit allows it.`;
}

const GONE = 'This digest was deleted, or it is not yours to change. /deck digests lists the others.';

/** Returns the digest to change; null if it was deleted or the person may not change it. The route does not check this permission. */
async function findManaged(id: string, acting: Acting, slack: SlackContext): Promise<Digest | null> {
  const digest = await slack.digests.find(acting.actor.team, id);
  return digest && (await isOwnerOrAdmin(acting, digest.owner, slack.log)) ? digest : null;
}

const TITLE = 'Run once now';

/** Handles "Run once now": runs a digest once with the settings in the form, saved or not. A modal on top of the form shows the result. */
export async function runDigestOnce(click: Click, slack: SlackContext): Promise<void> {
  const { actor, body } = click;
  if (!body.view) return;
  const { form } = readDigestModal(body.view);
  const key = keyOf(body.view.id, form);
  const fill = async () => plainView(TITLE, await runOnce(form, actor, key, slack));
  await openThenFill(click, TITLE, fill, slack);
}

/** Returns an idempotency key: a double click starts one run, and a click after a change of the form starts another run. */
function keyOf(view: string, form: DigestForm): string {
  const entries = createHash('sha256').update(JSON.stringify(form)).digest('base64url');
  return `digest-trial:${view}:${entries}`;
}

async function runOnce(form: DigestForm, actor: Actor, key: string, slack: SlackContext): Promise<string> {
  const { team, person } = actor;
  const [error] = Object.values(await checkDigest(form, { actor, owner: person }, slack));
  if (error) return `:warning: ${escaped(error, 600)}`;
  const settings = settingsFromForm(form, slack.clock.now());
  const result = await slack.digests.runOnce(team, person, settings, key);
  return runText(result, settings, serviceText(slack.serviceName));
}
