/** Markup that is safe to place in a page. */
export interface Html {
  html: string;
}

type Value = Html | Html[] | string;

/** Template tag: text put into it is escaped, markup made with it is not. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return { html: String.raw({ raw: strings }, ...values.map(render)) };
}

function render(value: Value): string {
  if (typeof value === 'string') return escaped(value);
  return Array.isArray(value) ? value.map(({ html }) => html).join('') : value.html;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
