import { type Block, type BlockOf, type Chart, plain, type Stat } from '../deck.ts';
import { capitalised } from './sentences.ts';

/** A number as written: "$4.2M", "18 %", "1,250". */
interface Figure {
  text: string;
  value: number;
  prefix: string;
  suffix: string;
}

const NUMBER = String.raw`(?<![\p{L}\w.,/:#$€£¥-])[-+−~≈]?[$€£¥]?\s?\d{1,3}(?:[,\u202F\u00A0 ]\d{3})+(?:\.\d+)?|(?<![\p{L}\w.,/:#$€£¥-])[-+−~≈]?[$€£¥]?\d+(?:[.,]\d+)?`;
const UNIT = String.raw`\s?(?:%|pp\b|(?:k|K|M|Md|Mio\.?|Mrd\.?)\s?€|(?:k|K|m|M|bn|B|million|billion|thousand)\b|×|x\b|€|h\b|ms\b|s\b|min(?:utes)?\b|hours?\b|days?\b|weeks?\b|months?\b|years?\b|people\b|FTE\b|GB\b|TB\b)?(?![\w:/-])`;
const figure = new RegExp(`((?:${NUMBER})${UNIT})`, 'gu');

function figureOf(text: string): Figure | undefined {
  const found = /^([-+−~≈]?)([$€£¥]?)\s?([\d.,\u202F\u00A0 ]*\d)\s?(.*)$/u.exec(text.trim());
  if (!found) return undefined;
  const digits = (found[3] ?? '').replace(/[\u202F\u00A0 ]/g, '');
  // A comma before exactly three digits groups thousands; any other is a decimal comma.
  const value = Number(digits.replace(/,(?=\d{3}\b)/g, '').replace(',', '.'));
  if (!Number.isFinite(value)) return undefined;
  const sign = /[-−]/.test(found[1] ?? '') ? -1 : 1;
  return { text: text.trim(), value: sign * value, prefix: found[2] ?? '', suffix: (found[4] ?? '').trim() };
}

const isYear = (text: string) => /^(19|20)\d\d$/.test(text);

const month = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const monthBefore = new RegExp(`\\b(?:${month})[a-z]*\\.?\\s+$`, 'i');
const monthAfter = new RegExp(`^(?:st|nd|rd|th|\\.)?\\s+(?:of\\s+)?(?:${month})`, 'i');

function isDate(text: string, index: number, raw: string): boolean {
  const at = text.indexOf(raw, index);
  return (
    /^\d{1,2}$/.test(raw) &&
    (monthBefore.test(text.slice(0, at)) || monthAfter.test(text.slice(at + raw.length)))
  );
}

/** Figures in a text that are worth showing: no years, no bare small counts. */
function figuresIn(text: string): { figure: Figure; at: number; raw: string }[] {
  return [...text.matchAll(figure)].flatMap((match) => {
    const raw = match[0].trim();
    const found = figureOf(raw);
    if (!found || isYear(raw) || isDate(text, match.index, raw)) return [];
    return [{ figure: found, at: match.index + match[0].indexOf(raw), raw }];
  });
}

const moves =
  'went|goes|go|gone|back|costs|cost us|spent|uses|takes|up|down|grew|grown|growing|rose|risen|fell|fallen|dropped|increased|decreased|improved|climbed|slipped|reached|hit|is|are|was|were|at|of|to|by|from|now|about|around|over|under|nearly|almost|only|just|still|has|have|had|the|a|an|our|we|with|and';
const trailing = new RegExp(`(?:[\\s,;:–—-]+|\\b(?:${moves})\\b)+$`, 'i');
const leading = new RegExp(`^(?:[\\s,;:–—-]+|\\b(?:${moves}|in|for|per)\\b)+`, 'i');

/** Half a sentence, or cut off at "for" or "in" ("free for 30 days"): no name of a number. */
const isNoName =
  /^(?:i|you|he|she|they|it|we|this|that|there|and|but|so|or|not|if|when|as|because|only|also|where|which|who|on|at|in|against|with|to|by|from)\b|\b(?:will|can|would|should|has|have|is|are)\b|\b(?:for|in|within|after|before|until|on|per|each|every|than|as|not|um|auf|von|bei|bis|mit|zu[mr]?|sur|de|du|des|à|au|en|por|con|del|al|\p{L}+ed)$/iu;
/** Says no more than that it is so. */
const isPlain = /^(?:(?:is|are|was|were|has|have|now|at|of|the|a|an|it|to|went)\s*)*$/i;
const about =
  /\b(?:under|over|about|around|nearly|almost|only|just|at least|at most|up to|more than|less than|below|above)$/i;

/**
 * "revenue up 18% to $4.2M" → $4.2M, Revenue, up 18%. The words around a figure stay with it: "down to 2.1%" is a
 * level and no change, "under 15%" is not 15%. Nothing where its name does not stand before it.
 */
export function statOf(phrase: string): Stat | undefined {
  const [first, second] = figuresIn(phrase);
  if (!first) return undefined;
  const before = phrase.slice(0, first.at);
  const name = before.replace(trailing, '').replace(leading, '').replace(/\s+/g, ' ').trim();
  const isNamed = /^\p{L}.{1,43}$/u.test(name) && name.split(' ').length <= 4 && !isNoName.test(name);
  if (!isNamed) return undefined;
  const label = capitalised(name);
  const between = before.slice(before.replace(trailing, '').length).replace(/^[\s:,;–—-]+|[\s:,;–—-]+$/g, '');
  const isPair = second && /^\s*(to|→|->)\s*$/i.test(phrase.slice(first.at + first.raw.length, second.at));
  const isFrom = /\bfrom\s*$/i.test(before);
  if (isPair) {
    const isChange = first.figure.suffix === '%' && second.figure.suffix !== '%' && !isFrom;
    return {
      value: second.raw,
      label,
      note: isChange ? `${between} ${first.raw}`.trim() : `from ${first.raw}`,
    };
  }
  const after = (phrase.slice(first.at + first.raw.length).split(/[;(]|[,.](?!\d)/)[0] ?? '').trim();
  // "From 12 to about 18" and "is 34 days overdue" say more than a figure: they stay in their own words.
  if (isFrom || after.length > 48 || (after && /^(?:is|are|was|were)\b/i.test(between))) return undefined;
  const note = isPlain.test(between) ? after : [between, first.raw, after].filter(Boolean).join(' ');
  const value = [about.exec(between)?.[0], first.raw].filter(Boolean).join(' ');
  return { value, label, ...(note.length > 1 ? { note } : {}) };
}

/** The phrases of a sentence: parted by semicolons, commas that are not inside a number, and "and". */
export function phrasesOf(text: string): string[] {
  return outsideBrackets(text, /;|(?<!\d),|,(?!\d)|\s+and\s+|(?<=[a-z%)\d])[.!?](?:\s+|$)/gi).map((phrase) =>
    phrase.replace(/^and\s+/i, ''),
  );
}

/** Parts a text at a sign, but never within brackets or quotes. */
export function outsideBrackets(text: string, sign: RegExp): string[] {
  const kept = [...text.matchAll(/\([^()]*\)|\[[^[\]]*\]|“[^”]*”|"[^"]*"/g)].map(
    (found) => [found.index, found.index + found[0].length] as const,
  );
  const parts: string[] = [];
  let from = 0;
  for (const found of text.matchAll(sign)) {
    if (kept.some(([start, end]) => found.index > start && found.index < end)) continue;
    parts.push(text.slice(from, found.index));
    from = found.index + found[0].length;
  }
  return [...parts, text.slice(from)].map((phrase) => phrase.trim()).filter(Boolean);
}

/** The named figures of a text, at most `most`, each label once. */
export function statsIn(text: string, most = 4): Stat[] {
  const stats = phrasesOf(text).flatMap((phrase) => statOf(phrase) ?? []);
  const labels = stats.map((stat) => stat.label.toLowerCase());
  return stats
    .filter((stat, at) => labels.indexOf(stat.label.toLowerCase()) === at && isNotable(stat))
    .slice(0, most);
}

/** A bare small number ("3 things") says little in large type. */
export function isNotable(stat: Stat): boolean {
  const found = figureOf(stat.value.replace(/^[a-z ]+/i, ''));
  return Boolean(
    found && (found.prefix || found.suffix || Math.abs(found.value) >= 10 || stat.note?.startsWith('from ')),
  );
}

interface Point {
  label: string;
  figure: Figure;
}

/** Named by time: drawn as a line when there are many. */
const isTime = (label: string) =>
  /^(q[1-4]|h[12]|w(eek)?\s?\d+|day\s?\d+|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|(19|20)\d\d)/i.test(
    label,
  );

function chartOf(points: Point[], name: string): Chart | undefined {
  if (points.length < 3 || points.length > 12) return undefined;
  const [first] = points;
  if (
    !first ||
    points.some(
      (point) => point.figure.prefix !== first.figure.prefix || point.figure.suffix !== first.figure.suffix,
    )
  )
    return undefined;
  const values = points.map((point) => point.figure.value);
  const sum = values.reduce((total, value) => total + value, 0);
  const shares = first.figure.suffix === '%' && sum > 97 && sum < 103 && values.every((value) => value > 0);
  const type = shares
    ? 'doughnut'
    : points.length >= 5 && points.every((point) => isTime(point.label))
      ? 'line'
      : 'bar';
  const { prefix, suffix } = first.figure;
  return {
    type,
    labels: points.map((point) => point.label),
    series: [{ name: name || 'Value', values }],
    prefix: prefix || undefined,
    suffix: suffix ? (/^[%kKmMbB]/.test(suffix) ? suffix : ` ${suffix}`) : undefined,
  };
}

/** "Q1 12, Q2 18, Q3 25" or "Cloud: 20%, People: 55%, Other: 25%" as a chart. */
export function chartIn(text: string): { chart: Chart; name: string } | undefined {
  const colon = /^([^:]{3,60}):\s*(?=[^\d\s$€£][^,]*\d.*,.*\d)/s.exec(text.trim());
  const series = colon ? text.trim().slice(colon[0].length) : text;
  const points: Point[] = [];
  for (const phrase of series.split(/,(?!\d{3}\b)\s*(?:and\s+)?|;|\n|\s+and\s+/)) {
    const found =
      /^\s*(?:and\s+)?(.{1,28}?)\s*[:=–—-]?\s*(?:at\s+|was\s+|is\s+)?([-+−]?[$€£¥]?\d[\d.,]*\s?(?:%|[kKmMbB]|bn|million|billion)?)\s*\.?\s*$/u.exec(
        phrase,
      );
    const value = found && figureOf(found[2] ?? '');
    const label = found?.[1]?.trim() ?? '';
    if (value && /[\p{L}\d]/u.test(label) && !trailing.test(` ${label}`))
      points.push({ label: lastName(label, points.length), figure: value });
    else if (points.length > 0) break;
  }
  const name = colon?.[1]?.trim() ?? '';
  const chart = chartOf(points, name);
  return chart && { chart, name };
}

/** "Sales by quarter were Q1" names the point by its last word when that is a time. */
function lastName(label: string, position: number): string {
  if (position > 0) return label;
  const last = label.split(/\s+/).at(-1) ?? label;
  return isTime(last) ? last : label;
}

/** A list of "label: number". */
function pointsOf(list: BlockOf<'list'>): Point[] | undefined {
  const points = list.items.map((item) => {
    const text = plain(item.spans).trim();
    const found =
      /^(.{1,40}?)\s*[:=–—]\s*([-+−]?[$€£¥]?\d[\d.,]*\s?(?:%|[kKmMbB]|bn|million|billion|days?|h|hours?|people)?)\s*$/u.exec(
        text,
      );
    const value = found && figureOf(found[2] ?? '');
    return value && item.level === 0 ? { label: found[1]?.trim() ?? '', figure: value } : undefined;
  });
  return points.every((point) => point !== undefined) && points.length >= 2 ? points : undefined;
}

/** A list of numbers as a chart where the units agree, as big numbers where they do not. */
export function shownList(list: BlockOf<'list'>, name: string): Block | undefined {
  const points = pointsOf(list);
  if (!points) return undefined;
  const chart = chartOf(points, name);
  if (chart) return { kind: 'chart', chart };
  if (points.length > 6) return undefined;
  return { kind: 'stats', stats: points.map((point) => ({ value: point.figure.text, label: point.label })) };
}

/** Colours of a theme. */
const MOST_SERIES = 5;

/** A table whose columns after the first are numbers of one unit, as a chart. */
export function chartOfTable(table: BlockOf<'table'>): Chart | undefined {
  if (table.rows.length < 2 || table.rows.length > 12) return undefined;
  const columns = table.header.flatMap((_, column) => {
    if (column === 0) return [];
    const figures = table.rows.map((row) => figureOf(plain(row[column] ?? [])));
    return figures.every((found) => found !== undefined && found.suffix.length <= 2)
      ? [{ column, figures: figures as Figure[] }]
      : [];
  });
  const [first] = columns;
  if (!first) return undefined;
  const unit = (found: Figure | undefined) => `${found?.prefix}${found?.suffix}`;
  const alike = columns.filter((c) => c.figures.every((found) => unit(found) === unit(first.figures[0])));
  // A chart that leaves columns out would say something else.
  if (alike.length > MOST_SERIES) return undefined;
  const labels = table.rows.map((row) => plain(row[0] ?? []));
  const sample = first.figures[0];
  return {
    type: labels.length >= 5 && labels.every(isTime) ? 'line' : 'bar',
    labels,
    series: alike.map(({ column, figures }) => ({
      name: plain(table.header[column] ?? []),
      values: figures.map((found) => found.value),
    })),
    prefix: sample?.prefix || undefined,
    suffix: sample?.suffix || undefined,
  };
}
