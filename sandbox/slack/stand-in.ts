import { listen, shut } from '../listen.ts';
import { createNewsStreams } from './client/news.ts';
import { createPerson } from './client/person/person.ts';
import type { Person, SlackStandIn, StandInOptions } from './contract.ts';
import { createSlack } from './create-slack.ts';
import { findChannelNamed, findPersonNamed, findTeam } from './lookups.ts';
import { loadSeed } from './seed/load.ts';
import { northwind } from './seed/northwind.ts';
import { createStandInServer } from './server.ts';
import { fileForPage } from './shapes/file.ts';
import { messageForPage } from './shapes/message.ts';
import { renewInstallation, uninstall } from './workspace/installing.ts';
import type { StoredFile } from './workspace/model.ts';
import { createSnapshots } from './workspace/snapshot.ts';
import { isInThread, isTopLevel } from './workspace/threads.ts';
import { findFile } from './workspace/workspace.ts';

export type { Person, SlackStandIn, StandInOptions } from './contract.ts';
export type { Seed } from './seed/seed.ts';

/** Creates a stand-in for Slack: the Web API, signed requests to the app, and the page. */
export function createSlackStandIn(options: StandInOptions): SlackStandIn {
  let url = '';
  const stopped = new AbortController();
  const { seed = northwind } = options;
  const slack = createSlack({ ...options, seed }, () => url, stopped.signal);
  const news = createNewsStreams(slack);
  const server = createStandInServer(slack, news, options.pageDir);
  const snapshots = options.dataDir ? createSnapshots(slack.workspace, options.dataDir, options.log) : null;
  const people = new Map<string, Person>();

  return {
    async start() {
      if (await snapshots?.restore()) renewInstallation(slack, options.botToken);
      else await loadSeed(slack, seed, options.botToken);
      url = await listen(server, options.port);
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
      const isWanted = threadTs ? isInThread(threadTs) : isTopLevel;
      return channel.messages
        .filter(isWanted)
        .map((message) => messageForPage(slack, team, channel, message));
    },
    files(name, threadTs) {
      const { team, channel } = findChannelNamed(slack, name);
      const isThere = (share: StoredFile['shares'][number]) =>
        share.channel === channel.id && (!threadTs || share.thread_ts === threadTs);
      return team.files.filter((file) => file.shares.some(isThere)).map((file) => fileForPage(slack, file));
    },
    async download(fileId) {
      const bytes = await slack.bytes.get(fileId);
      if (!bytes || !slack.workspace.teams.some((team) => findFile(team, fileId))) {
        throw new Error(`There is no file ${fileId}.`);
      }
      return bytes;
    },
    settle: () => slack.sender.settle(),
    isInstalled: (teamId) => Boolean(findTeam(slack, teamId)?.installation),
    setScopes(scopes, teamId) {
      const installation = findTeam(slack, teamId)?.installation;
      if (installation) installation.scopes = scopes;
    },
    async uninstall(teamId) {
      const team = findTeam(slack, teamId);
      if (team) uninstall(slack, team);
      await slack.sender.settle();
    },
  };
}
