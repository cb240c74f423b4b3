import type { Option, Person } from '../../contract.ts';
import type { Container, OpenView } from '../../protocol.ts';
import type { StoredView } from '../../workspace/model.ts';
import { feedbackButtonsOf, writtenOptions } from '../choices.ts';
import { close, submit } from '../forms.ts';
import { placeOf, press } from '../interacting.ts';
import type { Me } from '../me.ts';
import { options } from '../options.ts';
import { openViewFor } from '../showing.ts';
import { createDrafts, type Drafts, type Field, fieldsOf, findField } from './drafts.ts';
import { stateAfter } from './entries.ts';
import { containerOf } from './places.ts';
import { PATIENCE, type Waiting } from './waiting.ts';

type Forms = Pick<Person, 'view' | 'waitForView' | 'fill' | 'options' | 'press' | 'submit' | 'close'>;

/** Returns true for a modal such as "One moment …", which the app opens while it prepares the form. */
function isPlaceholder({ view: { blocks } }: OpenView): boolean {
  const [only, ...others] = blocks as { text?: { text?: string } }[];
  return others.length === 0 && /…$/.test(only?.text?.text ?? '');
}

/** Returns a person's actions in forms, and with buttons and menus anywhere. */
export function formsOf(me: Me, waiting: Waiting): Forms {
  const { slack, person } = me;
  const user = person.id;
  const drafts = createDrafts();
  const open = (): OpenView | null => openViewOf(me);
  return {
    view: open,
    waitForView: (predicate = (view) => !isPlaceholder(view)) =>
      waiting.until(
        () => [open()].find((view) => view !== null && predicate(view)) ?? undefined,
        PATIENCE,
        () => `${person.name} waited for a form. Open: ${JSON.stringify(open())}`,
      ),
    async fill(entries) {
      for (const [name, entry] of Object.entries(entries)) {
        const view = topOf(me);
        const container = { view: view.id };
        const field = findField(view.blocks as never, name);
        const state = await stateAfter(field.element, entry, (query) => ask(me, container, field, query));
        drafts.put(view.id, field, state);
        if (isDispatched(field)) await dispatch(me, drafts, container, field, valueIn(state));
      }
    },
    options: async (name, query = '') => {
      const view = topOf(me);
      return ask(me, { view: view.id }, findField(view.blocks as never, name), query);
    },
    async press(where, actionId, payload = {}) {
      const container = containerOf(me, where);
      const field = fieldToPress(me, container, actionId, payload);
      const chosen = typeof payload === 'string' ? await picked(me, container, field, payload) : payload;
      return dispatch(me, drafts, container, field, chosen);
    },
    async submit() {
      const view = topOf(me);
      const result = await submit(slack, { user, viewId: view.id, state: drafts.of(view.id) });
      if (result.ok) drafts.forget(view.id);
      return result;
    },
    close: async () => close(slack, { user, viewId: topOf(me).id }),
  };
}

function openViewOf(me: Me): OpenView | null {
  const stack = me.slack.stacks.of(me.person.id);
  const view = stack?.views.at(-1);
  return view ? openViewFor(me, view, stack?.views.length ?? 1, stack?.channel) : null;
}

function topOf({ slack, person }: Me): StoredView {
  const view = slack.stacks.of(person.id)?.views.at(-1);
  if (!view) throw new Error(`${person.name} has no open form.`);
  return view;
}

async function ask(
  { slack, person }: Me,
  container: Container,
  field: Field,
  value: string,
): Promise<Option[]> {
  const { blockId, actionId } = field;
  const offer = await options(slack, { user: person.id, container, blockId, actionId, value });
  if (offer.error) throw new Error(offer.error);
  return [...(offer.options ?? []), ...(offer.option_groups ?? []).flatMap((group) => group.options)];
}

function dispatch(
  { slack, person }: Me,
  drafts: Drafts,
  container: Container,
  { blockId, actionId }: Field,
  payload: Record<string, unknown>,
) {
  const state = 'view' in container ? drafts.of(container.view) : {};
  return press(slack, { user: person.id, container, blockId, actionId, payload, state });
}

/** Returns whether a change is sent to the app at once: for elements outside of inputs, and inputs with `dispatch_action`. */
const isDispatched = ({ block }: Field): boolean => block.type !== 'input' || block.dispatch_action === true;

/** Returns an element's state without its type. */
function valueIn({ type: _kind, ...value }: Record<string, unknown>): Record<string, unknown> {
  return value;
}

/** Finds an element by its action id. Of several menus with this id, it is the first that offers `wanted`. */
function fieldToPress(me: Me, container: Container, actionId: string, wanted: unknown): Field {
  const fields = fieldsOf(placeOf(me, container).blocks);
  const named = fields.filter((each) => each.actionId === actionId);
  const offers = ({ element }: Field) => writtenOptions(element).some(({ value }) => value === wanted);
  const found = named.find(offers) ?? named[0];
  if (found) return found;
  const there = fields.map((each) => each.actionId).join(', ') || 'none';
  throw new Error(`There is no ${actionId} to press. Action ids: ${there}`);
}

/** Returns the payload for choosing `wanted`, a label or value, from a menu. */
async function picked(
  me: Me,
  container: Container,
  field: Field,
  wanted: string,
): Promise<Record<string, unknown>> {
  const { element } = field;
  if (element.type === 'feedback_buttons') {
    const button = feedbackButtonsOf(element).find((each) => [each.value, each.text.text].includes(wanted));
    return { value: button?.value ?? wanted };
  }
  if (element.type !== 'overflow') {
    return valueIn(await stateAfter(element, wanted, (query) => ask(me, container, field, query)));
  }
  const option = writtenOptions(element).find((each) => each.value === wanted || each.text.text === wanted);
  if (!option) throw new Error(`The menu does not offer "${wanted}".`);
  return { selected_option: option };
}
