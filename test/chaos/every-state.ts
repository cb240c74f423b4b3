import { spawnSync } from 'node:child_process';
import { serverUrl } from '../support/database.ts';
import { type OwnPostgres, startOwnPostgres } from './all/own-postgres.ts';
import { databaseNames } from './all/report.ts';

/**
 * The table of test/journeys/kill.test.ts with a kill for each of its moments, where `npm test` has two for all of them, and all cuts
 * of test/generations/crash-anywhere.test.ts, on both databases. @returns whether every promise was kept, and a line for each database
 */
export async function everyState({
  times,
  on,
}: {
  times: number;
  on?: string | undefined;
}): Promise<{ isGood: boolean; text: string }> {
  const lines: string[] = [];
  let runs = 0;
  let isGood = true;
  for (const name of databaseNames.filter((each) => !on || each === on)) {
    const server = name === 'postgres' ? await postgres() : undefined;
    if (typeof server === 'string') {
      lines.push(`Skipped on ${name}: ${server}.`);
      continue;
    }
    console.log(`On ${name}:`);
    const ended = Array.from({ length: times }, () => killInEach(server?.url));
    server?.stop();
    runs += 1;
    isGood &&= ended.every((status) => status === 0);
    lines.push(
      `On ${name}, ${ended.filter((status) => status === 0).length} of ${times} runs kept every promise.`,
    );
  }
  return { isGood: isGood && runs > 0, text: lines.join('\n') };
}

/** @returns why there is none */
async function postgres(): Promise<Pick<OwnPostgres, 'url' | 'stop'> | string> {
  const own = await startOwnPostgres();
  if (typeof own !== 'string') return own;
  return serverUrl ? { url: serverUrl, stop() {} } : `${own}, and DATABASE_URL names none`;
}

const VITEST = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=verbose',
  'test/journeys/kill.test.ts',
  'test/generations/crash-anywhere.test.ts',
];

function killInEach(databaseUrl: string | undefined): number | null {
  const { DATABASE_URL: _, ...rest } = process.env;
  const env = { ...rest, KILLS: 'each', ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  return spawnSync(process.execPath, VITEST, { stdio: 'inherit', env }).status;
}
