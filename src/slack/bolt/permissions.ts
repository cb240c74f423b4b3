import type { Actor } from '../../actor.ts';
import type { ConnectionSummary } from '../../connections/connection-state.ts';
import type { Generation } from '../../generations/generation.ts';
import type { Log } from '../../log.ts';
import type { WhoConnects } from '../../settings/team-settings.ts';
import type { SlackClient } from '../../slack-client.ts';
import type { SlackContext } from './context.ts';
import { type Role, roleIn } from './roles.ts';

/**
 * The rules of who may do what; which rule an action has stands on its row in routes.ts. All but `everybody` are for members
 * of the team alone, and for its guests where an admin has opened Deckhand to them: see people.ts.
 *
 * - `everybody`: whoever Slack shows it to, guests and people of other organisations, too. It spends nothing, and shows nothing
 *   of the service
 * - `anyone`: any member of the team
 * - `anyoneHere`: who asked, and anyone in the conversation that the button stands in
 * - `asker`: who asked for the document
 * - `askerOrAdmin`: who asked for it, and Slack's admins and owners
 * - `ownerOrAdmin`: who set the digest up, and Slack's admins and owners
 * - `admin`: Slack's admins and owners
 * - `checkedByHandler`: depends on what a form holds, or has to be answered in a view that is open by then
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

/** Names who may click; the others read `otherwise`, which is mrkdwn. */
export interface Permission {
  who: Who;
  otherwise: string;
  /** The asker is who asked for the document, whoever has had it changed since. */
  isOfDocument?: true;
}

export const everybody: Permission = { who: 'everybody', otherwise: '' };
export const anyone: Permission = { who: 'anyone', otherwise: '' };
export const anyoneHere: Permission = { who: 'anyoneHere', otherwise: '' };
export const asker = (otherwise: string): Permission => ({ who: 'asker', otherwise });
export const askerOrAdmin = (otherwise: string): Permission => ({ who: 'askerOrAdmin', otherwise });
/** For what becomes of a document: a change of it, which anybody may ask for, makes it nobody else's. */
export const documentAskerOrAdmin = (otherwise: string): Permission => ({
  ...askerOrAdmin(otherwise),
  isOfDocument: true,
});
export const ownerOrAdmin = (otherwise: string): Permission => ({ who: 'ownerOrAdmin', otherwise });
export const admin = (otherwise: string): Permission => ({ who: 'admin', otherwise });

/** An actor, and the client through which Slack says what they are in the team. */
export interface Acting {
  actor: Actor;
  client: SlackClient;
}

/**
 * Why this actor may not, as mrkdwn; undefined where they may. Who is not known to be an admin is not told that they are none.
 * @param owner who asked for the document, or set the digest up
 */
export async function refusalOf(
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
      return isOwn ? undefined : refusalOfAdmins(acting, otherwise, log);
    case 'admin':
      return refusalOfAdmins(acting, otherwise, log);
    default:
      return undefined;
  }
}

/** For what admins alone may do. @param otherwise to somebody who is none */
export async function refusalOfAdmins(
  { actor, client }: Acting,
  otherwise: string,
  log: Log,
): Promise<string | undefined> {
  const role = await roleIn({ client, ...actor }, log);
  if (role === 'admin') return undefined;
  return role === 'unknown' ? ROLE_UNKNOWN : otherwise;
}

export const ROLE_UNKNOWN =
  'Slack did not say whether you are an admin, so nothing was done. Please try again in a moment.';

/** The rule for what costs credits or ends somebody's work. */
export async function isOwnerOrAdmin(acting: Acting, owner: string | undefined, log: Log): Promise<boolean> {
  return (await ownerOrAdminAmong(acting, [owner], log))(owner);
}

/** The rule for what becomes of a document. */
export async function mayManageDocument(
  acting: Acting,
  generation: Generation,
  { documents, log }: Pick<SlackContext, 'documents' | 'log'>,
): Promise<boolean> {
  return isOwnerOrAdmin(acting, await documents.askerOf(generation), log);
}

/** The same rule for many: Slack is asked once at most what the actor is. */
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

/** A generation can be seen by the asker, and by everybody in the conversation that it was asked for in. */
export function maySee(actor: Actor, channel: string | undefined, generation: Generation): boolean {
  return (
    generation.team === actor.team && (generation.person === actor.person || generation.channel === channel)
  );
}

/**
 * Connecting is for a team's admins and owners, and for its other members where an admin has opened that. Even then a
 * connection that works is replaced by admins and by who made it alone, as it is ended: what others have made of private talk
 * would go into a workspace of somebody else's choice.
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

/** True where somebody else's connection works; the operator's is nobody's. */
export function takesPlaceOfOthers(
  person: string,
  current: Pick<ConnectionSummary, 'works' | 'person'>,
): boolean {
  return current.works && current.person !== person;
}

export async function mayConnectNow(
  { actor, client }: Acting,
  { connecting, settings, log }: Pick<SlackContext, 'connecting' | 'settings' | 'log'>,
): Promise<boolean> {
  const [role, { whoConnects }, current] = await Promise.all([
    roleIn({ client, ...actor }, log),
    settings.of(actor.team),
    connecting.summaryOf(actor.team),
  ]);
  return mayConnect(actor.person, role, whoConnects, current);
}
