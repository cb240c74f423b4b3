import type { Digest } from '../../../digests/digest.ts';
import type { SlackContext } from '../../bolt/context.ts';
import { plainView } from '../../bolt/open-then-fill.ts';
import { type Acting, isOwnerOrAdmin } from '../../bolt/permissions.ts';
import type { FormAnswer, Submission } from '../../bolt/requests.ts';
import { atFieldsOf } from '../../kit/form/form.ts';
import { savedText } from '../copy.ts';
import { redrawDigests } from '../lists.ts';
import { checkDigest } from './check.ts';
import { settingsFromForm } from './digest-form.ts';
import { digestFields } from './fields.ts';
import { DIGEST_TITLE, readDigestModal } from './modal.ts';

/** Saves the digest. The view's id names the submission, so a form that is sent twice sets up one digest. */
export async function submitDigestForm(submission: Submission, slack: SlackContext): Promise<FormAnswer> {
  const { actor, view } = submission;
  const { form, display } = readDigestModal(view);
  const changed = display.id ? await findOwn(display.id, submission, slack) : undefined;
  if (changed === null) return { errors: { [digestFields.channel.id]: GONE } };
  const owner = changed?.owner ?? actor.person;
  const errors = await checkDigest(form, { actor, owner }, slack);
  if (Object.keys(errors).length > 0) return { errors: atFieldsOf(view, errors, digestFields.channel.id) };
  const settings = settingsFromForm(form, slack.clock.now());
  const saved = changed
    ? await slack.digests.change(actor.team, changed.id, settings)
    : await slack.digests.create(actor.team, owner, settings, view.id);
  return {
    view: plainView(DIGEST_TITLE, saved ? savedText(saved, slack.clock.now()) : GONE),
    after: () => redrawDigests(submission, saved?.id, slack),
  };
}

const GONE = 'This digest was deleted, or it is not yours to change. /deck digests lists the others.';

/** The digest that the form changes; null where it is gone, or not the person's to change. */
async function findOwn(id: string, acting: Acting, slack: SlackContext): Promise<Digest | null> {
  const digest = await slack.digests.find(acting.actor.team, id);
  return digest && (await isOwnerOrAdmin(acting, digest.owner, slack.log)) ? digest : null;
}
