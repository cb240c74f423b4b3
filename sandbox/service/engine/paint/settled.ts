import { unzipped, zipped } from './zip.ts';

const ALWAYS = '2026-01-01T00:00:00Z';
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const encode = (text: string) => new TextEncoder().encode(text);

/**
 * An Office file that is the same whenever it is made: without its times, and with its charts counted from one
 * (pptxgenjs counts on from file to file). The workbooks inside charts are settled in the same way.
 */
export function settled(bytes: Uint8Array): Uint8Array {
  const files = Object.entries(unzipped(bytes)).filter(([name]) => !name.endsWith('/'));
  const renamed = renaming(files.map(([name]) => name));
  const kept: Record<string, Uint8Array> = {};
  for (const [name, content] of files) {
    if (name.endsWith('.xlsx')) kept[renamed(name)] = settled(content);
    else if (/\.(xml|rels)$/.test(name))
      kept[renamed(name)] = encode(paragraphsOnce(withoutTimes(renamed(decode(content)))));
    else kept[name] = content;
  }
  return zipped(kept);
}

function withoutTimes(xml: string): string {
  return xml.replace(/(<dcterms:(?:created|modified)[^>]*>)[^<]*/g, `$1${ALWAYS}`);
}

/** pptxgenjs begins each stretch of text with the properties of its paragraph; a paragraph has them once, at its start. */
const paragraphsOnce = (xml: string) => xml.replace(/(<\/a:r>)<a:pPr\b(?:[^>]*\/>|.*?<\/a:pPr>)/gs, '$1');

const chartFile = /\b(chart|Microsoft_Excel_Worksheet)(\d+)(?=\.xml|\.xlsx)/g;

/** Gives the charts among the files the numbers from one on, wherever they are named. */
function renaming(names: string[]): (text: string) => string {
  const charts = names.flatMap((name) => /charts\/chart(\d+)\.xml$/.exec(name)?.[1] ?? []);
  const order = charts.map(Number).sort((a, b) => a - b);
  return (text) =>
    text.replace(chartFile, (all, kind: string, number: string) => {
      const at = order.indexOf(Number(number));
      return at < 0 ? all : `${kind}${at + 1}`;
    });
}
