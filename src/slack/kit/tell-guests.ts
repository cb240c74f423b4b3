import type { SlackContext } from '../bolt/context.ts';
import type { Acting } from '../bolt/permissions/permissions.ts';
import { guestsOf } from '../bolt/permissions/roles.ts';

/** Tells the guests who have used Deckhand that an admin has shut guests out. Never throws, because the rule is saved already. */
export async function tellGuests(
  { actor, client }: Acting,
  { generations, together, clock, log }: Pick<SlackContext, 'generations' | 'together' | 'clock' | 'log'>,
): Promise<void> {
  const { team, person: by } = actor;
  const origin = `guests ${team}/${by} ${clock.now()}`;
  async function tell(): Promise<void> {
    const [guests, users] = await Promise.all([guestsOf({ client, team }), generations.people(team)]);
    const told = guests.filter((person) => users.includes(person));
    await together(async ({ message }) => {
      for (const person of told)
        await message({ team, person }, `${origin} ${person}`, { kind: 'guests_shut_out', by });
    });
  }
  await tell().catch((err) => log.error({ team, err }, 'Guests were not told that they are shut out'));
}
