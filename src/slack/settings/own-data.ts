import { csvOf } from '../../csv.ts';
import { plural, thousands } from '../../text.ts';
import { sendOwnFiles } from '../bolt/calls/send-own-files.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { button, buttons } from '../kit/blocks/parts.ts';
import { namesFor } from '../kit/lookups/names.ts';
import { changesInWords } from './audit-words.ts';

/** Exports a person's data, and the team's audit trail. The person who clicks gets the files as direct messages. */

/** Draws the buttons for the audit trail and for erasing a person. They are part of the form for the team's defaults. */
export function auditSection() {
  return buttons(
    button('Audit trail (CSV)', actions.auditTrail, 'team'),
    button('Erase a person…', actions.erasePerson, 'team'),
  );
}

/** Limits of the export: rows of each kind, and prompts. The export is built in memory, and a prompt can have 400,000 characters. */
const MOST = { rows: 1_000, prompts: 50 };
const cutText = () =>
  `The file has the newest ${thousands(MOST.rows)} of each kind. The operator of this Deckhand can give you the rest.`;

/** Handles the button "Send it to me", which exports the person's data. */
export async function sendOwnData(click: Click, slack: SlackContext): Promise<void> {
  const { actor } = click;
  const make = async () => {
    const data = await slack.ownData.export(actor, MOST);
    const isCut = Object.values(data).some(({ length }) => length >= MOST.rows);
    const files = [{ name: 'deckhand-about-me.json', data: JSON.stringify(data, null, 2) }];
    const kept = contentsOf(data);
    return {
      files,
      comment: `What Deckhand keeps about you${kept ? `: ${kept}` : ''}.${isCut ? ` ${cutText()}` : ''}`,
    };
  };
  if (await sendOwnFiles(click, make, slack))
    await slack.audit.record({ ...actor, what: 'data exported', object: actor.person, via: 'settings' });
}

/** Returns what the export has, such as "2 documents, 1 digest, what you asked for last". */
function contentsOf(data: Record<string, unknown[]>): string {
  const count = (name: string, one: string, many?: string) =>
    data[name]?.length ? [plural(data[name].length, one, many)] : [];
  const namespaces = new Set(
    (data.entries as { namespace?: unknown }[] | undefined)?.map((row) => row.namespace),
  );
  return [
    ...count('documents', 'document'),
    ...count('digests', 'digest'),
    ...(namespaces.has('kept_sentences') ? ['what you asked for last'] : []),
    ...(namespaces.has('opt-outs') ? ['that your messages are left out'] : []),
    ...(namespaces.has('defaults') ? ['your defaults'] : []),
    ...(namespaces.has('proposals') ? ['your cards'] : []),
    ...count('messages', 'message to you', 'messages to you'),
    ...count('audit', 'line of the audit trail', 'lines of the audit trail'),
  ].join(', ');
}

/** Returns the id at the beginning of an audit entry's `object`. `C123=50` means that an admin limited channel `C123` to 50 credits. */
function idIn(object: string): string {
  return object.split('=')[0] ?? '';
}

/** Returns Deckhand's id of a document, from the line about it: `private=<id> g_abc document`. */
function generationIn(object: string): string {
  return /=(\S+)/.exec(object)?.[1] ?? '';
}

/** Handles the button "Audit trail (CSV)". */
export async function sendAuditTrail(click: Click, slack: SlackContext): Promise<void> {
  const { actor } = click;
  const make = async () => {
    const lines = await slack.audit.of(actor.team);
    const ids = lines.flatMap(({ who, object }) => [who, idIn(object)]);
    const made = lines.flatMap(({ what, object }) => (what === 'made' ? [generationIn(object)] : []));
    const [nameOf, credits] = await Promise.all([
      namesFor(click, ids, slack),
      slack.generations.reportedCredits(actor.team, made),
    ]);
    const rows = lines.map(({ at, who, what, object, via }) => [
      ...[at.toISOString(), who, nameOf(who), what, changesInWords(object), nameOf(idIn(object)), via],
      what === 'made' ? (credits.get(generationIn(object)) ?? '') : '',
    ]);
    const header = ['at', 'who', 'name', 'what', 'object', 'object name', 'from', 'credits'];
    const data = csvOf([header, ...rows]);
    return { files: [{ name: 'deckhand-audit.csv', data }], comment: 'The audit trail of this workspace.' };
  };
  if (await sendOwnFiles(click, make, slack))
    await slack.audit.record({ ...actor, what: 'audit exported', via: 'settings' });
}
