import type { OpenView } from '../../protocol.ts';

/** Slack stacks at most three modals. */
const STACK_LIMIT = 3;

/**
 * A view of depth 1 starts over; a deeper one is pushed on those below it. One that is there already (the stand-in
 * names all that are open when a page comes back) stays in its place, with what lies on it.
 */
export function pushView(stack: OpenView[], opened: OpenView): OpenView[] {
  if (stack.some((view) => view.id === opened.id)) return updateView(stack, opened);
  const below = stack.filter((view) => view.depth < opened.depth);
  return [...below, opened].slice(0, STACK_LIMIT);
}

export const updateView = (stack: OpenView[], updated: OpenView): OpenView[] =>
  stack.map((view) => (view.id === updated.id ? updated : view));

/** `all` clears the stack, else the named view and what lies on it go. */
export function closeView(stack: OpenView[], id: string, all: boolean): OpenView[] {
  if (all) return [];
  const at = stack.findIndex((view) => view.id === id);
  return at < 0 ? stack : stack.slice(0, at);
}
