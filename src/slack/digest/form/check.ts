import type { Actor } from '../../../actor.ts';
import type { Admission, Blocker } from '../../../asks/admission.ts';
import type { SlackContext } from '../../bolt/context.ts';
import type { Deployment } from '../../kit/blocks/parts.ts';
import { type BlockerForm, blockerErrors, TEMPLATE_UNKNOWN } from '../../kit/copy/blocker-copy.ts';
import type { FieldErrors } from '../../kit/form/form.ts';
import { type DigestForm, digestForm, settingsFromForm } from './digest-form.ts';
import { digestFields } from './fields.ts';

/** Timeout of each check, in milliseconds. Slack waits 3 s for the response, and storing the digest takes the rest. */
const CHECK_WITHIN_MS = 2000;

/**
 * Returns the errors of a digest's form: those of its fields or, if there are none, the blockers that admission finds. A check that times
 * out is an error, too, because the checks protect private messages.
 * @param owner the digest's owner. This is not the actor if an admin changes another person's digest
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
  const { sharing } = settingsFromForm(form, slack.clock.now()).choices;
  const admission = await slack.admit(
    { ...actor, owner, source, destination, template: form.template, folder: form.folder, sharing },
    { withinMs: CHECK_WITHIN_MS, joining: 'now' },
  );
  const shared = admission.conversation?.isPrivate ? sharingErrors(form) : {};
  return { ...shared, ...errorsOf(admission, { source: { ...source, since: '' }, destination }, slack) };
}

function errorsOf(
  { blockers, unanswered }: Admission,
  places: Parameters<typeof blockerErrors>[1],
  deployment: Deployment,
): FieldErrors {
  if (unanswered.some(({ part }) => part !== 'template')) {
    const late = 'Slack did not say in time who is in this channel. Please try again.';
    return { [digestFields.channel.id]: late };
  }
  const ranked = blockers.toSorted((one, other) => rank(one) - rank(other));
  const unknown = unanswered.length > 0 ? { [digestFields.template.id]: TEMPLATE_UNKNOWN } : {};
  return { ...unknown, ...blockerErrors(ranked, places, blockerForm, deployment) };
}

/** Returns errors for the fields that would let other people open the digests of a private channel. */
function sharingErrors({ workspaceAccess, externalAccess, recipients }: DigestForm): FieldErrors {
  const isOpen = (level: string | undefined) => level !== undefined && level !== 'noAccess';
  const nobody = 'Nobody else may open the digests of a private channel.';
  return {
    ...(isOpen(workspaceAccess) && {
      [digestFields.workspaceAccess.id]: `${nobody} Choose No access.`,
    }),
    ...(isOpen(externalAccess) && { [digestFields.externalAccess.id]: `${nobody} Choose No access.` }),
    ...(recipients && { [digestFields.recipients.id]: `${nobody} Leave this empty.` }),
  };
}

/** Returns a blocker's rank. The lowest is shown. `not_in_channel` is last: inviting Deckhand does not help a person who is not a member. */
function rank({ part, blocker }: Blocker): number {
  if (part === 'connection') return 0;
  return blocker === 'not_in_channel' ? 2 : 1;
}

const blockerForm: BlockerForm = {
  fieldOf({ part, blocker }) {
    if (part === 'access') return digestFields.externalAccess;
    if (part === 'template' || part === 'folder') return digestFields[part];
    const isAboutRecipient = blocker === 'private_elsewhere' || blocker === 'recipient_outside';
    return isAboutRecipient ? digestFields.person : digestFields.channel;
  },
  texts: {
    source: ({ blocker }) => channelText(blocker),
    destination: ({ blocker }) => channelText(blocker),
  },
};

function channelText(blocker: Blocker['blocker']): string {
  switch (blocker) {
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
