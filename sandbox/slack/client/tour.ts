import type { Manifest } from '../manifest.ts';
import type { Workspace as PublicWorkspace } from '../protocol.ts';
import { steps } from '../seed/tour.ts';
import type { Team } from '../workspace/model.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** What a person was seen doing, as far as the tour asks. */
export type Deed =
  | { kind: 'command'; text: string }
  | { kind: 'message_shortcut' }
  | { kind: 'mention'; inThread: boolean }
  | { kind: 'home' }
  | { kind: 'pressed'; button: string }
  | { kind: 'said_by_app'; text: string; inThread: boolean; hasFile: boolean };

export interface Tour {
  saw(team: Team, deed: Deed): void;
}

const offered = (manifest: Manifest) => steps.filter((step) => step.isOffered?.(manifest) ?? true);

/** Ticks the steps of the page's own guide, once each: when what they say was done, and not when it was begun. */
export function createTour(workspace: Workspace): Tour {
  function saw(team: Team, deed: Deed): void {
    const done = steps.filter((step) => !team.tour.includes(step.id) && step.isDoneBy(deed));
    if (done.length === 0) return;
    team.tour.push(...done.map((step) => step.id));
    workspace.changed({ kind: 'tour', team });
  }
  workspace.onChange((change) => {
    if (change.kind !== 'posted' || !change.message.bot) return;
    const { text, thread_ts, files = [] } = change.message;
    saw(change.team, { kind: 'said_by_app', text, inThread: Boolean(thread_ts), hasFile: files.length > 0 });
  });
  return { saw };
}

/** Nothing where the app is not: its own way in stands in the list of channels. */
export const tourFor = (team: Team, manifest: Manifest): PublicWorkspace['tour'] =>
  (team.installation ? offered(manifest) : []).map(({ id, text }) => ({
    id,
    text,
    done: team.tour.includes(id),
  }));
