import type { View } from '@slack/types';
import { withIds } from '../blocks/with-ids.ts';
import { SlackFault } from '../fault.ts';
import { letters, newId } from '../workspace/ids.ts';
import type { StoredView, Team } from '../workspace/model.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { initialState } from './state.ts';

/** A first view and two pushed onto it. */
const STACK_LIMIT = 3;

export interface OpenStack {
  team: Team;
  user: string;
  views: StoredView[];
  /** Where the person was when the first view opened. */
  channel: string | undefined;
}

/** The modals that people have open: one stack a person. They go when the stand-in stops, as in a reloaded client. */
export interface Stacks {
  of(user: string): OpenStack | undefined;
  find(viewId: string): { stack: OpenStack; view: StoredView } | undefined;
  findByExternalId(team: Team, externalId: string): { stack: OpenStack; view: StoredView } | undefined;
  /** Opens a first view; whatever the person had open before is gone. */
  open(team: Team, user: string, view: View, channel?: string): StoredView;
  push(team: Team, user: string, view: View): StoredView;
  update(found: { stack: OpenStack; view: StoredView }, view: View): StoredView;
  /** Takes one view off, or the whole stack; returns what was taken, the uppermost first. */
  close(stack: OpenStack, viewId: string, all: boolean): StoredView[];
}

export function createStacks(workspace: Workspace, appId: string): Stacks {
  const stacks = new Map<string, OpenStack>();
  const everything = () =>
    [...stacks.values()].flatMap((stack) => stack.views.map((view) => ({ stack, view })));

  const findByExternalId: Stacks['findByExternalId'] = (team, externalId) =>
    everything().find(({ stack, view }) => stack.team === team && view.external_id === externalId);

  const refuseTaken = (team: Team, view: View, self?: StoredView) => {
    const taken = view.external_id ? findByExternalId(team, view.external_id) : undefined;
    if (taken && taken.view !== self) throw new SlackFault('duplicate_external_id');
  };

  const put = (stack: OpenStack, view: View): StoredView => {
    const below = stack.views.at(-1) ?? null;
    const stored = storedView(stack.team, appId, view, {
      root: stack.views[0]?.id,
      previous: below?.id,
      channel: stack.channel,
    });
    stack.views.push(stored);
    // A hash that was read before a child view opened is stale afterwards.
    if (below) below.hash = newHash();
    const { team, user, views } = stack;
    workspace.changed({ kind: 'view_opened', team, user, view: stored, depth: views.length });
    return stored;
  };

  return {
    of: (user) => stacks.get(user),
    find: (viewId) => everything().find(({ view }) => view.id === viewId),
    findByExternalId,
    open(team, user, view, channel) {
      refuseTaken(team, view);
      const before = stacks.get(user)?.views[0];
      if (before) workspace.changed({ kind: 'view_closed', team, user, id: before.id, all: true });
      const stack: OpenStack = { team, user, views: [], channel };
      stacks.set(user, stack);
      return put(stack, view);
    },
    push(team, user, view) {
      const stack = stacks.get(user);
      if (!stack) throw new SlackFault('not_found');
      if (stack.views.length >= STACK_LIMIT) throw new SlackFault('push_limit_reached');
      refuseTaken(team, view);
      return put(stack, view);
    },
    update({ stack, view }, payload) {
      refuseTaken(stack.team, payload, view);
      replaceView(view, storedView(stack.team, appId, payload, { channel: stack.channel }));
      const { team, user, views } = stack;
      workspace.changed({ kind: 'view_updated', team, user, view, depth: views.indexOf(view) + 1 });
      return view;
    },
    close(stack, viewId, all) {
      const at = all ? 0 : stack.views.findIndex((view) => view.id === viewId);
      const taken = stack.views.splice(at).reverse();
      if (stack.views.length === 0) stacks.delete(stack.user);
      const { team, user } = stack;
      workspace.changed({ kind: 'view_closed', team, user, id: viewId, all: stack.views.length === 0 });
      return taken;
    },
  };
}

/** A view as Slack keeps and returns it, with everything that it adds. */
export function storedView(
  team: Team,
  appId: string,
  view: View,
  place: { root?: string | undefined; previous?: string | undefined; channel?: string | undefined },
): StoredView {
  const id = newId('V');
  const blocks = withIds(view.blocks);
  return {
    private_metadata: '',
    callback_id: '',
    external_id: '',
    clear_on_close: false,
    notify_on_close: false,
    ...view,
    blocks,
    id,
    team_id: team.id,
    app_id: appId,
    app_installed_team_id: team.id,
    bot_id: team.installation?.botId ?? '',
    state: { values: initialState(blocks, place.channel) },
    hash: newHash(),
    root_view_id: place.root ?? id,
    previous_view_id: place.previous ?? null,
  } as StoredView;
}

/** What the app published replaces all of the view but its place in the stack; the hash is new each time. */
function replaceView(view: StoredView, next: StoredView): void {
  const { id, root_view_id, previous_view_id } = view;
  for (const key of Object.keys(view)) delete (view as unknown as Record<string, unknown>)[key];
  Object.assign(view, next, { id, root_view_id, previous_view_id, hash: newHash() });
}

const newHash = (): string => `${letters(10)}.${letters(8).toLowerCase()}`;
