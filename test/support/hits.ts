import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The routes of the service that each test file was answered at, as the stand-in has recorded it. Files run in several
 * processes, so each stand-in leaves a note in a folder of the run, and its end reads them all (global-setup.ts).
 */

interface Note {
  file: string;
  routes: string[];
}

/** @returns the routes of the table that their journeys, which ran, did not drive. @param ran paths of the test files */
export function notDriven(
  table: { route: { method: string; path: string }; journey: string }[],
  folder: string,
  ran: string[],
): string[] {
  const notes = readdirSync(folder).map(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Note,
  );
  const driven = notes.flatMap(({ file, routes }) => routes.map((route) => `${file} ${placeless(route)}`));
  return table.flatMap(({ route, journey }) => {
    const file = ran.find((path) => path.endsWith(`/journeys/${journey}.test.ts`));
    const isMissing = file && !driven.includes(`${file} ${shape(route)}`);
    return isMissing ? [`${shape(route)} in ${journey}.test.ts`] : [];
  });
}

const placeless = (text: string) => text.replace(/\{\w+\}/g, '{}');
export const shape = ({ method, path }: { method: string; path: string }) => placeless(`${method} ${path}`);
