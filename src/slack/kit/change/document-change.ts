import type { Button } from '@slack/types';
import type { Actor } from '../../../actor.ts';
import { canOpenDestination } from '../../../asks/access.ts';
import type { AdmissionPorts } from '../../../asks/admission.ts';
import { type Ask, askSchema } from '../../../asks/schema.ts';
import type { Clock } from '../../../clock.ts';
import type { StepContext } from '../../../generations/context.ts';
import type { Generation } from '../../../generations/generation.ts';
import type { Log } from '../../../log.ts';
import { PROMPT_LIMIT } from '../../../service/options.ts';
import type { TeamSettingsStore } from '../../../settings/team-settings.ts';
import { thousands } from '../../../text.ts';
import type { SlackClients } from '../../bolt/calls/clients.ts';
import type { SlackContext } from '../../bolt/context.ts';
import { mayUse, roleIn } from '../../bolt/permissions/roles.ts';
import { actions } from '../../bolt/routes/action-ids.ts';
import { isDocument } from '../blocks/document-buttons.ts';
import { button, buttons, buttonValue, context, linked, type Message, section } from '../blocks/parts.ts';
import { escaped, oneLine } from '../blocks/text.ts';
import { blockerText } from '../copy/blocker-copy.ts';
import { titleOf } from '../copy/generation-phrases.ts';
import { conversationPorts } from '../lookups/conversation.ts';

/** Changes of finished documents: when a document can be changed, the button, the ask, the proposal card, and the start of a change. */

/** Returns true if the generation has a document that can be changed. A document can also be changed while a change of it is running. */
export function isChangeable(generation: Generation): boolean {
  const { work, docId, archivedAt, deletedAt } = generation;
  if (archivedAt !== undefined || deletedAt !== undefined) return false;
  return isDocument(generation) || (work === 'edit' && docId !== undefined);
}

/** Returns true if the generation's document does not exist yet, and can be changed once it is made. */
function isBeingMade({ state, work }: Generation): boolean {
  return work !== 'image' && !['delivered', 'failed', 'stopped'].includes(state);
}

/** Returns the button "Change it…", which opens the modal of change-form.ts. Returns undefined if the document cannot be changed. */
export function changeButton(generation: Generation): Button | undefined {
  return isChangeable(generation) ? button('Change it…', actions.changeDocument, generation.id) : undefined;
}

/** Timeout of each check of admission, in milliseconds. It is short, because Slack waits 3 s for the response to a form. */
const CHECK_WITHIN_MS = 1500;

interface Change {
  /** What should be different in the document. This text is sent to the service. */
  instruction: string;
  /** Short text that people see instead of the instruction. Set only if Deckhand wrote the instruction. */
  name?: string;
  /** Idempotency key: a second call with the same key does not start a second change. */
  key: string;
}

/** Starts a change of the generation's document. @returns the change's generation, or a plain-text sentence why none was started */
export async function takeChange(
  { instruction, name, key }: Change,
  generation: Generation,
  actor: Actor,
  slack: SlackContext,
): Promise<Generation | string> {
  if (!instruction) return 'Write what should be different.';
  if (instruction.length > PROMPT_LIMIT) return tooLong(instruction.length);
  const ask = changeAsk(generation, actor, instruction, name);
  if (!ask) return whyNotChangeable(generation);
  const { blockers } = await slack.admit(ask, { withinMs: CHECK_WITHIN_MS });
  if (blockers[0]) return blockerText(blockers[0], ask, slack, { destination: () => CLOSED });
  const taken = await slack.generations.startEdit(ask, key);
  if (!taken) return TOO_MANY_CHANGES;
  slack.log.info({ team: actor.team, generation: taken.id }, 'An ask was accepted');
  return taken;
}

/** Returns an ask for a change of the generation's document; undefined if the document cannot be changed. @param name see `Change` */
export function changeAsk(
  generation: Generation,
  { team, person }: Actor,
  instruction: string,
  name?: string,
): Ask | undefined {
  const { docId, docUrl, title, label, exportAs, channel, threadTs, rootTs } = generation;
  if (!docId || !isChangeable(generation)) return undefined;
  return askSchema.parse({
    team,
    person,
    work: { kind: 'edit', document: { docId, docUrl, title: title ?? label } },
    source: { kind: 'text' },
    prompt: instruction,
    ...(name && { title: name }),
    exportAs,
    destination: { channel, threadTs: threadTs ?? rootTs },
  });
}

/** Returns why the generation has no document that can be changed. */
export function whyNotChangeable(generation: Generation): string {
  if (!isBeingMade(generation)) return 'There is no document here that can be changed.';
  return `“${titleOf(generation)}” is still being made. Try again once it is there.`;
}

/** This text is shown both as plain text and as mrkdwn, so it must not contain markup. */
export const TOO_MANY_CHANGES =
  'Three changes of this document wait for their turn already. Send yours once one of them is through.';

function tooLong(characters: number): string {
  return `This is too much at once: ${thousands(characters)} characters, and ${thousands(PROMPT_LIMIT)} fit. Send it in parts.`;
}

const CLOSED =
  'Deckhand can no longer post where this document is. Change it there, or make it anew elsewhere.';

/** Says what a change does to a document. Shown in the form and on the proposal card. */
export const CHANGES_ITSELF =
  'This edits the original with AI. Everyone with the link sees the change. *Deckhand cannot undo it*; *Another like this* leaves it as it is.';

/** Maximum number of characters of the document's title on the card that proposes a change. */
const TITLE = 150;
/** Maximum number of characters of the instruction on the card that proposes a change. */
const INSTRUCTION = 600;

/** Returns what a change does to which document, as mrkdwn, for example "“Spring launch”: “make it shorter”". */
export function changeText({ work, prompt }: Ask): string {
  const title = work.kind === 'edit' ? work.document.title : '';
  return `${quotedTitle(title)}: ${quotedInstruction(prompt)}`;
}

function quotedTitle(title: string): string {
  return `“${escaped(oneLine(title) || 'this document', TITLE)}”`;
}

function quotedInstruction(prompt: string): string {
  // Each line of the prompt is one instruction.
  return `“${escaped(oneLine(prompt.replace(/\n(?=\S)/g, '; ')), INSTRUCTION)}”`;
}

/** Parts of the card that proposes a change, in addition to the document's title and the instruction. */
interface Shown {
  /** What a written answer must begin with; empty in a direct message. */
  address?: string;
  notes?: string[];
  /** The expected cost as text. Missing if it is not known. */
  cost?: string | undefined;
  /** The button for the other meaning of the sentence (mention/other-meaning.ts). */
  other?: Button | undefined;
}

/**
 * Returns the card that proposes a change, with a button to make the change and one to cancel.
 * @param id id of the proposal
 */
export function changeProposalMessage(
  { work, prompt }: Ask,
  id: string,
  { address = '', notes = [], cost = '', other }: Shown = {},
): Message {
  const { title = '', docUrl } = work.kind === 'edit' ? work.document : {};
  const name = quotedTitle(title);
  const instruction = quotedInstruction(prompt);
  return {
    text: `Change ${name}? ${instruction}`,
    blocks: [
      section(`*Change ${linked(name, docUrl)}?* ${instruction}`),
      ...context(
        notes.join(' '),
        `${CHANGES_ITSELF} I’ll post the result in the document’s thread. ${cost}`.trim(),
        address && `Answer with a button, or in words after \`${address}\`.`,
      ),
      ...buttons(
        button('Change it (spends credits)', actions.makeProposal, id, 'primary'),
        other,
        button('Not now', actions.dropProposal, id),
      ),
    ],
  };
}

/** Returns the answer to a request to change a document that is still being made, with a button for later. Otherwise undefined. */
export function laterChangeMessage(generation: Generation, instruction: string): Message | undefined {
  if (!isBeingMade(generation)) return undefined;
  const quoted = `“${escaped(oneLine(instruction), INSTRUCTION)}”`;
  const title = `“${titleOf(generation)}”`;
  // While a document is delivered, its link is posted before its file.
  const why =
    generation.state === 'delivering'
      ? `The file of ${title} is still on its way.`
      : `${title} is still being made.`;
  const text = `${why} Send this again once it is there, or press the button then: ${quoted}`;
  const value = buttonValue(`${generation.id} ${instruction}`);
  return { text, blocks: [section(text), ...buttons(button('Change it…', actions.changeDocument, value))] };
}

interface Options {
  clients: Pick<SlackClients, 'reads'>;
  settings: Pick<TeamSettingsStore, 'of'>;
  placesOf: AdmissionPorts['placesOf'];
  clock: Clock;
  log: Log;
}

/** Creates the check of the person's permissions that runs just before a change is sent, because the change may have waited for an hour. */
export function createMayStillChange({
  clients,
  settings,
  placesOf,
  clock,
  log,
}: Options): StepContext['mayStillChange'] {
  const ports = conversationPorts(clients.reads, { clock });
  return async ({ team, person, channel, docId = '' }, signal) => {
    const role = await roleIn({ client: await clients.reads(team), team, person }, log);
    if (role === 'unknown') throw new Error('Slack did not answer which role a person has');
    const policy = await settings.of(team);
    if (!mayUse(role, policy)) return false;
    const isOpen = role === 'admin' || policy.changes === 'everyone';
    if (!isOpen && (await placesOf(team, docId))[0]?.person !== person) return false;
    // If Deckhand cannot see the conversation (undefined), allow the change, because Slack refuses the post anyway.
    return (await canOpenDestination(channel, { team, person }, ports, signal)) !== false;
  };
}
