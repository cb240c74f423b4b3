import { ownerOrAdmin } from './permissions.ts';

/** For changing, pausing, resuming, running and deleting a digest. */
export const mayManageDigest = ownerOrAdmin(
  'Only whoever set this digest up, or a Slack admin, can do that.',
);
