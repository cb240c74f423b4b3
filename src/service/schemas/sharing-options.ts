import { z } from 'zod';
import { externalAccess, RECIPIENTS_LIMIT, recipientAccess, workspaceAccess } from '../options.ts';

const emailOptions = z.strictObject({
  recipients: z.array(z.email()).min(1).max(RECIPIENTS_LIMIT),
  access: z.enum(recipientAccess).optional(),
});

/** Service interface, "Sharing options". */
export const sharingOptions = z.strictObject({
  workspaceAccess: z.enum(workspaceAccess).optional(),
  externalAccess: z.enum(externalAccess).optional(),
  emailOptions: emailOptions.optional(),
});
