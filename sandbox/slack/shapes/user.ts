import type { Slack } from '../slack.ts';
import type { Person, Team } from '../workspace/model.ts';

/** Returns a person as users.info shows them. The e-mail address needs the scope `users:read.email`. */
export function userForApp(slack: Slack, team: Team, person: Person) {
  const isBot = person.role === 'bot';
  const mayReadEmail = team.installation?.scopes.includes('users:read.email') ?? false;
  const isOwner = person.role === 'owner';
  return {
    id: person.id,
    team_id: team.id,
    name: person.handle,
    deleted: false,
    color: person.color.replace('#', ''),
    real_name: person.name,
    ...zoneFacts(person.tz, slack.clock.now()),
    profile: {
      title: person.title,
      real_name: person.name,
      real_name_normalized: person.name,
      display_name: isBot ? '' : (person.name.split(' ')[0] ?? person.name),
      display_name_normalized: isBot ? '' : (person.name.split(' ')[0] ?? person.name),
      first_name: person.name.split(' ')[0],
      last_name: person.name.split(' ').slice(1).join(' '),
      status_text: '',
      status_emoji: '',
      avatar_hash: '',
      image_72: `${slack.url()}/page/avatar/${person.id}.svg`,
      team: team.id,
      ...(mayReadEmail && !isBot ? { email: person.email } : {}),
      ...(isBot ? { api_app_id: slack.app.id, bot_id: team.installation?.botId } : {}),
    },
    is_admin: isOwner || person.role === 'admin',
    is_owner: isOwner,
    is_primary_owner: isOwner,
    is_restricted: person.role === 'guest',
    is_ultra_restricted: false,
    is_bot: isBot,
    is_app_user: false,
    updated: Math.floor(slack.clock.now() / 1000),
  };
}

function zoneFacts(tz: string, now: number) {
  const part = (timeZoneName: 'long' | 'longOffset') =>
    new Intl.DateTimeFormat('en-US', { timeZone: tz, timeZoneName })
      .formatToParts(now)
      .find((each) => each.type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(part('longOffset')) ?? [];
  const offset = sign ? (Number(hours) * 3600 + Number(minutes) * 60) * (sign === '-' ? -1 : 1) : 0;
  return { tz, tz_label: part('long'), tz_offset: offset };
}
