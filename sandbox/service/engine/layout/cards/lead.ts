import type { Span } from '../../deck.ts';

/** "**Owner:** Ana" or "Owner: Ana" is a lead and the rest. A lead is short, or it is a sentence of its own. */
export function splitLead(spans: Span[]): { lead?: string; rest: Span[] } {
  const [first, ...others] = spans;
  if (!first) return { rest: [] };
  if (first.bold && !first.href && first.text.length <= 48 && others.length > 0)
    return { lead: first.text.replace(/[\s:–—-]+$/, ''), rest: trimmed(others) };
  const found = /^([^:.!?(]{2,40}):\s+(?=\S)/.exec(first.text);
  if (!found || first.href || first.code) return { rest: spans };
  return {
    lead: found[1],
    rest: trimmed([{ ...first, text: first.text.slice(found[0].length) }, ...others]),
  };
}

function trimmed(spans: Span[]): Span[] {
  const [first, ...others] = spans;
  if (!first) return [];
  const text = first.text.replace(/^[\s:–—-]+/, '');
  return text ? [{ ...first, text: text[0]?.toUpperCase() + text.slice(1) }, ...others] : trimmed(others);
}
