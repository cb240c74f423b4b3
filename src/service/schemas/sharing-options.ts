import { z } from 'zod';

const emailOptions = z.strictObject({
  /** The upper bound is from the field, not from the interface. */
  recipients: z.array(z.email()).min(1).max(25),
  access: z.enum(['comment', 'edit', 'fullAccess', 'view']).optional(),
});

/** Service interface, "Sharing options". */
export const sharingOptions = z.strictObject({
  workspaceAccess: z.enum(['comment', 'edit', 'fullAccess', 'noAccess', 'view']).optional(),
  externalAccess: z.enum(['comment', 'edit', 'noAccess', 'view']).optional(),
  emailOptions: emailOptions.optional(),
});
