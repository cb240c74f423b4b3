import type { Service } from '../service.ts';
import type { Member, Workspace } from '../store/records.ts';

/** Whose credits are spent: with an API key the workspace's, with OAuth the person's own in this workspace. */
export interface Payer {
  workspaceId: string;
  personId: string;
  pays?: 'workspace' | 'person';
}

interface Purse {
  left: number;
  spend(amount: number): void;
}

export function purseOf(service: Service, { workspaceId, personId, pays }: Payer): Purse {
  const workspace = service.store.workspaces.get(workspaceId);
  const member = workspace?.members.find(({ id }) => id === personId);
  if (workspace && member && pays === 'person') return purseOfPerson(workspace, member);
  return {
    left: workspace?.credits ?? 0,
    spend(amount) {
      if (workspace) workspace.credits -= amount;
    },
  };
}

function purseOfPerson(workspace: Workspace, member: Member): Purse {
  return {
    left: creditsOf(workspace, member),
    spend(amount) {
      member.credits = creditsOf(workspace, member) - amount;
      member.spent = (member.spent ?? 0) + amount;
    },
  };
}

/** Returns a member's credits. A member starts with as many as the workspace. */
const creditsOf = (workspace: Workspace, member: Member): number => member.credits ?? workspace.credits;

/** Returns the credits of one member, or those of the workspace minus everything that its members have spent. */
export const creditsLeft = (workspace: Workspace, personId?: string): number => {
  const member = workspace.members.find(({ id }) => id === personId);
  if (member) return creditsOf(workspace, member);
  return workspace.members.reduce((left, { spent = 0 }) => left - spent, workspace.credits);
};

/** Sets the credits of one member, or of the workspace and all members. */
export function fillPurses(workspace: Workspace, amount: number, personId?: string): void {
  if (personId === undefined) workspace.credits = amount;
  for (const member of workspace.members) {
    if (personId !== undefined && member.id !== personId) continue;
    member.credits = amount;
    if (personId === undefined) member.spent = 0;
  }
}
