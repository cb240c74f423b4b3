import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { unknownVariables } from '../../src/config.ts';

/** The example for Kubernetes, as far as it can be read without a cluster. */

interface Manifest {
  kind: string;
  stringData?: Record<string, string>;
  spec?: { template?: { spec: { containers: Container[] } } };
}
interface Container {
  env: { name: string; value: string }[];
  [probe: string]: unknown;
}
const manifests = parseAllDocuments(readFileSync('ops/kubernetes/deckhand.yaml', 'utf8')).map(
  (document) => document.toJS() as Manifest,
);
const ofKind = (kind: string) => manifests.find((each) => each.kind === kind);
const [container] = ofKind('Deployment')?.spec?.template?.spec.containers ?? [];

test('each variable is one that Deckhand knows, and each file is a key of the Secret', () => {
  const env = container?.env ?? [];
  expect(env.length).toBeGreaterThan(5);
  expect(unknownVariables(Object.fromEntries(env.map(({ name, value }) => [name, value])))).toEqual([]);
  const files = env.filter(({ name }) => name.endsWith('_FILE')).map(({ value }) => value.split('/').at(-1));
  expect(files.toSorted()).toEqual(Object.keys(ofKind('Secret')?.stringData ?? {}).toSorted());
});

test('it is sent requests only while it is ready, and is not restarted because of its database', () => {
  expect(container).toMatchObject({
    readinessProbe: { httpGet: { path: '/readyz' } },
    livenessProbe: { httpGet: { path: '/healthz' } },
    securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
  });
});
