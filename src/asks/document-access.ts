import type { Ask } from './schema.ts';

/** Functions about who may open the document of an ask at the service. */

type Sharing = NonNullable<Ask['sharing']>;

const isOpen = (level: string | undefined) => level !== undefined && level !== 'noAccess';

/** Returns the ask with a document that other people cannot open at the service. Access that the asker chose is kept. */
export function closedToOthers(ask: Ask): Ask {
  return { ...ask, sharing: { workspaceAccess: 'noAccess', externalAccess: 'noAccess', ...ask.sharing } };
}

/** Returns true if people outside the workspace at the service get access: everybody who has the link, or people by e-mail. */
export function givesOutside({ externalAccess, recipients = [] }: Sharing = {}): boolean {
  return isOpen(externalAccess) || recipients.length > 0;
}

/** Returns the ask without access for people outside the workspace at the service. It applies the team's rule `accessFor`. */
export function closedOutside(ask: Ask): Ask {
  // The service's requests for pictures and changes have no fields for access.
  if (ask.work.kind === 'image' || ask.work.kind === 'edit') return ask;
  const { workspaceAccess, isCapped } = ask.sharing ?? {};
  return {
    ...ask,
    sharing: {
      ...(workspaceAccess && { workspaceAccess }),
      externalAccess: 'noAccess',
      ...((isCapped || givesOutside(ask.sharing)) && { isCapped: true }),
    },
  };
}

/**
 * Returns who gets which access to the document at the service, for the audit trail: `workspace=view link=edit email=2 (comment)`, with the
 * number of email addresses. Returns '' if the ask gives nobody access.
 */
export function accessGiven({ sharing = {} }: Pick<Ask, 'sharing'>): string {
  const { workspaceAccess, externalAccess, recipients = [], recipientAccess = 'view' } = sharing;
  const levels = Object.entries({ workspace: workspaceAccess, link: externalAccess })
    .filter(([, level]) => isOpen(level))
    .map(([to, level]) => `${to}=${level}`);
  const email = recipients.length > 0 ? [`email=${recipients.length} (${recipientAccess})`] : [];
  return [...levels, ...email].join(' ');
}
