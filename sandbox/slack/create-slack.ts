import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../clock.ts';
import type { Pace, StandInOptions } from './contract.ts';
import { createMisbehaviour } from './control/misbehaviour.ts';
import { createLinks } from './links/links.ts';
import { readManifest } from './manifest.ts';
import { createEvents } from './outgoing/events.ts';
import { createResponseUrls } from './outgoing/response-urls.ts';
import { createSender } from './outgoing/sender.ts';
import type { Slack } from './slack.ts';
import { startSlackbot } from './slackbot/slackbot.ts';
import { createStacks } from './views/stacks.ts';
import { createTriggers } from './views/triggers.ts';
import { bytesInMemory, bytesOnDisk } from './workspace/bytes.ts';
import { createWorkspace } from './workspace/workspace.ts';

/** The app's id in all teams. */
const APP_ID = 'A0DECKHAND0';

/** Slack's own limits (slack-facts, "Timing and delivery"). */
const SLACK_PACE: Pace = {
  answerWithin: 3_000,
  redeliveries: [0, 60_000, 300_000],
  triggerLife: 3_000,
  processing: 1_000,
  rates: 'slack',
  history: null,
};

/** Creates what all parts share. `url` returns the address once the server is listening; `stopped` ends all waits. */
export function createSlack(options: StandInOptions, url: () => string, stopped: AbortSignal): Slack {
  const { clock, signingSecret, log } = options;
  const pace = { ...SLACK_PACE, ...options.pace };
  const workspace = createWorkspace(clock);
  const misbehaviour = createMisbehaviour();
  const slack: Slack = {
    clock,
    log,
    pace,
    workspace,
    manifest: readManifest(options.manifest),
    icon: options.iconPath && readFileSync(options.iconPath, 'utf8'),
    app: { id: APP_ID, clientId: options.clientId, clientSecret: options.clientSecret },
    bytes: options.dataDir ? bytesOnDisk(join(options.dataDir, 'files')) : bytesInMemory(),
    stacks: createStacks(workspace, APP_ID),
    triggers: createTriggers(clock, pace.triggerLife),
    responseUrls: createResponseUrls(clock, url),
    // The app checks the time of signatures with its own clock, which is real time.
    sender: createSender({
      clock: systemClock,
      signingSecret,
      misbehaviour,
      answerWithin: pace.answerWithin,
    }),
    misbehaviour,
    calls: [],
    codes: new Map(),
    offers: new Map(),
    previewer: options.previewer,
    links: createLinks(),
    localDomain: options.localDomain,
    pages: options.links ?? [],
    filesDir: options.seed?.filesDir,
    url,
    emit: () => {},
    slackbot: { press: async () => {}, open: () => {} },
  };
  slack.emit = createEvents(slack, stopped);
  slack.slackbot = startSlackbot(slack);
  return slack;
}
