import { readFileSync } from 'node:fs';

/** Reads environment variables whose values are in files, and finds misspelled variables. */

export type Environment = Record<string, string | undefined>;

/** Reads variables from files (`NAME_FILE`). If a file is unreadable, its variable gets a placeholder and is not reported as missing. */
export function fromFiles(env: Environment, names: string[]) {
  const values: Environment = { ...env };
  const errors: { name: string; says: string }[] = [];
  for (const name of names) {
    const path = env[`${name}_FILE`]?.trim();
    if (!path) continue;
    const read = env[name]?.trim() ? { error: `is set beside ${name}; set one of them` } : readSecret(path);
    if (read.error) errors.push({ name, says: `${name}_FILE: ${read.error}` });
    values[name] = read.value ?? 'not read';
  }
  return { values, errors };
}

function readSecret(path: string): { value?: string; error?: string } {
  try {
    const value = readFileSync(path, 'utf8').trim();
    return value ? { value } : { error: 'the file is empty' };
  } catch (error) {
    return { error: `the file cannot be read (${(error as NodeJS.ErrnoException).code})` };
  }
}

/** Matches prefixes of Deckhand's variables, such as `SLACK_`. Leaves out prefixes such as LOG_ that many other programs use, too. */
const OURS = /^(SLACK|SERVICE|ENCRYPTION|DATABASE|METRICS|POLL|FOLLOW|RETENTION|OPT_OUT)_/;

/** Returns variables that are set but not in `names`, and probably meant for Deckhand. Adds the correct name if known: `PROT (PORT?)`. */
export function unknownNames(env: Environment, names: string[]): string[] {
  const known = names.flatMap((name) => [name, `${name}_FILE`]);
  const isSet = (name: string) => Boolean(env[name]?.trim());
  const free = known.filter((name) => name.length > 4 && !isSet(name));
  return Object.keys(env).flatMap((name) => {
    if (!isSet(name) || known.includes(name)) return [];
    const meant = free.find((each) => isNear(name, each));
    if (meant) return `${name} (${meant}?)`;
    return OURS.test(name) ? name : [];
  });
}

/** Returns true if the names are equal or differ only in one letter, which was added, left out, replaced or moved. */
function isNear(one: string, other: string): boolean {
  const found = new Set(variants(one));
  return variants(other).some((variant) => found.has(variant));
}

/** Returns the name, and all names that result from removing one of its letters. */
const variants = (name: string) => [
  name,
  ...Array.from(name, (_, at) => name.slice(0, at) + name.slice(at + 1)),
];
