import type { Workflow } from '../../protocol.ts';
import { BoltIcon } from '../parts/icons.tsx';
import { MenuButton } from '../parts/Menu.tsx';
import { useClient, useWorkspace } from '../state/context.ts';

/** The menu that runs workflows, and shows the state and the outputs of their last runs. */
export function WorkflowMenu() {
  const client = useClient();
  const { workflows } = useWorkspace();
  if (workflows.length === 0) return null;
  const run = async ({ id }: Workflow): Promise<void> => {
    await client.api
      .runWorkflow(client.me(), id)
      .catch(() => client.tell('The workflow could not be run. Is the sandbox running?'));
  };
  const sections = workflows.map((workflow) => ({
    key: workflow.id,
    heading: workflow.detail,
    items: [
      {
        key: 'run',
        label: `Run “${workflow.name}”`,
        detail: lastRun(workflow),
        onSelect: () => void run(workflow),
      },
      ...linkOf(workflow),
    ],
  }));
  return (
    <MenuButton name="Workflows" className="icon-button" isEndAligned sections={sections}>
      <BoltIcon />
    </MenuButton>
  );
}

/** Returns the state of the newest run in words. */
function lastRun({ runs: [newest] }: Workflow): string {
  if (!newest) return 'Not run yet';
  if (newest.state === 'running') return 'The step of Deckhand is in progress';
  return newest.state === 'failed' ? `The step failed: ${newest.error}` : 'The step is completed';
}

/** Returns an item that opens the link among the outputs of the newest run. */
function linkOf({ runs: [newest] }: Workflow) {
  const { link, title } = newest?.outputs ?? {};
  if (typeof link !== 'string') return [];
  const onSelect = () => void window.open(link, '_blank', 'noopener');
  return [{ key: 'link', label: `Open “${title}”`, detail: 'Output of the step', onSelect }];
}
