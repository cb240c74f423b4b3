import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The calls that each test file was answered at, as the stand-in has recorded them. Files run in several processes, so each stand-in
 * leaves a note in a folder of the run, and its end reads them all (global-setup.ts).
 */

interface Note {
  file: string;
  calls: Call[];
}

/** An answered call. */
export interface Call {
  route: string;
  /** The fields of its query and its body. */
  sent: unknown;
}

/** What a journey has to have sent in one call: fields of the query or the body, `a.b` for one inside another. */
export type Sends = Record<string, RegExp>;

interface Proof {
  route: { method: string; path: string };
  journey: string;
  sends?: Sends | undefined;
}

/** @returns the routes of the table that their journeys, which ran, did not drive as it says. @param ran paths of the test files */
export function notDriven(table: Proof[], folder: string, ran: string[]): string[] {
  const notes = readdirSync(folder).map(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Note,
  );
  return table.flatMap(({ route, journey, sends = {} }) => {
    const file = ran.find((path) => path.endsWith(`/journeys/${journey}.test.ts`));
    if (!file) return [];
    const calls = notes
      .flatMap((note) => (note.file === file ? note.calls : []))
      .filter((call) => placeless(call.route) === shape(route));
    if (calls.some((call) => lacking(call, sends).length === 0)) return [];
    const [best] = calls
      .map((call) => lacking(call, sends))
      .toSorted((one, other) => one.length - other.length);
    const what = best ? ` never sent ${best.join(', ')} as the table says` : '';
    return [`${shape(route)} in ${journey}.test.ts${what}`];
  });
}

/** Returns the fields that a call did not send as expected. */
function lacking({ sent }: Call, sends: Sends): string[] {
  return Object.entries(sends).flatMap(([field, expected]) => {
    const value = field
      .split('.')
      .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], sent);
    return value !== undefined && expected.test(String(value)) ? [] : [field];
  });
}

const placeless = (text: string) => text.replace(/\{\w+\}/g, '{}');
export const shape = ({ method, path }: { method: string; path: string }) => placeless(`${method} ${path}`);
