import { SlackFault } from '../fault.ts';
import type { Workflow } from '../protocol.ts';
import type { Slack } from '../slack.ts';
import { newId } from '../workspace/ids.ts';
import type { StoredRun } from '../workspace/model.ts';
import { type Me, meOf } from './me.ts';

/** Returns the workflows whose step the app has in its manifest. */
export function workflowsOf({ slack, team }: Me): Workflow[] {
  const found = (team.workflows ?? []).filter(
    ({ step }) => team.installation && slack.manifest.functions[step],
  );
  return found.map(({ id, name, detail, runs }) => ({ id, name, detail, runs }));
}

export interface RunOptions {
  user: string;
  /** Id or name of the workflow. */
  id: string;
  /** Inputs that replace those of the workflow. */
  inputs?: Record<string, unknown>;
  /** Sends the event of this execution again, with a new event_id. */
  execution?: string;
}

/** Runs a workflow. Slack says neither which workflow it is nor who runs it. */
export function runWorkflow(slack: Slack, { user, id, inputs, execution }: RunOptions): StoredRun {
  const { team } = meOf(slack, user);
  const workflow = team.workflows?.find((each) => each.id === id || each.name === id);
  const definition = workflow && slack.manifest.functions[workflow.step];
  if (!workflow || !definition || !team.installation) throw new SlackFault('workflow_unavailable');
  const known = workflow.runs.find((run) => run.execution === execution);
  const run = known ?? { execution: newId('Fx'), state: 'running', user };
  if (!known) workflow.runs.unshift(run);
  slack.workspace.changed({ kind: 'workflow', team });
  slack.emit(team.id, executed(slack, workflow.step, { ...workflow.inputs, ...inputs }, run.execution));
  return run;
}

/** Asks the app for the options of a menu in the builder of a workflow. Returns the run of the function. */
export function askForOptions(slack: Slack, { user, query }: { user: string; query: string }): StoredRun {
  const { team } = meOf(slack, user);
  const run: StoredRun = { execution: newId('Fx'), state: 'running', user };
  team.workflows?.push({
    id: newId('Wf'),
    name: '',
    detail: '',
    step: 'list_themes',
    inputs: {},
    runs: [run],
  });
  const inputs = { query, builder: { id: user, secret: 'stand-in' } };
  slack.emit(team.id, executed(slack, 'list_themes', inputs, run.execution));
  return run;
}

function executed(slack: Slack, step: string, inputs: Record<string, unknown>, execution: string) {
  const { title = '', input_parameters: parameters = {} } = slack.manifest.functions[step] ?? {};
  return {
    type: 'function_executed',
    function: {
      id: newId('Fn'),
      callback_id: step,
      title,
      type: 'app',
      input_parameters: Object.entries(parameters).map(([name, parameter]) => ({ name, ...parameter })),
      app_id: slack.app.id,
    },
    inputs,
    function_execution_id: execution,
    workflow_execution_id: newId('Wx'),
    event_ts: slack.workspace.nextTs(),
    // The stand-in refuses this token, because it ends after some minutes.
    bot_access_token: 'xwfp-stand-in',
  };
}
