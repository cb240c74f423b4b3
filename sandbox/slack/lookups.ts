import type { Slack } from './slack.ts';
import type { Channel, Person, Team } from './workspace/model.ts';
import { teamOfPerson } from './workspace/workspace.ts';

/** Finds a person by id or handle, in one team or in all. */
export function findPersonNamed(
  slack: Slack,
  name: string,
  teamId: string | undefined,
): { team: Team; person: Person } {
  const teams = slack.workspace.teams.filter((team) => !teamId || team.id === teamId);
  const byId = teamOfPerson(slack.workspace, name);
  for (const team of byId ? [byId] : teams) {
    const person = team.people.find((each) => each.id === name || each.handle === name);
    if (person) return { team, person };
  }
  throw new Error(`There is no person ${name}.`);
}

/** Finds a channel by id, or by its name with or without `#`. */
export function findChannelNamed(slack: Slack, name: string): { team: Team; channel: Channel } {
  const plain = name.replace(/^#/, '');
  for (const team of slack.workspace.teams) {
    const channel = team.channels.find((each) => each.id === name || (each.name && each.name === plain));
    if (channel) return { team, channel };
  }
  throw new Error(`There is no channel ${name}.`);
}

/** Finds a team by id; without an id returns the first one. */
export function findTeam({ workspace }: Slack, id: string | undefined): Team | undefined {
  return id ? workspace.teams.find((each) => each.id === id) : workspace.teams[0];
}
