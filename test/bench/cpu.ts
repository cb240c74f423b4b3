import { METRICS_TOKEN } from '../journeys/stand-ins.ts';

/** Seconds of processor time that an app's process has taken so far, read off its own metrics. */
export async function processorSeconds(url: string): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
}
