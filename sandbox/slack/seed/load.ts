import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeTyped } from '../client/typed-text.ts';
import type { Slack } from '../slack.ts';
import { newFile } from '../workspace/files.ts';
import { mimetypeOf } from '../workspace/filetypes.ts';
import { newId } from '../workspace/ids.ts';
import { install } from '../workspace/installing.ts';
import { openDirect } from '../workspace/membership.ts';
import type { Channel, StoredMessage, Team } from '../workspace/model.ts';
import { asTs } from '../workspace/workspace.ts';
import type { Moment, Seed, SeedConversation, SeedMessage, SeedTeam } from './seed.ts';

/** Fills an empty workspace with the people, conversations and messages of a seed. Times are relative to now. */
export async function loadSeed(slack: Slack, seed: Seed, botToken?: string): Promise<void> {
  const { scopes } = slack.manifest.oauth_config;
  let isFirst = true;
  for (const seeded of seed.teams) {
    const team = emptyTeam(seeded);
    slack.workspace.teams.push(team);
    if (seeded.installed) {
      install(slack, team, scopes.bot, isFirst ? botToken : undefined);
      isFirst = false;
    }
    for (const conversation of seeded.conversations) addConversation(slack, team, conversation);
    markRead(team, slack.clock.now());
    if (seed.filesDir) await putFiles(slack, team, seed.filesDir);
  }
}

const emptyTeam = ({
  id,
  name,
  domain,
  initials,
  color,
  people,
  groups = [],
  workflows = [],
}: SeedTeam): Team => ({
  id,
  name,
  domain,
  initials,
  color,
  people: structuredClone(people),
  groups: structuredClone(groups),
  workflows: structuredClone(workflows),
  channels: [],
  files: [],
  homes: {},
  reads: {},
  installation: null,
});

function addConversation(slack: Slack, team: Team, seeded: SeedConversation): void {
  const now = slack.clock.now();
  const bot = team.installation?.botUserId;
  const members = [...seeded.members, ...(seeded.app && bot ? [bot] : [])];
  const isDirectMessage = seeded.kind === 'im' || seeded.kind === 'mpim' || seeded.kind === 'app';
  const channel = isDirectMessage
    ? openDirect(slack.workspace, team, members, now)
    : newChannel(seeded, members, now);
  if (!isDirectMessage) team.channels.push(channel);
  const stamp = stamper(now);
  channel.messages.push(...seeded.messages.flatMap((message) => stored(team, message, stamp)));
  channel.messages.sort((one, other) => Number(one.ts) - Number(other.ts));
  const first = channel.messages[0];
  if (first) channel.created = Math.floor(Number(first.ts)) - DAY;
}

/** Replaces the names of files in messages by ids of stored files. */
async function putFiles(slack: Slack, team: Team, folder: string): Promise<void> {
  for (const channel of team.channels) {
    for (const { user, ts, thread_ts, files } of channel.messages) {
      for (const [at, name] of (files ?? []).entries()) {
        const bytes = readFileSync(join(folder, name));
        const file = newFile(slack, team, { name, mimetype: mimetypeOf(name), size: bytes.length, user });
        const share = { channel: channel.id, ts, ...(thread_ts && { thread_ts }) };
        Object.assign(file, { complete: true, created: Math.floor(Number(ts)), shares: [share] });
        await slack.bytes.put(file.id, bytes);
        files?.splice(at, 1, file.id);
      }
    }
  }
}

/** Seconds. */
const DAY = 86_400;

const newChannel = (
  { id, kind, name, topic }: SeedConversation,
  members: string[],
  now: number,
): Channel => ({
  id: id || newId('C'),
  kind,
  name,
  topic,
  members,
  creator: members[0] ?? '',
  created: Math.floor(now / 1000) - 400 * DAY,
  archived: false,
  messages: [],
});

/** Returns a function that creates a unique ts for each message, even within the same minute. */
function stamper(now: number): (moment: Moment) => string {
  let count = 0;
  return (moment) => {
    count += 1;
    return asTs(momentMs(moment, now) * 1000 + count);
  };
}

function stored(
  team: Team,
  message: SeedMessage,
  stamp: (moment: Moment) => string,
  parent?: string,
): StoredMessage[] {
  const ts = stamp(message.at);
  const own: StoredMessage = {
    ts,
    user: message.user,
    text: encodeTyped(team, message.text),
    ...(parent ? { thread_ts: parent } : {}),
    ...(message.files && { files: [...message.files] }),
    ...(message.reactions ? { reactions: message.reactions } : {}),
    ...(message.edited ? { edited: { user: message.user, ts } } : {}),
  };
  return [own, ...(message.replies ?? []).flatMap((reply) => stored(team, reply, stamp, ts))];
}

/** Returns the time of a moment. Working days are counted back from today, with times in UTC. */
function momentMs(moment: Moment, now: number): number {
  if ('minutesAgo' in moment) return now - moment.minutesAgo * 60_000;
  const day = new Date(now);
  day.setUTCHours(0, 0, 0, 0);
  for (let left = moment.workdaysAgo; left > 0; ) {
    day.setUTCDate(day.getUTCDate() - 1);
    if (day.getUTCDay() !== 0 && day.getUTCDay() !== 6) left -= 1;
  }
  const [hours = 0, minutes = 0] = moment.time.split(':').map(Number);
  return day.getTime() + (hours * 60 + minutes) * 60_000;
}

/** Milliseconds before the first start in which messages are unread. */
const UNREAD = 90 * 60_000;

function markRead(team: Team, now: number): void {
  const ts = asTs((now - UNREAD) * 1000);
  for (const channel of team.channels) {
    for (const member of channel.members) team.reads[member] = { ...team.reads[member], [channel.id]: ts };
  }
}
