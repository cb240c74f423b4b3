/** Number words and their values. */
const inWords: Record<string, number> = {
  one: 1,
  single: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  ninety: 90,
};

/** Source of a regular expression that matches a number in words or digits. It has no group. */
export const NUMBER = `${Object.keys(inWords).join('|')}|\\d{1,3}`;

/** Returns the value of a number in words or digits; NaN for other text. */
export function numberOf(said: string): number {
  return inWords[said.toLowerCase()] ?? (said === '' ? Number.NaN : Number(said));
}
