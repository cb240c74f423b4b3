import type { Actor } from '../../../actor.ts';
import type { ConnectionSummary } from '../../../connections/connection-state.ts';
import type { Generation } from '../../../generations/generation.ts';
import type { Log } from '../../../log.ts';
import type { WhoConnects } from '../../../settings/team-settings.ts';
import type { SlackClient } from '../../../slack-client.ts';
import type { SlackContext } from '../context.ts';
import { type Role, roleIn } from './roles.ts';

/**
 * The rule for who may do an action. For all rules but `everybody`, the actor must be a member of the team, or a guest if an admin allows
 * guests (`denialOfUse`). For an action on a generation, the actor must also be able to see the generation (`canSeeGeneration`).
 *
 * - `everybody`: Also guests and people of other organisations may. For actions that cost no credits and show nothing from the service.
 * - `anyone`: All members of the team may.
 * - `anyoneHere`: All members who can see the generation may.
 * - `asker`: Only the person who asked for the document may.
 * - `askerOrAdmin`: The asker may, and Slack's admins and owners.
 * - `ownerOrAdmin`: The person who set the digest up may, and Slack's admins and owners.
 * - `admin`: Only Slack's admins and owners may.
 * - `checkedByHandler`: The handler checks, because the rule depends on a form's content, or because an open view shows the denial.
 */
export type Who =
  | 'everybody'
  | 'anyone'
  | 'anyoneHere'
  | 'asker'
  | 'askerOrAdmin'
  | 'ownerOrAdmin'
  | 'admin'
  | 'checkedByHandler';

export interface Permission {
  who: Who;
  /** Text for people who may not do the action, as mrkdwn. Empty for rules that `denialOf` does not check. */
  otherwise: string;
  /** If true, the asker is the person who asked for the document, even if the click was on the card of another person's change. */
  isOfDocument?: true;
  /** If true, an admin can allow the action to everybody in the conversation, in the team's setting `changes`. */
  isOpenable?: true;
}

export const everybody: Permission = { who: 'everybody', otherwise: '' };
export const anyone: Permission = { who: 'anyone', otherwise: '' };
export const anyoneHere: Permission = { who: 'anyoneHere', otherwise: '' };
export const asker = (otherwise: string): Permission => ({ who: 'asker', otherwise });
export const askerOrAdmin = (otherwise: string): Permission => ({ who: 'askerOrAdmin', otherwise });
/** Permission of the asker and of admins for an action on a document. A person who asked only for a change is not the asker. */
const documentAskerOrAdmin = (otherwise: string): Permission => ({
  ...askerOrAdmin(otherwise),
  isOfDocument: true,
});
export const ownerOrAdmin = (otherwise: string): Permission => ({ who: 'ownerOrAdmin', otherwise });
export const admin = (otherwise: string): Permission => ({ who: 'admin', otherwise });

/* The permissions of rows in the route tables. */

export const mayWatchComments = documentAskerOrAdmin(
  'Only the person who asked for this, or a Slack admin, can have the thread hear of comments.',
);
export const mayChange: Permission = {
  ...documentAskerOrAdmin(
    'Only the person who asked for this, or a Slack admin, can change it. *Another like this* makes one of your own.',
  ),
  isOpenable: true,
};
export const maySeeReaders = documentAskerOrAdmin(
  'Only the person who asked for this, or a Slack admin, can see how it is read.',
);
export const mayShare = asker('Only the person who asked for this can share it.');
export const mayArchive = documentAskerOrAdmin(
  'Only the person who asked for this, or a Slack admin, can archive it.',
);
export const mayDeleteDocument = documentAskerOrAdmin(
  'Only the person who asked for this, or a Slack admin, can delete it.',
);
export const mayStop = askerOrAdmin('Only the person who asked for this, or a Slack admin, can stop it.');
export const mayFollowAgain = askerOrAdmin(
  'Only the person who asked for this, or a Slack admin, can have it followed again.',
);
export const mayDecideUnsure = askerOrAdmin(
  'Only the person who asked for this, or a Slack admin, can decide this.',
);
export const mayDismiss = asker('Only the person who asked for this can dismiss it.');
export const mayAnswerFound = asker('Only the person who asked for this can say which document it is.');

/** An actor, and the Slack client of their request. */
export interface Acting {
  actor: Actor;
  client: SlackClient;
}

/**
 * Returns why an actor may not do an action, as mrkdwn. Returns undefined if they may, or if the rule names no asker, owner or admin.
 * @param owner id of the person who asked for the document, or who set the digest up
 */
export async function denialOf(
  { who, otherwise }: Permission,
  acting: Acting,
  owner: string | undefined,
  log: Log,
): Promise<string | undefined> {
  const isOwn = acting.actor.person === owner;
  switch (who) {
    case 'asker':
      return isOwn ? undefined : otherwise;
    case 'askerOrAdmin':
    case 'ownerOrAdmin':
      return isOwn ? undefined : denialUnlessAdmin(acting, otherwise, log);
    case 'admin':
      return denialUnlessAdmin(acting, otherwise, log);
    default:
      return undefined;
  }
}

/** Returns why an action for admins is denied to an actor; undefined for an admin. @param otherwise text if the actor is not an admin */
export async function denialUnlessAdmin(
  { actor, client }: Acting,
  otherwise: string,
  log: Log,
): Promise<string | undefined> {
  const role = await roleIn({ client, ...actor }, log);
  if (role === 'admin') return undefined;
  return role === 'unknown' ? ROLE_UNKNOWN : otherwise;
}

const ROLE_UNKNOWN =
  'Slack did not say whether you are an admin, so nothing was done. Please try again in a moment.';

export async function isOwnerOrAdmin(acting: Acting, owner: string | undefined, log: Log): Promise<boolean> {
  return (await ownerOrAdminAmong(acting, [owner], log))(owner);
}

/** Returns true if an actor may archive or delete a document, or see its readers. */
export async function mayManageDocument(
  acting: Acting,
  generation: Generation,
  { documents, log }: SlackContext,
): Promise<boolean> {
  return isOwnerOrAdmin(acting, await documents.askerOf(generation), log);
}

/** Returns why an actor may not act on a generation or its document, as mrkdwn; undefined if they may. Does not call `canSeeGeneration`. */
export async function denialOn(
  generation: Generation,
  rule: Permission,
  acting: Acting,
  { documents, settings, log }: Pick<SlackContext, 'documents' | 'settings' | 'log'>,
): Promise<string | undefined> {
  if (rule.isOpenable && (await settings.of(acting.actor.team)).changes === 'everyone') return undefined;
  const owner = rule.isOfDocument ? await documents.askerOf(generation) : generation.person;
  return denialOf(rule, acting, owner, log);
}

/** Returns a function that says whether the actor is an admin or has the given id. Calls Slack at most once for all owners. */
export async function ownerOrAdminAmong(
  acting: Acting,
  owners: (string | undefined)[],
  log: Log,
): Promise<(owner: string | undefined) => boolean> {
  const isOwn = (owner: string | undefined) => owner === acting.actor.person;
  const mayAll = !owners.every(isOwn) && (await isAdmin(acting, log));
  return (owner) => mayAll || isOwn(owner);
}

export async function isAdmin({ actor, client }: Acting, log: Log): Promise<boolean> {
  return (await roleIn({ client, ...actor }, log)) === 'admin';
}

/**
 * Returns true if a person may connect the team. A member may not replace another person's working connection, because all documents would
 * then be made in a workspace that this member chose.
 */
export function mayConnect(
  person: string,
  role: Role,
  who: WhoConnects,
  current: Pick<ConnectionSummary, 'works' | 'person'>,
): boolean {
  if (role === 'admin') return true;
  return role === 'member' && who === 'everyone' && !takesPlaceOfOthers(person, current);
}

/** Returns true if a new connection would replace another person's working connection, or the operator's working API key. */
export function takesPlaceOfOthers(
  person: string,
  current: Pick<ConnectionSummary, 'works' | 'person'>,
): boolean {
  return current.works && current.person !== person;
}

/** Returns true if an actor may connect the team to the service. Reads the actor's role from Slack, without a cache. */
export async function mayConnectNow(
  { actor, client }: Acting,
  { connecting, settings, log }: SlackContext,
): Promise<boolean> {
  const [role, { whoConnects }, current] = await Promise.all([
    roleIn({ client, ...actor }, log),
    settings.of(actor.team),
    connecting.summaryOf(actor.team),
  ]);
  return mayConnect(actor.person, role, whoConnects, current);
}
