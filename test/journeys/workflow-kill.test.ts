import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WorkflowRun } from '../../sandbox/slack/protocol.ts';
import type { Person } from '../../sandbox/slack/stand-in.ts';
import { serverUrl } from '../support/database.ts';
import { HELD, openStage, type Stage } from './killed/stage.ts';
import { A_WHILE, createsOf, PATIENCE_MS, untilPosted } from './story.ts';
import { completed, withWorkflow, workflowsOf } from './workflow-story.ts';

/** The app is killed with SIGKILL while there is a step in each of its states; then another process goes on. */

interface Moment {
  name: string;
  /** Words of the prompt. */
  words: string;
  /** Has Slack or the service hold the step there. */
  hold?(stage: Stage): void;
  /** The call of Slack that is held, with text in its arguments. */
  held?: [method: string, containing: string];
  /** Whether the card was confirmed before the kill. */
  isConfirmed: boolean;
  person?: 'ben';
}

const slackHolds = (method: string, containing: string) => ({
  held: [method, containing] as [string, string],
  hold: ({ standIns }: Stage) => void standIns.slack.misbehave({ method, containing, delayMs: HELD }),
});

const moments: Moment[] = [
  {
    name: 'the run is stored, and Slack is asked who the person is',
    words: 'Harbour dues',
    person: 'ben',
    isConfirmed: false,
    ...slackHolds('users.info', 'U0BEN'),
  },
  {
    name: 'the card is being posted',
    words: 'Mooring rules',
    isConfirmed: false,
    ...slackHolds('chat.postMessage', 'Mooring rules'),
  },
  { name: 'the card waits for a yes', words: 'Ferry times', isConfirmed: false },
  {
    name: 'the document is being made',
    words: 'Crane plans',
    isConfirmed: true,
    hold: ({ standIns }) =>
      void standIns.service.misbehave({ kind: 'generation_takes', ms: A_WHILE, containing: 'Crane plans' }),
  },
  {
    name: 'the completion is sent',
    words: 'Tide tables',
    isConfirmed: true,
    ...slackHolds('functions.completeSuccess', ''),
  },
];

let stage: Stage;
beforeAll(async () => {
  if (serverUrl) stage = await openStage({}, withWorkflow);
});
afterAll(() => stage?.stop());

const isHeld = ([method, containing]: [string, string]) =>
  stage.standIns.slack.calls.some(
    (call) =>
      call.method === method &&
      !call.answer &&
      !call.status &&
      JSON.stringify(call.args).includes(containing),
  );

describe.runIf(serverUrl)('killed', { timeout: 4 * PATIENCE_MS }, () => {
  const runs = new Map<string, WorkflowRun>();
  const personOf = ({ person = 'ana' }: { person?: 'ben' | 'ana' }): Person => stage.standIns[person];
  const cardFor = (moment: Moment) => {
    const person = personOf(moment);
    return untilPosted(person, new RegExp(`A workflow asks[\\s\\S]*${moment.words}`), {
      channel: person.appDm(),
    });
  };

  test('every step is where it is to be, and the process is killed', async () => {
    const { run, confirm } = workflowsOf(stage.standIns);
    for (const moment of moments) {
      moment.hold?.(stage);
      const person = personOf(moment).id;
      runs.set(moment.words, await run({ prompt: moment.words, person }));
      if (moment.isConfirmed) await confirm(await cardFor(moment));
      else if (!moment.held) await cardFor(moment);
      const { held } = moment;
      if (held) await expect.poll(() => isHeld(held), { timeout: PATIENCE_MS }).toBe(true);
    }
    await expect.poll(() => createsOf(stage.standIns, 'Crane plans')).toBe(1);
    await stage.killAndStartAgain();
  });

  test.each(moments)('while $name: one card, one document, one completion', async (moment) => {
    const { completions, untilEnded } = workflowsOf(stage.standIns);
    const run = runs.get(moment.words);
    if (!run) throw new Error('Not all came to their states.');
    if (!moment.isConfirmed) {
      const card = await cardFor(moment);
      await stage.untilIdle();
      const person = personOf(moment);
      const cards = person.history(person.appDm()).filter(({ text }) => text.includes(moment.words));
      expect(cards).toHaveLength(1);
      await person.press(card, 'proposal_make');
    }
    await untilEnded(run);
    await stage.untilIdle();
    expect(run).toEqual(completed);
    expect(createsOf(stage.standIns, moment.words)).toBe(1);
    // A repeated completion is refused by Slack and changes nothing.
    const [first, ...others] = completions(run).map(([, answer]) => answer);
    expect(first).toBe(true);
    expect(others.filter((answer) => answer !== 'execution_not_in_running_state')).toEqual([]);
  });
});
