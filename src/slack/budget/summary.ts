import type { TeamSettings } from '../../settings/team-settings.ts';
import { listOf, plural } from '../../text.ts';
import { channelMention, isChannel, mention } from '../kit/blocks/text.ts';
import { closedKinds } from '../kit/copy/blocker-copy.ts';

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
  const groups = spenderGroups.length;
  const closed = closedKinds({ spendOn });
  const listed = [
    plural(spenderPeople.length, 'person', 'people'),
    ...(groups > 0 ? [`the members of ${plural(groups, 'user group')}`] : []),
  ];
  const who =
    spenders === 'everyone'
      ? 'Everybody who may use Deckhand may spend credits.'
      : `${listOf(listed)} may spend credits.`;
  const limits = [
    limit(creditsOfPerson, 'a person'),
    limit(creditsOfChannel, 'a channel'),
    limit(creditsOfTeam, 'the whole workspace'),
  ].filter(Boolean);
  const exceptions = Object.entries(creditsOf);
  const named = exceptions
    .slice(0, NAMED)
    .map(([id, credits]) => `${nameOf(id)} ${credits ?? 'without a limit'}`);
  const more = exceptions.length > NAMED ? [plural(exceptions.length - NAMED, 'other')] : [];
  const but = exceptions.length > 0 ? `; as exceptions ${listOf([...named, ...more])}` : '';
  if (limits.length === 0 && !but) return `${who}${closed} There is no limit for a month.`;
  return `${who}${closed} In a month: ${limits.join(', ') || 'no limit'}${but}.`;
}

/** Number of exceptions that are named. */
const NAMED = 5;
const nameOf = (id: string) => (isChannel(id) ? channelMention(id) : mention(id));

function limit(credits: number | null, what: string): string {
  return credits === null ? '' : `${plural(credits, 'credit')} for ${what}`;
}
