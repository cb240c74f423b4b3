import { METRICS_TOKEN } from '../journeys/stand-ins.ts';

/** What an app's process says of itself. */

/** Seconds of processor time so far. */
export const processorSeconds = async (url: string): Promise<number> =>
  read(await metricsOf(url), 'process_cpu_seconds_total');

/** Processor time in milliseconds, and statements sent to the database, so far. */
export async function figuresOf(url: string): Promise<{ ms: number; statements: number }> {
  const text = await metricsOf(url);
  return {
    ms: read(text, 'process_cpu_seconds_total') * 1000,
    statements: read(text, 'deckhand_database_statements_total'),
  };
}

export async function metricsOf(url: string): Promise<string> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  return (await fetch(`${url}/metrics`, { headers })).text();
}

function read(text: string, name: string): number {
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
}
