import type { View } from '@slack/types';
import { withIds } from '../blocks/with-ids.ts';
import { SlackFault } from '../fault.ts';
import { letters, newId } from '../workspace/ids.ts';
import type { StoredView, Team } from '../workspace/model.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { initialState } from './state.ts';

/** Most views in a stack: the first one and two pushed ones. */
const STACK_LIMIT = 3;

export interface OpenStack {
  team: Team;
  user: string;
  views: StoredView[];
  /** The channel in which the person opened the first view. */
  channel: string | undefined;
}

/** The open modals: one stack per person. They are not stored. */
export interface Stacks {
  of(user: string): OpenStack | undefined;
  find(viewId: string): { stack: OpenStack; view: StoredView } | undefined;
  /** Opens a first view and closes all that the person had open. */
  open(team: Team, user: string, view: View, channel?: string): StoredView;
  push(user: string, view: View): StoredView;
  update(found: { stack: OpenStack; view: StoredView }, view: View): StoredView;
  /** Closes a view and those above it. */
  close(stack: OpenStack, viewId: string): void;
}

export function createStacks(workspace: Workspace, appId: string): Stacks {
  const stacks = new Map<string, OpenStack>();
  const everything = () =>
    [...stacks.values()].flatMap((stack) => stack.views.map((view) => ({ stack, view })));

  const put = (stack: OpenStack, view: View): StoredView => {
    const below = stack.views.at(-1) ?? null;
    const stored = storedView(stack.team, appId, view, {
      root: stack.views[0]?.id,
      previous: below?.id,
      channel: stack.channel,
    });
    stack.views.push(stored);
    // Opening a child view makes earlier hashes of its parent stale.
    if (below) below.hash = newHash();
    const { team, user, views } = stack;
    workspace.changed({ kind: 'view_opened', team, user, view: stored, depth: views.length });
    return stored;
  };

  return {
    of: (user) => stacks.get(user),
    find: (viewId) => everything().find(({ view }) => view.id === viewId),
    open(team, user, view, channel) {
      const before = stacks.get(user)?.views[0];
      if (before) workspace.changed({ kind: 'view_closed', team, user, id: before.id, all: true });
      const stack: OpenStack = { team, user, views: [], channel };
      stacks.set(user, stack);
      return put(stack, view);
    },
    push(user, view) {
      const stack = stacks.get(user);
      if (!stack) throw new SlackFault('not_found');
      if (stack.views.length >= STACK_LIMIT) throw new SlackFault('push_limit_reached');
      return put(stack, view);
    },
    update({ stack, view }, payload) {
      replaceView(view, storedView(stack.team, appId, payload, { channel: stack.channel }));
      const { team, user, views } = stack;
      workspace.changed({ kind: 'view_updated', team, user, view, depth: views.indexOf(view) + 1 });
      return view;
    },
    close(stack, viewId) {
      stack.views.splice(stack.views.findIndex((view) => view.id === viewId));
      if (stack.views.length === 0) stacks.delete(stack.user);
      const { team, user } = stack;
      workspace.changed({ kind: 'view_closed', team, user, id: viewId, all: stack.views.length === 0 });
    },
  };
}

/** Adds the fields that Slack adds to a view. */
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

/** Replaces a view except for its place in the stack. The hash changes each time. */
function replaceView(view: StoredView, next: StoredView): void {
  const { id, root_view_id, previous_view_id } = view;
  for (const key of Object.keys(view)) delete (view as unknown as Record<string, unknown>)[key];
  Object.assign(view, next, { id, root_view_id, previous_view_id, hash: newHash() });
}

const newHash = (): string => `${letters(10)}.${letters(8).toLowerCase()}`;
