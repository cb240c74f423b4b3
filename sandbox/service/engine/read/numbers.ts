import { type BlockOf, type Chart, plain } from '../deck.ts';
import { decimalSignOf } from './sentences.ts';

/** The parts of a table cell with a number. */
interface Cell {
  negative: boolean;
  prefix: string;
  digits: string;
  suffix: string;
}

const CURRENCY = '[$€£¥₹]|[A-Z]{3}';
const UNIT = String.raw`%|‰|°[CF]?|[$€£¥₹]|\p{L}[\p{L}.²³/]{0,11}(?:\s[$€£¥₹])?`;
/** A whole cell: a sign, a currency, a sign after the currency instead, the digits, a unit. */
const NUMBER = new RegExp(
  String.raw`^(?<sign>[-–−+]?)(?<prefix>(?:${CURRENCY})?\s?)(?<inner>[-–−+]?)(?<digits>\d(?:[\d.,'’\u00A0\u202F ]*\d)?)(?<suffix>(?:\s?(?:${UNIT}))?)$`,
  'u',
);

/** Words after digits that make a date or an ordinal: "3 May", "2nd". */
const NO_UNIT = /^\s?(?:st|nd|rd|th|jan|feb|m[aäá]r|a[pbv]r|ma[iy]|jun|jul|aug|ago|sep|o[ck]t|nov|de[czs])/i;

function cellOf(text: string): Cell | undefined {
  const inBrackets = /^\((.*)\)$/.exec(text)?.[1];
  const found = NUMBER.exec(inBrackets ?? text)?.groups;
  if (!found) return undefined;
  const { sign = '', prefix = '', inner = '', digits = '', suffix = '' } = found;
  if ((sign && inner) || (inBrackets && (sign || inner)) || NO_UNIT.test(suffix)) return undefined;
  return { negative: Boolean(inBrackets) || /[-–−]/.test(sign + inner), prefix, digits, suffix };
}

const GROUPED = {
  '.': /^[1-9]\d{0,2}(?:([,'’\u00A0\u202F ])\d{3})(?:\1\d{3})*(?:\.\d+)?$/,
  ',': /^[1-9]\d{0,2}(?:([.'’\u00A0\u202F ])\d{3})(?:\1\d{3})*(?:,\d+)?$/,
};
const PLAIN = { '.': /^\d+(?:\.\d+)?$/, ',': /^\d+(?:,\d+)?$/ };

/** Parses digits with one decimal sign; undefined if they do not follow its rules. */
function readNumber(digits: string, decimal: '.' | ','): number | undefined {
  if (!GROUPED[decimal].test(digits) && !PLAIN[decimal].test(digits)) return undefined;
  const [whole = '', fraction = ''] = digits.split(decimal);
  return Number(`${whole.replace(/\D/g, '')}.${fraction || '0'}`);
}

/**
 * Parses cells with the same decimal sign for all. If both signs are possible ("1.250"), the sign of the language is used,
 * and only if it makes the dot or comma a separator of thousands. Returns undefined if a cell is not a number or is unclear.
 */
function valuesOf(cells: Cell[], language: string): number[] | undefined {
  const readings = (['.', ','] as const).flatMap((decimal) => {
    const values = cells.map((cell) => readNumber(cell.digits, decimal));
    return values.every((value) => value !== undefined) ? [{ decimal, values }] : [];
  });
  const [one, other] = readings;
  if (!one) return undefined;
  const isSame = other?.values.every((value, i) => value === one.values[i]) ?? true;
  const chosen = isSame ? one : readings.find(({ decimal }) => decimal === decimalSignOf(language));
  const rest = chosen === one ? other : one;
  const groups = chosen?.values.every((value, i) => isSame || value >= (rest?.values[i] ?? 0));
  return groups ? chosen?.values.map((value, i) => (cells[i]?.negative ? -value : value)) : undefined;
}

/** Parses one cell; undefined if it is not a number. Used to align columns. */
export function numberIn(text: string): number | undefined {
  const cell = cellOf(text.trim());
  return cell && (readNumber(cell.digits, '.') ?? readNumber(cell.digits, ','));
}

/** Most bars that can be told apart on one card. */
const MOST_BARS = 24;
const MOST_ROWS = 12;
const MOST_SERIES = 5;

/**
 * Returns a chart of the number columns of a table, or undefined if it has none or too many. In every column with digits all
 * cells must be numbers with the same unit and notation. Otherwise the chart would leave some of them out.
 */
export function chartOf(table: BlockOf<'table'>, language: string): Chart | undefined {
  const { rows, header } = table;
  const textAt = (row: number, column: number) => plain(rows[row]?.[column] ?? []).trim();
  const columns = header
    .map((_, column) => column)
    .filter((column) => column > 0 && rows.some((_, row) => /\d/.test(textAt(row, column))));
  if (columns.length === 0 || columns.length > MOST_SERIES) return undefined;
  if (rows.length < 2 || rows.length > MOST_ROWS || rows.length * columns.length > MOST_BARS)
    return undefined;
  const written = columns.map((column) => rows.map((_, row) => textAt(row, column)));
  if (written.some((texts) => texts.every((text) => /^(?:19|20)\d\d$/.test(text)))) return undefined;
  const cells = written.flat().map(cellOf);
  if (!cells.every((cell) => cell !== undefined)) return undefined;
  const [first] = cells;
  if (!first || cells.some(({ prefix, suffix }) => prefix !== first.prefix || suffix !== first.suffix))
    return undefined;
  const values = valuesOf(cells, language);
  if (!values) return undefined;
  return {
    labels: rows.map((_, row) => textAt(row, 0)),
    series: columns.map((column, i) => ({
      name: plain(header[column] ?? []),
      values: values.slice(i * rows.length, (i + 1) * rows.length),
      written: written[i] ?? [],
    })),
    prefix: first.prefix,
    suffix: first.suffix,
  };
}
