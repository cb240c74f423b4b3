import { join } from 'node:path';
import { createNewsStreams } from './client/news.ts';
import { createPerson } from './client/person.ts';
import { createTour } from './client/tour.ts';
import type { Pace, Person, SlackStandIn, StandInOptions } from './contract.ts';
import { createMisbehaviour } from './control/misbehaviour.ts';
import { readManifest } from './manifest.ts';
import { createEvents } from './outgoing/events.ts';
import { createResponseUrls } from './outgoing/response-urls.ts';
import { createSender } from './outgoing/sender.ts';
import { loadSeed } from './seed/load.ts';
import { northwind } from './seed/northwind.ts';
import { createStandInServer, listen, shut } from './server.ts';
import { fileForPage } from './shapes/file.ts';
import { messageForPage } from './shapes/message.ts';
import type { Slack } from './slack.ts';
import { createStacks } from './views/stacks.ts';
import { createTriggers } from './views/triggers.ts';
import { bytesInMemory, bytesOnDisk } from './workspace/bytes.ts';
import { uninstall } from './workspace/installing.ts';
import type { Channel, Team } from './workspace/model.ts';
import { createSnapshots } from './workspace/snapshot.ts';
import { isReply } from './workspace/threads.ts';
import { createWorkspace, findFile, teamOfPerson } from './workspace/workspace.ts';

export type { Person, SlackStandIn, StandInOptions } from './contract.ts';
export type { Seed } from './seed/seed.ts';

/** The app's id in every team, as it is the same app. */
const APP_ID = 'A0DECKHAND0';

/** Slack's own pace (slack-facts, "Timing and delivery"). */
const SLACK_PACE: Pace = {
  answerWithin: 3_000,
  redeliveries: [0, 60_000, 300_000],
  triggerLife: 3_000,
  rates: 'slack',
  history: null,
};

/**
 * A strict Slack on one machine: the Web API, signed requests to the app, and the page where people are.
 * Nothing listens before `start()`.
 */
export function createSlackStandIn(options: StandInOptions): SlackStandIn {
  let url = '';
  const stopped = new AbortController();
  const slack = createSlack(options, () => url, stopped.signal);
  const news = createNewsStreams(slack);
  const server = createStandInServer(slack, news, options.pageDir);
  const snapshots = options.dataDir ? createSnapshots(slack.workspace, options.dataDir, options.log) : null;
  const people = new Map<string, Person>();

  return {
    async start() {
      if (await snapshots?.restore()) renewInstallation(slack, options.botToken);
      else loadSeed(slack, options.seed ?? northwind, options.botToken);
      url = await listen(server, options.port ?? 0, options.host ?? '127.0.0.1');
    },
    async stop() {
      stopped.abort();
      news.stop();
      await shut(server);
      await slack.sender.stop();
      await snapshots?.stop();
    },
    get url() {
      return url;
    },
    get apiUrl() {
      return `${url}/api/`;
    },
    get authorizeUrl() {
      return `${url}/oauth/v2/authorize`;
    },
    connectApp: (appUrl) => slack.sender.connect(appUrl),
    person(id, teamId) {
      const { team, person } = findPersonNamed(slack, id, teamId);
      const known = people.get(person.id) ?? createPerson({ slack, team, person });
      people.set(person.id, known);
      return known;
    },
    misbehave: (rule) => slack.misbehaviour.add(rule),
    calls: slack.calls,
    messages(name, threadTs) {
      const { team, channel } = findChannelNamed(slack, name);
      return channel.messages
        .filter((message) =>
          threadTs
            ? message.thread_ts === threadTs || message.ts === threadTs
            : !isReply(message) || message.broadcast,
        )
        .map((message) => messageForPage(slack, team, channel, message));
    },
    files(name, threadTs) {
      const { team, channel } = findChannelNamed(slack, name);
      return team.files
        .filter((file) =>
          file.shares.some(
            (share) => share.channel === channel.id && (!threadTs || share.thread_ts === threadTs),
          ),
        )
        .map((file) => fileForPage(slack, file));
    },
    async download(fileId) {
      const bytes = await slack.bytes.get(fileId);
      if (!bytes || !slack.workspace.teams.some((team) => findFile(team, fileId))) {
        throw new Error(`There is no file ${fileId}.`);
      }
      return bytes;
    },
    settle: () => slack.sender.settle(),
    async uninstall(teamId) {
      const team = teamId
        ? slack.workspace.teams.find((each) => each.id === teamId)
        : slack.workspace.teams[0];
      if (team) uninstall(slack, team);
      await slack.sender.settle();
    },
  };
}

function createSlack(options: StandInOptions, url: () => string, stopped: AbortSignal): Slack {
  const { clock, signingSecret, log } = options;
  const pace = { ...SLACK_PACE, ...options.pace };
  const workspace = createWorkspace(clock);
  const misbehaviour = createMisbehaviour();
  const slack: Slack = {
    clock,
    log,
    pace,
    workspace,
    manifest: readManifest(options.manifestPath),
    app: { id: APP_ID, clientId: options.clientId, clientSecret: options.clientSecret },
    bytes: options.dataDir ? bytesOnDisk(join(options.dataDir, 'files')) : bytesInMemory(),
    stacks: createStacks(workspace, APP_ID),
    triggers: createTriggers(clock, pace.triggerLife),
    responseUrls: createResponseUrls(clock, url),
    sender: createSender({ clock, signingSecret, misbehaviour, answerWithin: pace.answerWithin }),
    misbehaviour,
    calls: [],
    codes: new Map(),
    offers: new Map(),
    tour: createTour(workspace),
    previewer: options.previewer,
    url,
    emit: () => {},
  };
  slack.emit = createEvents(slack, stopped);
  return slack;
}

/** After a restart the app comes with today's token and manifest, as if it had been installed again. */
function renewInstallation(slack: Slack, botToken: string): void {
  const installed = slack.workspace.teams.filter((team) => team.installation);
  for (const [at, { installation }] of installed.entries()) {
    if (!installation) continue;
    installation.scopes = [...slack.manifest.oauth_config.scopes.bot];
    if (at === 0) installation.botToken = botToken;
  }
}

function findPersonNamed(slack: Slack, name: string, teamId: string | undefined) {
  const teams = slack.workspace.teams.filter((team) => !teamId || team.id === teamId);
  const byId = teamOfPerson(slack.workspace, name);
  for (const team of byId ? [byId] : teams) {
    const person = team.people.find((each) => each.id === name || each.handle === name);
    if (person) return { team, person };
  }
  throw new Error(`There is nobody called ${name}.`);
}

function findChannelNamed(slack: Slack, name: string): { team: Team; channel: Channel } {
  const plain = name.replace(/^#/, '');
  for (const team of slack.workspace.teams) {
    const channel = team.channels.find((each) => each.id === name || (each.name && each.name === plain));
    if (channel) return { team, channel };
  }
  throw new Error(`There is no channel ${name}.`);
}
