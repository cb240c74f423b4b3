import { escaped } from '../../../html.ts';

/** Markup that is already escaped. */
export interface Html {
  html: string;
}

type Value = Html | Html[] | string;

/** Template tag that escapes inserted texts, but not inserted markup. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return { html: String.raw({ raw: strings }, ...values.map(render)) };
}

function render(value: Value): string {
  if (typeof value === 'string') return escaped(value);
  return Array.isArray(value) ? value.map(({ html }) => html).join('') : value.html;
}
