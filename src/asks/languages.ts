/** Codes as in BCP 47; a menu in Slack holds at most 100. */
const CODES =
  'en en-GB de fr es es-MX it pt pt-BR nl sv da nb fi is pl cs sk sl hr sr hu ro bg el tr uk ru et lv lt ' +
  'he ar fa ur hi bn ta te mr gu kn ml pa th vi id ms fil ja ko zh-Hans zh-Hant sw af ca eu gl cy ga';

/** The languages that a document can be written in: code and English name, in the order of their names. */
export const languages: readonly (readonly [code: string, name: string])[] = byName();

const names = new Map(languages);

/** The English name of a language of the list; another code, which only a forged form can hold, stays what it is. */
export function languageName(code: string): string {
  return names.get(code) ?? code;
}

function byName(): [string, string][] {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const pairs = CODES.split(' ').map((code): [string, string] => [code, names.of(code) ?? code]);
  return pairs.sort(([, one], [, other]) => one.localeCompare(other, 'en'));
}
