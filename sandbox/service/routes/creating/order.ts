import { themes } from '../../engine/engine.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Principal } from '../../principal.ts';
import type { Service } from '../../service.ts';
import type { Sharing } from '../../store/records.ts';
import type { FromTemplateBody } from './schemas.ts';

/** Throws a 400 if there is no theme with this id. */
export function checkTheme(themeId: string | undefined): void {
  if (themeId === undefined || themes.some((theme) => theme.id === themeId)) return;
  throw new Refusal(400, `Input validation errors: 1. themeId: theme '${themeId}' not found.`);
}

/** Returns `folderId`, or else the item of the deprecated list. Throws a 400 if the caller has no such folder. */
export function checkedFolder(
  service: Service,
  by: Principal,
  body: { folderId?: string | undefined; folderIds?: string[] | undefined },
): string | undefined {
  const wanted = body.folderId ?? body.folderIds?.[0];
  const folders = service.store.workspaces.get(by.workspaceId)?.folders ?? [];
  const isTheirs = folders.some(({ id, people }) => id === wanted && people.includes(by.personId));
  if (wanted === undefined || isTheirs) return wanted;
  throw new Refusal(400, `Input validation errors: 1. folderId: folder '${wanted}' not found.`);
}

export function sharingOf(options: FromTemplateBody['sharingOptions']): Sharing {
  const { emailOptions, ...access } = options ?? {};
  return {
    ...access,
    ...(emailOptions && { recipients: emailOptions.recipients }),
    ...(emailOptions?.access && { recipientAccess: emailOptions.access }),
  } as Sharing;
}

/** Throws a 400 if the plan does not allow this number of cards. */
export function checkCards(numCards: number | undefined, most: number): void {
  if (numCards === undefined || numCards <= most) return;
  throw new Refusal(
    400,
    `Input validation errors: 1. numCards: must not be greater than ${most} on your plan.`,
  );
}
