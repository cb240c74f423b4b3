import type { Store } from '../store/store.ts';
import { sampleDocs } from './docs.ts';
import { sampleWorkspaces } from './workspaces.ts';

/** Adds the sample workspaces and templates to an empty store. */
export function seed(store: Store, now: number): void {
  if (store.workspaces.size > 0) return;
  for (const workspace of sampleWorkspaces()) {
    store.workspaces.set(workspace.id, workspace);
    const owner = workspace.members[0]?.id ?? '';
    for (const doc of sampleDocs(workspace.id, owner, now)) store.docs.set(doc.id, doc);
  }
  store.changed();
}
