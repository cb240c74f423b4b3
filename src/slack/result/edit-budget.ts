import type { Clock } from '../../clock.ts';

/** Edits a minute and team that may go into showing progress, of the 50 that Slack grants for all edits (Tier 3). */
const EDITS_PER_MINUTE = 20;
const MINUTE = 60_000;

/** Grants a team so many edits a minute; what is not granted is simply not shown. */
export function createEditBudget(clock: Clock): (team: string) => boolean {
  const spent = new Map<string, { since: number; edits: number }>();
  return (team) => {
    const now = clock.now();
    for (const [other, { since }] of spent) if (now - since >= MINUTE) spent.delete(other);
    const window = spent.get(team) ?? { since: now, edits: 0 };
    spent.set(team, window);
    window.edits += 1;
    return window.edits <= EDITS_PER_MINUTE;
  };
}
