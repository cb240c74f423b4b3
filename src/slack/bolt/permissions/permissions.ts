import type { Actor } from '../../../actor.ts';
import type { ConnectionSummary } from '../../../connections/connection-state.ts';
import type { Generation } from '../../../generations/generation.ts';
import type { Log } from '../../../log.ts';
import type { WhoConnects } from '../../../settings/team-settings.ts';
import type { SlackClient } from '../../../slack-client.ts';
import type { SlackContext } from '../context.ts';
import { type Role, roleIn } from './roles.ts';

/**
 * Who may do an action. The rule for an action is on its row in routes.ts. All rules except `everybody` are for members of the team, and
 * for its guests if an admin allows it (`denialOfUse` in roles.ts). For an action on a generation, the actor must also be able to see the
 * generation (`canSeeGeneration`, which lookup-routes.ts calls).
 *
 * - `everybody`: every person who can see the button, also guests and people of other organisations. Only for actions that cost no credits
 *   and show nothing from the service
 * - `anyone`: any member of the team
 * - `anyoneHere`: anyone who can see the generation: the people in the conversation that it was made for, and the asker. An asker who was
 *   removed from a private conversation no longer can
 * - `asker`: the person who asked for the document
 * - `askerOrAdmin`: the person who asked for the document, and Slack's admins and owners
 * - `ownerOrAdmin`: the person who set the digest up, and Slack's admins and owners
 * - `admin`: Slack's admins and owners
 * - `checkedByHandler`: the handler checks, because the rule depends on the content of a form, or because a denial is shown in a view that
 *   is open already
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

/** Who may do an action, and the text for people who may not, as mrkdwn. Rules that allow everybody have no text. */
export interface Permission {
  who: Who;
  otherwise: string;
  /**
   * Who counts as the asker if one person asked for a document and another person for a change of it. If true, the person who asked for the
   * document. If omitted, the person who asked for what the clicked card shows, for example the change.
   */
  isOfDocument?: true;
  /** If true, admins can allow the action to everybody in the conversation (the setting `changes`). */
  isOpenable?: true;
}

export const everybody: Permission = { who: 'everybody', otherwise: '' };
export const anyone: Permission = { who: 'anyone', otherwise: '' };
export const anyoneHere: Permission = { who: 'anyoneHere', otherwise: '' };
export const asker = (otherwise: string): Permission => ({ who: 'asker', otherwise });
export const askerOrAdmin = (otherwise: string): Permission => ({ who: 'askerOrAdmin', otherwise });
/** For actions on a document. A person who asked only for a change of the document is not its asker. */
const documentAskerOrAdmin = (otherwise: string): Permission => ({
  ...askerOrAdmin(otherwise),
  isOfDocument: true,
});
export const ownerOrAdmin = (otherwise: string): Permission => ({ who: 'ownerOrAdmin', otherwise });
export const admin = (otherwise: string): Permission => ({ who: 'admin', otherwise });

/* The permissions that several rows of the route tables share. */

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
 * Returns why a rule for askers, owners or admins denies an action to an actor, as mrkdwn. Returns undefined if the rule allows the action,
 * and for all other rules, which are checked elsewhere.
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

/** Returns undefined for an admin, and otherwise the text to show. @param otherwise the text for people who are not admins */
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

/** Returns true if an actor is the person `owner`, or an admin. */
export async function isOwnerOrAdmin(acting: Acting, owner: string | undefined, log: Log): Promise<boolean> {
  return (await ownerOrAdminAmong(acting, [owner], log))(owner);
}

/** Returns true if an actor may manage a document: archive it, delete it, see its readers. */
export async function mayManageDocument(
  acting: Acting,
  generation: Generation,
  { documents, log }: SlackContext,
): Promise<boolean> {
  return isOwnerOrAdmin(acting, await documents.askerOf(generation), log);
}

/**
 * Returns why an actor may not do an action on a generation or its document, as mrkdwn; undefined if they may. Callers check separately
 * whether the actor can see the generation.
 */
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

/** Returns a function that checks whether an actor is the given owner or an admin. Calls Slack at most once for all owners. */
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
 * Returns true if a person may connect the team to the service. Slack admins and owners may. Other members may if an admin allows it, but
 * they may not replace a working connection that is not their own. Otherwise a member could have documents about other people's private
 * conversations made in a workspace of the service that this member chose.
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

/** Returns true if an actor may connect the team. Gets their role from Slack without a cache. */
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
