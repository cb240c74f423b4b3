/** A person of a team who does something: asks, clicks, opens, connects. */
export interface Actor {
  /** Slack's id of the team. */
  team: string;
  /** Slack's id of the person in that team. */
  person: string;
}

/** Returns whether a team is an Enterprise organisation with an org-wide installation. */
export function isOrganisation(team: string): boolean {
  return team.startsWith('E');
}
