import { z } from 'zod';
import { SlackFault } from '../fault.ts';
import type { StoredRun, StoredWorkflow } from '../workspace/model.ts';
import { required } from './call/args.ts';
import { type Call, method } from './call/method.ts';
import { TIER_3 } from './call/rates.ts';

/** Returns a run that is not over. Throws for one that is unknown, of another team or over. */
function runningStep({ team }: Call, execution: string): { workflow: StoredWorkflow; run: StoredRun } {
  for (const workflow of team.workflows ?? []) {
    const run = workflow.runs.find((each) => each.execution === execution);
    if (run && run.state !== 'running') throw new SlackFault('execution_not_in_running_state');
    if (run) return { workflow, run };
  }
  throw new SlackFault('function_execution_not_found');
}

/** Ends a run, and tells the person who ran the workflow about it, as Slackbot does. */
function end(
  { slack, team }: Call,
  { workflow, run }: ReturnType<typeof runningStep>,
  ended: Partial<StoredRun>,
) {
  Object.assign(run, ended);
  slack.workspace.changed({ kind: 'workflow', team });
  if (!workflow.name) return {};
  const { link, title } = run.outputs ?? {};
  const text = run.error
    ? `The workflow *${workflow.name}* stopped at a step of ${slack.manifest.display_information.name}: ${run.error}`
    : `The workflow *${workflow.name}* got <${link}|${title}> from its step.`;
  slack.workspace.changed({ kind: 'notice', team, user: run.user, text });
  return {};
}

const completeSuccess = method({
  rate: TIER_3,
  args: z.object({ function_execution_id: required, outputs: z.record(z.string(), z.unknown()) }),
  handle(call, { function_execution_id: execution, outputs }) {
    const found = runningStep(call, execution);
    const parameters = call.slack.manifest.functions[found.workflow.step]?.output_parameters ?? {};
    const faults = [
      ...Object.keys(outputs).filter((name) => !fits(outputs[name], parameters[name]?.type)),
      ...Object.keys(parameters).filter((name) => parameters[name]?.is_required && !(name in outputs)),
    ];
    if (faults.length > 0)
      throw new SlackFault('parameter_validation_failed', { response_metadata: { messages: faults } });
    return end(call, found, { state: 'completed', outputs });
  },
});

function fits(value: unknown, type: string | undefined): boolean {
  if (type === 'string') return typeof value === 'string';
  return type === 'slack#/types/options_select' && Array.isArray(value);
}

const completeError = method({
  rate: TIER_3,
  args: z.object({ function_execution_id: required, error: required }),
  handle: (call, { function_execution_id: execution, error }) =>
    end(call, runningStep(call, execution), { state: 'failed', error }),
});

export const workflowMethods = {
  'functions.completeSuccess': completeSuccess,
  'functions.completeError': completeError,
};
