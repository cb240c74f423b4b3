import type { Digest } from '../../../digests/digest.ts';
import type { SlackContext } from '../../bolt/context.ts';
import { plainView } from '../../bolt/open-then-fill.ts';
import { isOwnerOrAdmin } from '../../bolt/permissions.ts';
import type { FormAnswer, Submission } from '../../bolt/requests.ts';
import { savedText } from '../copy.ts';
import { checkDigestOutside } from './check-outside.ts';
import { type DigestForm, digestForm, settingsFromForm } from './digest-form.ts';
import { digestFields } from './fields.ts';
import { DIGEST_TITLE, readDigestModal } from './modal.ts';

type Faults = Record<string, string>;

/** Saves the digest. The view's id names the submission, so a form that is sent twice sets up one digest. */
export async function submitDigestForm(
  { actor, view, client }: Submission,
  slack: SlackContext,
): Promise<FormAnswer> {
  const by = { ...actor, client };
  const { form, display } = readDigestModal(view);
  const changed = display.id ? await findOwn(display.id, by, slack) : undefined;
  const owner = changed?.owner ?? by.person;
  const errors =
    changed === null ? { [digestFields.channel.id]: GONE } : await faultsOf(form, { ...by, owner }, slack);
  if (Object.keys(errors).length > 0) return { errors };
  const settings = settingsFromForm(form, slack.clock.now());
  const kept = changed
    ? await slack.digests.change(by.team, changed.id, settings)
    : await slack.digests.create(by.team, owner, settings, view.id);
  const words = kept ? savedText(kept, slack.clock.now()) : GONE;
  return { view: plainView(DIGEST_TITLE, words) };
}

const GONE = 'This digest was deleted, or it is not yours to change. /deck schedules lists what there is.';

type By = { team: string; person: string; client: Submission['client'] };

/** The digest that the form changes; null where it is gone, or not the person's to change. */
async function findOwn(id: string, by: By, slack: SlackContext): Promise<Digest | null> {
  const digest = await slack.digests.find(by.team, id);
  return digest && (await isOwnerOrAdmin({ actor: by, client: by.client }, digest.owner, slack.log))
    ? digest
    : null;
}

/** Looks outside only for a form that is right by itself. */
async function faultsOf(form: DigestForm, by: By & { owner: string }, slack: SlackContext): Promise<Faults> {
  const faults = digestForm.check({ ...form, now: slack.clock.now() });
  return Object.keys(faults).length > 0 ? faults : checkDigestOutside(form, by, slack);
}
