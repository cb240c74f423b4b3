import { setTimeout as wait } from 'node:timers/promises';
import type { Place } from '../support/database.ts';
import { addFollowed, type Deployment, serverPlace, withDeployment } from './deployment.ts';
import type { Bench, Figure } from './figures.ts';
import { barePglite, barePostgres, type Launched, launchBare, launchProduct } from './launch.ts';
import { inPairs } from './pairs.ts';

/** Generations to take up again. */
const MANY = 1_000;
const MOST_WITH_MANY = 1.5;
const MOST_OF_FIRST = 1.3;
/** Milliseconds that a later start may take longer than PGlite's own opening of the folder. */
const LATER_MS = 900;
const POSTGRES_MS = 700;

/**
 * From the start of the process until `/readyz` answers 200. The baselines: bare PGlite, which makes or opens a database, bare
 * Node, which connects to PostgreSQL (where `DATABASE_URL` names a server), and the same start with nothing to take up. The short
 * form compares processor time.
 */
export const bench: Bench = {
  full: () =>
    withDeployment(async (deployment) => [
      ...(await firstStarts(deployment)),
      await laterStart(deployment, 'readyMs', 3, { of: 'difference', most: LATER_MS }),
      ...(await postgresStart(deployment)),
      ...(await withManyToTakeUp(deployment)),
    ]),
  short: () =>
    withDeployment(async (deployment) => [
      await laterStart(deployment, 'readyCpuMs', 3, { of: 'ratio', most: 3.8 }),
    ]),
};

type Measure = 'readyMs' | 'readyCpuMs';

/** The database copied, as in the image, or made, as without one; a bare PGlite makes one. */
async function firstStarts({ env, template, newFolder }: Deployment): Promise<Figure[]> {
  const bare = () => timeOf(launchBare(barePglite, { ...env, FOLDER: newFolder() }), 'readyMs');
  const product = (DATABASE_TEMPLATE: string) => () =>
    timeOf(launchProduct({ ...env, DATABASE_TEMPLATE, DATA_DIR: newFolder() }), 'readyMs');
  const common = {
    ...{ baselineName: 'bare PGlite, making one', unit: 'ms' },
    target: { of: 'ratio', most: MOST_OF_FIRST } as const,
  };
  return [
    {
      name: 'first start, with a database to copy',
      ...(await inPairs(3, product(template), bare)),
      ...common,
    },
    { name: 'first start, with none', ...(await inPairs(3, product(''), bare)), ...common },
  ];
}

async function laterStart(
  { env, template, newFolder }: Deployment,
  measure: Measure,
  pairs: number,
  target: Figure['target'],
): Promise<Figure> {
  const folder = newFolder();
  const product = () =>
    timeOf(launchProduct({ ...env, DATABASE_TEMPLATE: template, DATA_DIR: folder }), measure);
  const bare = () => timeOf(launchBare(barePglite, { ...env, FOLDER: `${folder}/postgres` }), measure);
  await product();
  return {
    ...{ name: 'later start', ...(await inPairs(pairs, product, bare)), unit: unitOf(measure) },
    ...{ baselineName: 'bare PGlite, same folder', target },
  };
}

async function postgresStart({ env }: Deployment): Promise<Figure[]> {
  const place = await serverPlace();
  if (!place) return [];
  try {
    const product = () => timeOf(launchProduct({ ...env, ...place.env }), 'readyMs');
    const bare = () => timeOf(launchBare(barePostgres, { ...env, ...place.env }), 'readyMs');
    await product();
    const pair = await inPairs(5, product, bare);
    const named = { name: 'start on PostgreSQL', baselineName: 'bare Node, connecting' };
    return [{ ...named, ...pair, unit: 'ms', target: { of: 'value', most: POSTGRES_MS } }];
  } finally {
    await place.drop();
  }
}

/** After a kill on the embedded database, which is the harder case; the leases of a server's have to run out first. */
async function withManyToTakeUp({ env, template, newFolder, polled }: Deployment): Promise<Figure[]> {
  const figures: Figure[] = [];
  const empty = newFolder();
  const full = newFolder();
  const embedded = (dataDir: string) => ({ ...env, DATABASE_TEMPLATE: template, DATA_DIR: dataDir });
  for (const dataDir of [empty, full]) await timeOf(launchProduct(embedded(dataDir)), 'readyMs');
  const server = await serverPlace();
  const emptyServer = await serverPlace();
  const starts = [
    {
      name: `start with ${MANY} generations to take up, after a kill`,
      place: { dataDir: `${full}` } as Place,
      many: embedded(full),
      none: embedded(empty),
      end: 'kill' as const,
    },
    ...(server && emptyServer
      ? [
          {
            name: `the same on PostgreSQL, after a stop`,
            place: server as Place,
            many: { ...env, ...server.env },
            none: { ...env, ...emptyServer.env },
            end: 'stop' as const,
          },
        ]
      : []),
  ];
  for (const { name, place, many, none, end } of starts) {
    await addFollowed(place, MANY);
    await timeOf(launchProduct(none), 'readyMs', end);
    const takenUp = async () => {
      polled.clear();
      const product = await launchProduct(many);
      while (polled.size < MANY) await wait(10);
      await product[end]();
      return product.readyMs;
    };
    await takenUp();
    const pair = await inPairs(3, takenUp, () => timeOf(launchProduct(none), 'readyMs', end));
    const target = { of: 'ratio', most: MOST_WITH_MANY } as const;
    figures.push({ name, ...pair, baselineName: 'with none', unit: 'ms', target });
  }
  await server?.drop();
  await emptyServer?.drop();
  return figures;
}

async function timeOf(
  launching: Promise<Launched>,
  measure: Measure,
  end: 'stop' | 'kill' = 'stop',
): Promise<number> {
  const launched = await launching;
  await launched[end]();
  return launched[measure];
}

function unitOf(measure: Measure): string {
  return measure === 'readyMs' ? 'ms' : 'ms of processor time';
}
