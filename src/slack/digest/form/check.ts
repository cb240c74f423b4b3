import type { Actor } from '../../../actor.ts';
import type { Admission, Blocker } from '../../../asks/admission.ts';
import type { SlackContext } from '../../bolt/context.ts';
import { catalogueError, connectionError, TEMPLATE_UNKNOWN } from '../../kit/blocker-copy.ts';
import type { FieldErrors } from '../../kit/form/form.ts';
import type { Deployment } from '../../kit/parts.ts';
import { type DigestForm, digestForm } from './digest-form.ts';
import { digestFields } from './fields.ts';

/** Slack waits 3 s for the answer to a submission; the digest has to be written down after this. */
const CHECK_WITHIN_MS = 2000;

/**
 * The errors of the form itself; where it has none, the blockers of the digest. Blockers decide who may read what, so a part
 * that is not known in time is refused, unlike in the deck form.
 * @param owner the digest's; an admin may change another person's digest
 */
export async function checkDigest(
  form: DigestForm,
  { actor, owner }: { actor: Actor; owner: string },
  slack: SlackContext,
): Promise<FieldErrors> {
  const errors = digestForm.check({ ...form, now: slack.clock.now() });
  if (Object.keys(errors).length > 0) return errors;
  const { channel = '', deliver, person = owner } = form;
  const source = { kind: 'channel' as const, channel };
  const destination = { channel: deliver === 'person' ? person : channel };
  const admission = await slack.admit(
    { ...actor, owner, source, destination, template: form.template },
    { withinMs: CHECK_WITHIN_MS, joining: 'now' },
  );
  return errorsOf(admission, slack);
}

function errorsOf({ blockers, unanswered }: Admission, deployment: Deployment): FieldErrors {
  if (unanswered.some(({ part }) => part !== 'template')) {
    const late = 'Slack did not say in time who is in this channel. Please try again.';
    return { [digestFields.channel.id]: late };
  }
  const errors = blockers
    .toSorted((one, other) => rank(one) - rank(other))
    .map((found) => [fieldOf(found).id, errorOf(found, deployment)]);
  if (unanswered.length > 0) errors.push([digestFields.template.id, TEMPLATE_UNKNOWN]);
  // The first error of a field is the one to mend first.
  return Object.fromEntries(errors.reverse());
}

function fieldOf({ part, blocker }: Blocker): { id: string } {
  if (part === 'template') return digestFields.template;
  const isAboutRecipient = blocker === 'private_elsewhere' || blocker === 'recipient_outside';
  return isAboutRecipient ? digestFields.person : digestFields.channel;
}

/** It is no use to bring Deckhand into a channel that the person is not in. */
function rank({ part, blocker }: Blocker): number {
  if (part === 'connection') return 0;
  return blocker === 'not_in_channel' ? 2 : 1;
}

function errorOf(found: Blocker, deployment: Deployment): string {
  if (found.part === 'connection') return connectionError(found.blocker, deployment);
  if (found.part === 'template') return catalogueError[found.blocker];
  switch (found.blocker) {
    case 'channel_archived':
      return 'This channel is archived. Choose another.';
    case 'not_a_member':
      return 'You are not in this channel. Only its members can set up a digest of it.';
    case 'private_elsewhere':
      return 'A digest of a private channel can only go to that channel, or to the person who set it up.';
    case 'recipient_outside':
      return 'This person is a guest, or of another organisation, and not in the channel. Choose somebody who can open it.';
    default:
      return 'Deckhand is not in this channel. Type /invite @Deckhand there, then try again.';
  }
}
