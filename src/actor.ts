/** Slack's ids of a person who does something (asks, clicks, opens, connects) and of the person's team. */
export interface Actor {
  team: string;
  person: string;
}

/** Matches Slack's id of a person, such as `U0123ABCD`. */
export const PERSON_ID = /^[UW][A-Z0-9]+$/;

/** Returns whether a team is an Enterprise organisation with an org-wide installation. */
export function isOrganisation(team: string): boolean {
  return team.startsWith('E');
}
