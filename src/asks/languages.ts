/**
 * The languages that a document can be written in: BCP 47 code and English name, sorted by name. Not more than 100, because
 * that is Slack's limit for the options of a menu. The names do not come from `Intl.DisplayNames`, because it loads 8 MB at
 * each start.
 */
export const languages: readonly (readonly [code: string, name: string])[] = [
  ['af', 'Afrikaans'],
  ['ar', 'Arabic'],
  ['bn', 'Bangla'],
  ['eu', 'Basque'],
  ['pt-BR', 'Brazilian Portuguese'],
  ['en-GB', 'British English'],
  ['bg', 'Bulgarian'],
  ['ca', 'Catalan'],
  ['hr', 'Croatian'],
  ['cs', 'Czech'],
  ['da', 'Danish'],
  ['nl', 'Dutch'],
  ['en', 'English'],
  ['et', 'Estonian'],
  ['fil', 'Filipino'],
  ['fi', 'Finnish'],
  ['fr', 'French'],
  ['gl', 'Galician'],
  ['de', 'German'],
  ['el', 'Greek'],
  ['gu', 'Gujarati'],
  ['he', 'Hebrew'],
  ['hi', 'Hindi'],
  ['hu', 'Hungarian'],
  ['is', 'Icelandic'],
  ['id', 'Indonesian'],
  ['ga', 'Irish'],
  ['it', 'Italian'],
  ['ja', 'Japanese'],
  ['kn', 'Kannada'],
  ['ko', 'Korean'],
  ['lv', 'Latvian'],
  ['lt', 'Lithuanian'],
  ['ms', 'Malay'],
  ['ml', 'Malayalam'],
  ['mr', 'Marathi'],
  ['es-MX', 'Mexican Spanish'],
  ['nb', 'Norwegian Bokmål'],
  ['fa', 'Persian'],
  ['pl', 'Polish'],
  ['pt', 'Portuguese'],
  ['pa', 'Punjabi'],
  ['ro', 'Romanian'],
  ['ru', 'Russian'],
  ['sr', 'Serbian'],
  ['zh-Hans', 'Simplified Chinese'],
  ['sk', 'Slovak'],
  ['sl', 'Slovenian'],
  ['es', 'Spanish'],
  ['sw', 'Swahili'],
  ['sv', 'Swedish'],
  ['ta', 'Tamil'],
  ['te', 'Telugu'],
  ['th', 'Thai'],
  ['zh-Hant', 'Traditional Chinese'],
  ['tr', 'Turkish'],
  ['uk', 'Ukrainian'],
  ['ur', 'Urdu'],
  ['vi', 'Vietnamese'],
  ['cy', 'Welsh'],
];

const names = new Map(languages);

/** Returns the English name of a language. A code that is not in the list, as in a forged form, is returned unchanged. */
export function languageName(code: string): string {
  return names.get(code) ?? code;
}
