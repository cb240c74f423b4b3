import type { OpenView } from '../../protocol.ts';

/** Slack stacks at most three modals. */
const STACK_LIMIT = 3;

/**
 * Adds an opened view: depth 1 replaces the stack, a deeper one is pushed. A view that is already open is updated, because the
 * stand-in sends all open views again after a lost connection.
 */
export function pushView(stack: OpenView[], opened: OpenView): OpenView[] {
  if (stack.some((view) => view.id === opened.id)) return updateView(stack, opened);
  const below = stack.filter((view) => view.depth < opened.depth);
  return [...below, opened].slice(0, STACK_LIMIT);
}

export const updateView = (stack: OpenView[], updated: OpenView): OpenView[] =>
  stack.map((view) => (view.id === updated.id ? updated : view));

/** Removes a view and those above it, or the whole stack if `all` is set. */
export function closeView(stack: OpenView[], id: string, all: boolean): OpenView[] {
  if (all) return [];
  const at = stack.findIndex((view) => view.id === id);
  return at < 0 ? stack : stack.slice(0, at);
}
