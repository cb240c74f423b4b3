import type { SlackContext } from '../bolt/context.ts';
import type { Acting } from '../bolt/permissions/permissions.ts';
import { adminsToAsk } from '../bolt/permissions/roles.ts';

/**
 * Tells up to three other admins that an admin has changed the team's rules. Never throws, because the rules are saved already.
 * @param changes what holds now, one sentence for each change, without texts that people wrote
 */
export async function tellOfRules(
  { actor, client }: Acting,
  changes: string[],
  { together, clock, log }: Pick<SlackContext, 'together' | 'clock' | 'log'>,
): Promise<void> {
  const { team, person: by } = actor;
  if (changes.length === 0) return;
  const others = (await adminsToAsk({ client, team }, log)).filter((admin) => admin !== by);
  const origin = `rules ${team}/${by} ${clock.now()}`;
  await together(async ({ message }) => {
    for (const person of others)
      await message({ team, person }, `${origin} ${person}`, { kind: 'rules_changed', by, changes });
  }).catch((err) => log.error({ team, err }, 'Other admins were not told that the rules were changed'));
}
