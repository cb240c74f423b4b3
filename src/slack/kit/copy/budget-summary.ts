import type { TeamSettings } from '../../../settings/team-settings.ts';
import { listOf, plural, thousands } from '../../../text.ts';
import { channelMention, isChannel, mention } from '../blocks/text.ts';
import { closedKinds } from './blocker-copy.ts';

/** Returns a few words for admins: who may spend credits, and how many. */
export function budgetSummary(settings: TeamSettings): string {
  const { creditsOfPerson, creditsOfChannel, creditsOfTeam } = settings;
  const who = whoSpends(settings);
  const limits = [
    limit(creditsOfPerson, 'a person'),
    limit(creditsOfChannel, 'a channel'),
    limit(creditsOfTeam, 'the whole workspace'),
  ].filter(Boolean);
  const own = exceptionsIn(settings);
  const but = own.length > 0 ? `; as exceptions ${listOf(own)}` : '';
  if (limits.length === 0 && !but) return `${who} There is no limit for a month.`;
  return `${who} In a month: ${limits.join(', ') || 'no limit'}${but}.`;
}

/** Returns the same for the answer to a question about limits: begins with the limits. */
export function limitsSummary(settings: TeamSettings): string {
  const { creditsOfPerson, creditsOfChannel, creditsOfTeam } = settings;
  const limits = (
    [
      [creditsOfPerson, 'each person'],
      [creditsOfChannel, 'each channel'],
      [creditsOfTeam, 'the workspace'],
    ] as const
  ).flatMap(([credits, what]) => (credits === null ? [] : { credits, what }));
  const said = limits.map(({ credits, what }, at) =>
    at === 0 ? `${plural(credits, 'credit')} a month for ${what}` : `${thousands(credits)} for ${what}`,
  );
  const own = exceptionsIn(settings);
  const but = own.length > 0 ? `; ${listOf(own)}` : '';
  return `${said.join(', ') || 'no limit for a month'}${but}. ${whoSpends(settings)}`;
}

/** Returns sentences about who may spend credits, and about kinds of documents that the admins have turned off. */
function whoSpends({ spenders, spenderPeople, spenderGroups, spendOn }: TeamSettings): string {
  const groups = named(spenderGroups.map((id) => `<!subteam^${id}>`));
  const listed = [...named(spenderPeople.map(mention)), ...groups.map((name) => `the members of ${name}`)];
  const who =
    spenders === 'everyone'
      ? 'Everybody who may use Deckhand may spend credits.'
      : `Only ${listOf(listed) || 'nobody'} may spend credits.`;
  return `${who}${closedKinds({ spendOn })}`;
}

/** Returns the people and channels with a limit of their own. */
const exceptionsIn = ({ creditsOf }: TeamSettings) =>
  named(
    Object.entries(creditsOf).map(
      ([id, credits]) => `${nameOf(id)} ${credits === null ? 'without a limit' : thousands(credits)}`,
    ),
  );

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
