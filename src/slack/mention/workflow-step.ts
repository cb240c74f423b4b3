import { z } from 'zod';
import { languageOfWords } from '../../asks/mention/language-of-words.ts';
import { understand } from '../../asks/mention/understand.ts';
import { type Choices, newAsk } from '../../asks/new-ask.ts';
import { type Ask, channelId, personId } from '../../asks/schema.ts';
import { exportFormats, formats, PROMPT_LIMIT } from '../../service/options.ts';
import { clickValue, replaceMessage } from '../bolt/answers/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Acting } from '../bolt/permissions/permissions.ts';
import { denialOfUse } from '../bolt/permissions/roles.ts';
import { teamOf } from '../bolt/receiving/team.ts';
import type { Click, EventOf } from '../bolt/requests.ts';
import { plainMessage } from '../kit/blocks/parts.ts';
import { admitAsk, blockedAnswer, firstBlocker, withAllowedAccess } from '../kit/check-ask.ts';
import { isLimit, STEP_LIMIT } from '../kit/copy/blocker-copy.ts';
import { optionsOf, suggestThemes } from '../kit/lookups/catalogue-menus.ts';
import { acceptProposal, proposalKey, showAccepted } from './proposal.ts';

/**
 * Handles the step "Make a document" of Slack's workflows. Slack says neither who built nor who runs a workflow. So an input names the
 * person who must approve each document, or all runs with the same inputs.
 */

/** The step's inputs. manifest.yml describes them for Workflow Builder, and a test compares the two. */
export const stepInputs = z.object({
  prompt: z.string().trim().min(1).max(PROMPT_LIMIT),
  /** The person for whom the document is made, and who is asked to approve it. */
  person: personId,
  /** The channel whose messages of the last `days` are the source. If omitted, the prompt is the source. */
  source: channelId.optional(),
  days: z.coerce.number().int().min(1).max(365).default(7),
  /** The channel in which the result is posted. If omitted, the result is sent to the person in a direct message. */
  channel: channelId.optional(),
  format: z.enum(formats).optional(),
  /** Id of a theme. */
  theme: z.string().optional(),
  file: z.enum([...exportFormats, 'none']).optional(),
});
type Inputs = z.output<typeof stepInputs>;

type Executed = EventOf<'function_executed'>;
type Given = Executed['event']['inputs'];

/** Handles a run of the step in a workflow. Slack may send the event more than once, so a run that is already stored is ignored. */
export async function makeDocument({ event, context, client }: Executed, slack: SlackContext) {
  const { function_execution_id: execution, inputs: given } = event;
  const team = teamOf(context);
  const id = slack.steps.idOf(team, execution);
  if (await slack.steps.find(team, id)) return;
  const hash = hashOf(given, slack);
  const { data: inputs, error } = stepInputs.safeParse(withoutEmpty(given));
  const step = { id, team, person: inputs?.person ?? '', execution, payload: {} };
  const end = (problem: string) =>
    slack.together(({ steps }) => steps.open({ ...step, payload: { problem } }));
  if (!inputs)
    return end(`Check the input “${String(error.issues[0]?.path[0])}” of the step in Workflow Builder.`);
  const actor = { team, person: inputs.person };
  const acting = { actor, client };
  // Throw an error, so that the event is handled again. Otherwise the step would fail only because Slack was slow.
  if ((await slack.roleOf(acting)) === 'unknown')
    throw new Error('Slack did not return the role of a person');
  const denial = await denialOfUse('anyone', acting, slack);
  if (denial) return end(denial);
  const ask = await askOf(inputs, acting, slack);
  if (!ask) return end('The theme that the step names is gone. Choose another one in Workflow Builder.');
  const mayStart = await useApproval({ ...actor, hash, execution }, slack);
  const admission = await admitAsk(ask, mayStart ? 'now' : 'later', slack);
  const blocked = await blockedAnswer(admission, ask, acting, slack, { isLasting: true });
  const proposal = `step:${id}`;
  if (blocked) {
    const first = firstBlocker(admission);
    if (!first || !isLimit(first)) return end(blocked.text);
    return slack.together(async ({ steps, message }) => {
      await steps.open({ ...step, payload: { problem: STEP_LIMIT } });
      await message(actor, `blocked ${proposal}`, { kind: 'step_blocked', text: blocked.text });
    });
  }
  if (mayStart) await slack.generations.start(ask, proposalKey(proposal));
  return slack.together(async ({ proposals, steps, message }) => {
    await steps.open(step);
    if (mayStart) return;
    await proposals.save(withAllowedAccess(ask, admission), { id: proposal });
    await message(actor, `card ${proposal}`, { kind: 'proposal_card', proposal, inputs: hash });
  });
}

/** Removes the inputs that the workflow's builder left empty. Slack sends them as null or ''. */
function withoutEmpty(given: Given): Given {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== ''));
}

/** Returns a keyed hash of the inputs, whose order does not matter. After a change of the encryption key, people must approve again. */
function hashOf(given: Given, { keyedHash }: SlackContext): string {
  const entries = Object.entries(withoutEmpty(given)).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return keyedHash(`step ${JSON.stringify(entries)}`);
}

/** Returns the ask for a step's inputs; undefined if the service no longer has the theme. */
async function askOf(inputs: Inputs, { actor }: Acting, slack: SlackContext): Promise<Ask | undefined> {
  const { source: channel, days, format, file: exportAs } = inputs;
  const found = inputs.theme ? await slack.catalogue.themes(actor.team, '') : undefined;
  const theme = found?.items.find(({ id }) => id === inputs.theme);
  if (found?.state === 'fresh' && !theme) return undefined;
  const words = await slack.threads.plain(actor.team, inputs.prompt);
  const destination = { channel: inputs.channel ?? actor.person };
  const defaults: Choices = await slack.defaults.forAsk({ ...actor, ...destination });
  // Use only language and length. The prompt may come from a form, and its author must not give people access.
  const read = understand(
    words,
    { now: new Date(slack.clock.now()), zone: 'UTC', hasChannel: false },
    'command',
  );
  const said = read.kind === 'make' ? read.choices : {};
  const language = said.language ?? defaults.language ?? (await languageOfWords(words));
  const since = new Date(slack.clock.now() - days * DAY_MS).toISOString();
  return newAsk({
    actor,
    source: channel ? { kind: 'channel', channel, since } : { kind: 'text' },
    words,
    choices: {
      format,
      exportAs,
      language,
      slides: said.slides,
      theme: theme && { id: theme.id, name: theme.name },
    },
    defaults,
    destination,
  });
}

const DAY_MS = 24 * 60 * 60_000;

interface Run {
  team: string;
  person: string;
  /** Hash of the step's inputs. */
  hash: string;
  execution: string;
}

/** Milliseconds for which an approval is valid. */
const APPROVED_FOR_MS = 90 * DAY_MS;
/** Minimum milliseconds between two documents with the same approval (one a day). Less than a day, because a daily run may come earlier. */
const ONE_WITHIN_MS = 20 * 60 * 60_000;

const approvalKey = ({ team, person, hash }: Omit<Run, 'execution'>) => `${team}/${person}/${hash}`;

/** Returns true if the person has approved all runs with the same inputs. @param hash the hash of the inputs */
export async function isApproved(
  { actor }: Acting,
  hash: string,
  { approvals }: SlackContext,
): Promise<boolean> {
  return (await approvals.get(approvalKey({ ...actor, hash }))) !== undefined;
}

/** Returns true if the person's approval allows this run. Stores the run in the approval, so that a repeated call returns true again. */
async function useApproval(run: Run, { approvals, clock }: SlackContext): Promise<boolean> {
  const before = await approvals.get(approvalKey(run));
  if (!before || before.execution === run.execution) return before !== undefined;
  if (clock.now() - before.at < ONE_WITHIN_MS) return false;
  return approvals.replace(approvalKey(run), before, { execution: run.execution, at: clock.now() });
}

/**
 * Handles "Make it every time". A forged hash of inputs does no harm, because an approval is only for documents of the person who clicked.
 */
export async function makeEveryTime(click: Click, slack: SlackContext): Promise<void> {
  const { actor } = click;
  const [id = '', hash = ''] = clickValue(click)?.split(' ') ?? [];
  const approve = () =>
    slack.together(async ({ approvals, message }) => {
      const approval = { execution: '', at: slack.clock.now() };
      await approvals.set(approvalKey({ ...actor, hash }), approval, APPROVED_FOR_MS);
      await message(actor, `approved ${id}`, { kind: 'step_approved', inputs: hash });
    });
  await showAccepted(click, await acceptProposal(click, id, slack, undefined, approve), slack);
}

/** Handles the button "Ask me again", which ends an approval. */
export async function endApproval(click: Click, slack: SlackContext): Promise<void> {
  await slack.approvals.delete(approvalKey({ ...click.actor, hash: clickValue(click) ?? '' }));
  await replaceMessage(click, plainMessage('OK, I’ll ask you each time.'));
}

/** Handles Workflow Builder's request for the options of the step's menu "theme". Returns the themes that match the typed text. */
export async function listThemes({ event, context, client }: Executed, slack: SlackContext): Promise<void> {
  const { function_execution_id, inputs } = event;
  const { data: builder } = z.object({ id: personId }).safeParse(inputs.builder);
  const actor = { team: teamOf(context), person: builder?.id ?? '' };
  const denial = await denialOfUse('anyone', { actor, client }, slack);
  if (denial) return void (await client.functions.completeError({ function_execution_id, error: denial }));
  const value = typeof inputs.query === 'string' ? inputs.query : '';
  const options = optionsOf(await suggestThemes({ actor, options: { value } }, slack));
  await client.functions.completeSuccess({ function_execution_id, outputs: { options } });
}
