/** A person of a team who does something: asks, clicks, opens, connects. */
export interface Actor {
  /** Slack's id of the team */
  team: string;
  /** Slack's id of the person in it */
  person: string;
}
