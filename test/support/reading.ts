/** What people see of messages, forms and Home: words, buttons and fields, without ids and other data that Slack hides. */

type Tree = { [key: string]: unknown };
type Shown = object | null | undefined;

/** Keys under which Slack's blocks, views and messages hold text that is shown. */
const TEXT_KEYS = ['text', 'title', 'alt_text', 'initial_value'];

/** Returns every text that is shown, one piece per line: notification text, blocks, buttons with their links, options, values. */
export function wordsOf(shown: Shown): string {
  const words: string[] = [];
  visit(shown, (node) => {
    for (const key of TEXT_KEYS) if (typeof node[key] === 'string') words.push(node[key] as string);
    if (node.type === 'channel') words.push(`<#${node.channel_id}>`);
    if (node.type === 'user') words.push(`<@${node.user_id}>`);
    if (['link', 'button'].includes(String(node.type)) && typeof node.url === 'string') words.push(node.url);
    if (node.type === 'emoji') words.push(`:${node.name}:`);
  });
  return words.join('\n');
}

/** Returns the texts in which Slack reads mentions, links and styles. */
export function mrkdwnOf(shown: Shown): string {
  const texts: string[] = [];
  visit(shown, ({ type, text }) => {
    if (type === 'mrkdwn') texts.push(String(text));
  });
  return texts.join('\n');
}

/** Returns the labels of everything that can be pressed, including the options of overflow menus. */
export function buttonsOf(shown: Shown): string[] {
  return pressable(shown).map(({ label }) => label);
}

/** Returns whether there is a button or menu with this action id: the name by which tests press it. */
export function hasButton(shown: Shown, action: string): boolean {
  return pressable(shown).some((each) => each.action === action);
}

/** Returns the value that a button, or the option of a menu whose label begins so, sends. @throws if it is not there */
export function buttonValue(shown: Shown, action: string, label = ''): string {
  const found = pressable(shown).find((each) => each.action === action && each.label.startsWith(label));
  if (!found) throw new Error(`There is no button ${action}, only: ${buttonsOf(shown).join(', ')}`);
  return found.value;
}

/** Returns the block ids of a form's fields: the names by which tests fill them. */
export function fieldsOf(shown: Shown): string[] {
  const fields: string[] = [];
  visit(shown, ({ type, block_id, accessory }) => {
    const hasCheckboxes = (accessory as Tree | undefined)?.type === 'checkboxes';
    if (type === 'input' || hasCheckboxes) fields.push(String(block_id));
  });
  return fields;
}

/** Returns every string in a request's body or in a call's arguments, one per line. */
export function stringsIn(sent: unknown): string {
  if (typeof sent === 'string') return sent;
  if (typeof sent !== 'object' || sent === null) return '';
  return Object.values(sent).map(stringsIn).filter(Boolean).join('\n');
}

function pressable(shown: Shown): { label: string; action: string; value: string }[] {
  const found: { label: string; action: string; value: string }[] = [];
  visit(shown, ({ type, action_id, text, value, options }) => {
    const action = String(action_id ?? '');
    if (type === 'button') found.push({ label: labelOf(text), action, value: String(value ?? '') });
    if (type !== 'overflow') return;
    for (const option of options as Tree[])
      found.push({ label: labelOf(option.text), action, value: String(option.value) });
  });
  return found;
}

function labelOf(text: unknown): string {
  return String((text as Tree | undefined)?.text ?? '');
}

function visit(value: unknown, see: (node: Tree) => void): void {
  if (Array.isArray(value)) for (const each of value) visit(each, see);
  else if (typeof value === 'object' && value !== null) {
    see(value as Tree);
    for (const each of Object.values(value)) visit(each, see);
  }
}
