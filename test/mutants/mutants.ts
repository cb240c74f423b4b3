import { connections } from './connections.ts';
import { delivery } from './delivery.ts';
import { digests } from './digests.ts';
import { generations } from './generations.ts';
import type { Mutant } from './mutant.ts';
import { service } from './service.ts';
import { slack } from './slack.ts';
import { storage } from './storage.ts';
import { tracing } from './tracing.ts';

/** Every promise, broken in the ways that have once gone unnoticed or would hurt most. */
export const mutants: Mutant[] = [
  ...generations,
  ...delivery,
  ...digests,
  ...connections,
  ...storage,
  ...slack,
  ...service,
  ...tracing,
];
