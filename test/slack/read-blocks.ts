/** Blocks as a person meets them. */

type Tree = { [key: string]: unknown };

/** Everything that can be read, one piece a line. */
export function readable(message: { blocks: unknown[] }): string {
  return find(message.blocks, (node) => typeof node.text === 'string' && isTextType(node.type))
    .map(({ text }) => text as string)
    .join('\n');
}

/** Everything in which Slack reads mentions and links. */
export function marked(message: { blocks: unknown[] }): string {
  return find(message.blocks, ({ type }) => type === 'mrkdwn')
    .map(({ text }) => text as string)
    .join('\n');
}

/** The labels of everything that can be pressed, options of menus included. */
export function buttonsOf(message: { blocks: unknown[] }): string[] {
  return find(message.blocks, ({ type }) => type === 'button' || type === 'overflow').flatMap((node) =>
    node.type === 'button' ? [labelOf(node)] : (node.options as Tree[]).map(labelOf),
  );
}

/** The input blocks of a view, by `block_id`. */
export function inputsOf(view: { blocks: unknown[] }): string[] {
  return (view.blocks as Tree[])
    .filter(({ type }) => type === 'input')
    .map((block) => block.block_id as string);
}

function labelOf(node: Tree): string {
  return (node.text as Tree).text as string;
}

function isTextType(type: unknown): boolean {
  return type === 'mrkdwn' || type === 'plain_text';
}

function find(value: unknown, isIt: (node: Tree) => boolean): Tree[] {
  if (Array.isArray(value)) return value.flatMap((each) => find(each, isIt));
  if (typeof value !== 'object' || value === null) return [];
  const node = value as Tree;
  return [...(isIt(node) ? [node] : []), ...Object.values(node).flatMap((each) => find(each, isIt))];
}
