import type { TeamSettings } from '../../../settings/team-settings.ts';
import { listOf, plural } from '../../../text.ts';
import { channelMention, isChannel, mention } from '../blocks/text.ts';
import { closedKinds } from './blocker-copy.ts';

/** Returns a few words for admins: who may spend credits, and how many. */
export function budgetSummary(settings: TeamSettings): string {
  const {
    spenders,
    spenderPeople,
    spenderGroups,
    creditsOfPerson,
    creditsOfChannel,
    creditsOfTeam,
    creditsOf,
    spendOn,
  } = settings;
  const closed = closedKinds({ spendOn });
  const groups = named(spenderGroups.map((id) => `<!subteam^${id}>`));
  const listed = [...named(spenderPeople.map(mention)), ...groups.map((name) => `the members of ${name}`)];
  const who =
    spenders === 'everyone'
      ? 'Everybody who may use Deckhand may spend credits.'
      : `Only ${listOf(listed) || 'nobody'} may spend credits.`;
  const limits = [
    limit(creditsOfPerson, 'a person'),
    limit(creditsOfChannel, 'a channel'),
    limit(creditsOfTeam, 'the whole workspace'),
  ].filter(Boolean);
  const exceptions = Object.entries(creditsOf);
  const own = named(exceptions.map(([id, credits]) => `${nameOf(id)} ${credits ?? 'without a limit'}`));
  const but = own.length > 0 ? `; as exceptions ${listOf(own)}` : '';
  if (limits.length === 0 && !but) return `${who}${closed} There is no limit for a month.`;
  return `${who}${closed} In a month: ${limits.join(', ') || 'no limit'}${but}.`;
}

/** Number of people, groups and exceptions that are named. */
const NAMED = 5;

/** Returns the first names, and how many others there are. */
function named(names: string[]): string[] {
  const more = names.length - NAMED;
  return more > 0 ? [...names.slice(0, NAMED), plural(more, 'other')] : names;
}

const nameOf = (id: string) => (isChannel(id) ? channelMention(id) : mention(id));

function limit(credits: number | null, what: string): string {
  return credits === null ? '' : `${plural(credits, 'credit')} for ${what}`;
}
