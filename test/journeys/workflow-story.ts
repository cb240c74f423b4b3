import { expect } from 'vitest';
import type { Clock } from '../../sandbox/clock.ts';
import { createSandboxClock } from '../../sandbox/clock.ts';
import type { RunOptions } from '../../sandbox/slack/client/workflows.ts';
import type { Message, WorkflowRun } from '../../sandbox/slack/protocol.ts';
import { manifest } from '../../src/commands/manifest.ts';
import { forThisFile } from './for-this-file.ts';
import { createHarness, type Harness } from './harness.ts';
import { teamWithGuest } from './seed.ts';
import type { StandIns } from './stand-ins.ts';
import { directMessages, PATIENCE_MS, untilPosted } from './story.ts';

/** Steps of stories about workflows with the step “Make a document”, which names Ana unless told. */

export const HOUR = 60 * 60_000;

const friday = {
  ...{ id: 'Wf0FRIDAY', name: 'Friday deck', detail: 'Every Friday', step: 'make_document', runs: [] },
  inputs: { person: 'U0ANA', channel: 'C0GENERAL' },
};

/** Options of a stand-in Slack with a workflow. */
export const withWorkflow = {
  seed: { teams: teamWithGuest.teams.map((team) => ({ ...team, workflows: [friday] })) },
  manifest: manifest(['--url', 'https://d.example', '--steps']),
};

/** Starts an app for a test file. Its clock can be moved: less than a day in all, because proposals are deleted after a day. */
export async function tellOfWorkflows() {
  const clock = createSandboxClock();
  const harness: Harness = await forThisFile(
    createHarness({ clock: clock satisfies Clock, slack: withWorkflow }),
  );
  return { clock, harness, ...workflowsOf(harness) };
}

export function workflowsOf({ ana, chloe, slack }: StandIns) {
  const asked = (words: string) => new RegExp(`A workflow asks[\\s\\S]*${words}`);
  return {
    /** Chloe runs the workflow with these inputs. */
    run: (inputs: RunOptions['inputs'], execution?: string) =>
      chloe.runWorkflow('Friday deck', { inputs, ...(execution && { execution }) }),
    /** Waits for the card that asks Ana. */
    untilCard: (words: string) => untilPosted(ana, asked(words), { channel: ana.appDm() }),
    cards: (words: string) => directMessages(ana, asked(words)),
    confirm: (card: Message, action = 'proposal_make') => ana.press(card, action),
    untilEnded: (run: WorkflowRun) =>
      expect.poll(() => run.state, { timeout: PATIENCE_MS }).not.toBe('running'),
    /** Returns the calls that ended a run, each with true or Slack's answer. */
    completions: ({ execution }: WorkflowRun) =>
      slack.calls
        .filter(
          ({ method, args }) => method.startsWith('functions.') && args.function_execution_id === execution,
        )
        .map(({ method, answer }) => [method, answer?.ok ? true : answer?.error]),
  };
}

/** A run that has failed with this sentence. */
export const failed = (sentence: RegExp) =>
  expect.objectContaining({ state: 'failed', error: expect.stringMatching(sentence) });

/** A run that is completed, with the outputs of a document that was posted in a public channel. */
export const completed = expect.objectContaining({
  state: 'completed',
  outputs: { link: expect.stringMatching(/^http/), title: expect.any(String) },
});
