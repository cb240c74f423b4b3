import { setTimeout as wait } from 'node:timers/promises';
import { addFollowed, type Deployment, serverPlace, withDeployment } from './deployment.ts';
import type { Bench, Figure } from './figures.ts';
import { barePglite, barePostgres, type Launched, launchBare, launchProduct } from './launch.ts';

/** Generations in flight. */
const MANY = 1_000;
/** Milliseconds after which a process that nobody asks for anything is at rest, and has polled all generations twice. */
const REST_MS = 12_000;
const SHORT_REST_MS = 1_000;

/** MB, at most. */
const FIRST = 420;
const LATER = 380;
const EMBEDDED_AT_REST = 300;
const POSTGRES_AT_REST = 140;
const IN_FLIGHT = 60;

const embedded = { unit: 'MB', baselineName: 'bare PGlite' };
const postgres = { unit: 'MB', baselineName: 'bare Node, connected to PostgreSQL' };

/**
 * Memory of the product's process as Linux counts it (resident): its most in starting, with that of the child that makes a
 * database, then at rest, and with 1,000 generations in flight. The baselines: bare PGlite, which makes or opens the same
 * database, and bare Node, which connects to PostgreSQL (where `DATABASE_URL` names a server).
 */
export const bench: Bench = {
  full: () =>
    withDeployment(async (deployment) => [
      ...(await firstStarts(deployment)),
      ...(await laterStart(deployment)),
      ...(await onPostgres(deployment)),
    ]),
  /** Memory hardly depends on what else the machine does: one start of each, and a third more than it was. */
  short: () =>
    withDeployment(async ({ env, template, newFolder }) => {
      const folder = newFolder();
      const started = { ...env, DATABASE_TEMPLATE: template, DATA_DIR: folder };
      const first = await watched(launchProduct(started), SHORT_REST_MS);
      const bare = await watched(
        launchBare(barePglite, { ...env, FOLDER: `${folder}/postgres` }),
        SHORT_REST_MS,
      );
      const place = await serverPlace();
      const figures: Figure[] = [
        {
          ...{ name: 'first start, with a database to copy', value: first.treePeak, baseline: bare.peak },
          ...{ ...embedded, target: { of: 'ratio', most: 1.15 } },
        },
      ];
      if (!place) return figures;
      const product = await watched(launchProduct({ ...env, ...place.env }), SHORT_REST_MS);
      const node = await watched(launchBare(barePostgres, { ...env, ...place.env }), SHORT_REST_MS);
      await place.drop();
      figures.push({
        ...{ name: 'at rest, on PostgreSQL', value: product.atRest, baseline: node.atRest, ...postgres },
        target: { of: 'ratio', most: 3 },
      });
      return figures;
    }),
};

async function firstStarts({ env, template, newFolder }: Deployment): Promise<Figure[]> {
  const bare = await watched(launchBare(barePglite, { ...env, FOLDER: newFolder() }), 0);
  const first = (DATABASE_TEMPLATE: string) =>
    watched(launchProduct({ ...env, DATABASE_TEMPLATE, DATA_DIR: newFolder() }), 0);
  const figure = (name: string, value: number): Figure => ({
    ...{ name, value, baseline: bare.peak, ...embedded, target: { of: 'value', most: FIRST } },
  });
  return [
    figure('first start, with a database to copy', (await first(template)).treePeak),
    figure('first start, with none', (await first('')).treePeak),
  ];
}

async function laterStart({ env, template, newFolder }: Deployment): Promise<Figure[]> {
  const folder = newFolder();
  const product = () => launchProduct({ ...env, DATABASE_TEMPLATE: template, DATA_DIR: folder });
  await watched(product(), 0);
  const bare = await watched(launchBare(barePglite, { ...env, FOLDER: `${folder}/postgres` }), REST_MS);
  const later = await watched(product(), REST_MS);
  await addFollowed({ dataDir: folder }, MANY);
  const busy = await watched(product(), REST_MS);
  return [
    {
      ...{ name: 'later start', value: later.treePeak, baseline: bare.peak, ...embedded },
      target: { of: 'value', most: LATER },
    },
    {
      ...{ name: 'at rest', value: later.atRest, baseline: bare.atRest, ...embedded },
      target: { of: 'value', most: EMBEDDED_AT_REST },
    },
    inFlight(busy.atRest, later.atRest, 'embedded'),
  ];
}

async function onPostgres({ env }: Deployment): Promise<Figure[]> {
  const place = await serverPlace();
  if (!place) return [];
  try {
    const product = () => launchProduct({ ...env, ...place.env });
    await watched(product(), 0);
    const bare = await watched(launchBare(barePostgres, { ...env, ...place.env }), 0);
    const later = await watched(product(), REST_MS);
    await addFollowed(place, MANY);
    const busy = await watched(product(), REST_MS);
    return [
      {
        ...{ name: 'at rest, on PostgreSQL', value: later.atRest, baseline: bare.atRest, ...postgres },
        target: { of: 'value', most: POSTGRES_AT_REST },
      },
      inFlight(busy.atRest, later.atRest, 'on PostgreSQL'),
    ];
  } finally {
    await place.drop();
  }
}

function inFlight(value: number, baseline: number, where: string): Figure {
  return {
    ...{ name: `${MANY} generations in flight, ${where}`, value, baseline, baselineName: 'none in flight' },
    ...{ unit: 'MB', target: { of: 'difference', most: IN_FLIGHT } },
  };
}

/** MB of a process that is left alone for `restMs` once it is ready, and then stopped. */
async function watched(launching: Promise<Launched>, restMs: number) {
  const launched = await launching;
  await wait(restMs);
  const peak = launched.peakMb();
  const atRest = launched.residentMb();
  await launched.stop();
  return { peak, treePeak: Math.max(peak, launched.treePeakMb), atRest };
}
