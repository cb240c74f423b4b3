import { ownerOrAdmin } from './permissions.ts';

/** Permission to change, pause, resume, run and delete a digest. */
export const mayManageDigest = ownerOrAdmin(
  'Only whoever set this digest up, or a Slack admin, can do that.',
);
