import './homeTab.css';
import type { View } from '@slack/types';
import { Blocks } from '../blocks/Blocks.tsx';
import { FormContext } from '../blocks/form.ts';
import { useForm } from '../blocks/useForm.ts';
import { useModel, useWorkspace } from '../state/context.ts';

export function HomeTab() {
  const home = useModel((model) => model.home);
  const { app } = useWorkspace();
  return (
    <div className="home scrolls" role="tabpanel" aria-label="Home">
      {!home && (
        <div className="home-empty">
          <h2>Nothing here yet</h2>
          <p>{app.name} has not published its Home for you.</p>
        </div>
      )}
      {home && <PublishedHome view={home} />}
    </div>
  );
}

/** The stand-in gives a published view its id, as Slack does. */
function PublishedHome({ view }: { view: View & { id?: string } }) {
  const form = useForm({ view: view.id ?? 'home' }, view.blocks);
  return (
    <FormContext value={form}>
      <Blocks blocks={view.blocks} />
    </FormContext>
  );
}
