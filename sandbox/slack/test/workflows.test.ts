import { expect, test } from 'vitest';
import { MANIFEST, refusalOf, smallSeed, startSlack, webClient } from './support.ts';

/** Steps of workflows end once, by the app's token, with the outputs that its manifest describes. */

const functions = `
functions:
  make_document:
    title: Make a document
    input_parameters: { prompt: { type: string, title: Prompt, is_required: true } }
    output_parameters: { link: { type: string, title: Link, is_required: true } }
`;
const workflow = { id: 'Wf1', name: 'Fridays', detail: 'Every Friday', step: 'make_document', runs: [] };
const seed = {
  teams: smallSeed.teams.map((team) => ({ ...team, workflows: [{ ...workflow, inputs: { prompt: 'Hi' } }] })),
};
const manifest = `${MANIFEST.replace('      - app_uninstalled\n', '      - app_uninstalled\n      - function_executed\n')}${functions}`;

test('a run sends the step’s inputs, and not which workflow it is or who ran it', async () => {
  const { slack, probe, ana } = await startSlack({ manifest, seed });
  const { execution } = await ana.runWorkflow('Fridays', { inputs: { prompt: 'Ho' } });
  await slack.settle();
  const [{ event }] = probe.of('function_executed');
  expect(event).toMatchObject({ inputs: { prompt: 'Ho' }, function_execution_id: execution });
  expect(event.function.callback_id).toBe('make_document');
  expect(JSON.stringify(event)).not.toMatch(/Fridays|Wf1|00000ANA/);
});

test('a step is completed once, with all outputs, and only if it is known', async () => {
  const { slack, client, ana } = await startSlack({ manifest, seed });
  const run = await ana.runWorkflow('Fridays');
  const step = { function_execution_id: run.execution };
  const complete = (outputs: Record<string, unknown>) =>
    client.functions.completeSuccess({ ...step, outputs });
  expect(await refusalOf(complete({}))).toBe('parameter_validation_failed');
  expect(await refusalOf(complete({ link: 'https://a', other: 'b' }))).toBe('parameter_validation_failed');
  const unknown = { function_execution_id: 'Fx0', error: 'x' };
  expect(await refusalOf(client.functions.completeError(unknown))).toBe('function_execution_not_found');
  const workflowToken = webClient(slack, 'xwfp-stand-in');
  expect(await refusalOf(workflowToken.functions.completeError({ ...step, error: 'x' }))).toBe(
    'invalid_auth',
  );
  expect(run.state).toBe('running');
  await complete({ link: 'https://a' });
  expect(run).toMatchObject({ state: 'completed', outputs: { link: 'https://a' } });
  expect(await refusalOf(complete({ link: 'https://b' }))).toBe('execution_not_in_running_state');
});

test('without the function in its manifest, the app has no workflow', async () => {
  const { ana } = await startSlack({ seed });
  await expect(ana.runWorkflow('Fridays')).rejects.toThrow('workflow_unavailable');
});
