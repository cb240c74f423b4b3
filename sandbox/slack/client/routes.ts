import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { canHurry, systemClock } from '../../clock.ts';
import { SlackFault } from '../fault.ts';
import { answerBytes, answerJson, answerText } from '../http/answer.ts';
import { readBody, readJson } from '../http/body.ts';
import type { Route, Visit } from '../http/router.ts';
import type { Slack } from '../slack.ts';
import { SLACKBOT } from '../slackbot/slackbot.ts';
import { previewId } from '../workspace/files.ts';
import { mimetypeOf } from '../workspace/filetypes.ts';
import { findPerson } from '../workspace/workspace.ts';
import { pictureOf } from './avatar.ts';
import { command } from './commands.ts';
import { close, submit } from './forms.ts';
import { openHome } from './home.ts';
import { press, shortcut } from './interacting.ts';
import { details } from './links.ts';
import type { NewsStreams } from './news.ts';
import { options } from './options.ts';
import { historyFor, repliesFor, workspaceFor } from './showing.ts';
import { reactTo, read, remove, say, upload } from './talking.ts';
import { runWorkflow } from './workflows.ts';

/** Returns the routes of protocol.ts. Errors are `{ error }` with status 400. */
export function clientRoutes(slack: Slack, news: NewsStreams): Route[] {
  return [
    get('/page/workspace', (at) => workspaceFor(slack, userIn(slack, at))),
    get('/page/history', (at) => ({ messages: historyFor(slack, param(at, 'user'), param(at, 'channel')) })),
    get('/page/replies', (at) => ({
      messages: repliesFor(slack, param(at, 'user'), param(at, 'channel'), param(at, 'ts')),
    })),
    {
      method: 'GET',
      path: '/page/events',
      handle: ({ response, url }) => news.open(response, userIn(slack, url), url.searchParams.has('back')),
    },
    post('/page/say', sayBody, (body) => say(slack, body)),
    post('/page/details', cardPlace.extend({ user }), (body) => details(slack, body)),
    post('/page/react', reactBody, (body) => reactTo(slack, body)),
    post('/page/delete', messageBody, (body) => remove(slack, body)),
    post('/page/read', messageBody, (body) => read(slack, body)),
    post('/page/command', commandBody, (body) => command(slack, body)),
    post('/page/shortcut', shortcutBody, (body) => shortcut(slack, body)),
    post('/page/workflow', workflowBody, (body) => void runWorkflow(slack, body)),
    post('/page/action', pressBody, (body) => press(slack, body)),
    post('/page/options', optionsBody, (body) => options(slack, body)),
    post('/page/submit', submitBody, (body) => submit(slack, body)),
    post('/page/close', closeBody, (body) => close(slack, body)),
    post('/page/clock', clockBody, (body) => letPass(slack, body)),
    post('/page/home', homeBody, (body) => openHome(slack, body)),
    { method: 'POST', path: '/page/upload', handle: guarded((visit) => receive(slack, visit)) },
    {
      method: 'GET',
      path: '/page/files/:id/:key/preview/:page',
      handle: (visit) => sendPreview(slack, visit),
    },
    { method: 'GET', path: '/page/files/:id/:key/:name', handle: (visit) => sendFile(slack, visit) },
    { method: 'GET', path: '/page/samples/:name', handle: (visit) => sendSample(slack, visit) },
    { method: 'GET', path: '/page/avatar/:picture', handle: (visit) => sendAvatar(slack, visit) },
  ];
}

const user = z.string();
const place = { user, channel: z.string() };
const cardPlace = z.object({ channel: z.string(), ts: z.string(), url: z.string() });
const container = z.union([
  z.object({ message: z.object({ channel: z.string(), ts: z.string() }) }),
  z.object({ view: z.string() }),
  z.object({ card: cardPlace }),
  z.object({ panel: cardPlace }),
]);
const state = z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown())));
const sayBody = z.object({
  ...place,
  text: z.string(),
  threadTs: z.string().exactOptional(),
  files: z.array(z.string()).exactOptional(),
});
const messageBody = z.object({ ...place, ts: z.string() });
const reactBody = z.object({
  ...place,
  ts: z.string(),
  name: z.string(),
  remove: z.boolean().exactOptional(),
});
const commandBody = z.object({ ...place, text: z.string() });
const shortcutBody = z.object({
  user,
  callbackId: z.string(),
  channel: z.string().exactOptional(),
  ts: z.string().exactOptional(),
});
const workflowBody = z.object({ user, id: z.string() });
const field = { user, container, blockId: z.string(), actionId: z.string() };
const pressBody = z.object({
  ...field,
  payload: z.record(z.string(), z.unknown()).default({}),
  state: state.default({}),
});
const optionsBody = z.object({ ...field, value: z.string() });
const submitBody = z.object({ user, viewId: z.string(), state });
const closeBody = z.object({ user, viewId: z.string() });
/** At most a month, which takes about a minute of real time. */
const clockBody = z.object({
  hours: z
    .number()
    .positive()
    .max(31 * 24),
});
const homeBody = z.object({ user, tab: z.enum(['home', 'messages']) });

const get = (path: string, handle: (url: URL) => unknown): Route => ({
  method: 'GET',
  path,
  handle: guarded(({ response, url }) => answerJson(response, 200, handle(url))),
});

const post = <Body>(path: string, schema: z.ZodType<Body>, handle: (body: Body) => unknown): Route => ({
  method: 'POST',
  path,
  handle: guarded(async ({ request, response }) => {
    const body = schema.parse(await readJson(request));
    answerJson(response, 200, (await handle(body)) ?? {});
  }),
});

const guarded =
  (handle: (visit: Visit) => Promise<void> | void) =>
  async (visit: Visit): Promise<void> => {
    try {
      await handle(visit);
    } catch (error) {
      if (error instanceof SlackFault) answerJson(visit.response, 400, { error: error.code });
      else if (error instanceof z.ZodError)
        answerJson(visit.response, 400, { error: z.prettifyError(error) });
      else throw error;
    }
  };

function param(url: URL, name: string): string {
  const value = url.searchParams.get(name);
  if (!value) throw new SlackFault(`missing ${name}`);
  return value;
}

/** Returns the user in the address, or else the first person of the team in the address. */
function userIn({ workspace }: Slack, url: URL): string {
  const named = url.searchParams.get('user');
  if (named) return named;
  const teamId = url.searchParams.get('team');
  const team = workspace.teams.find((each) => each.id === teamId) ?? workspace.teams[0];
  const first = team?.people.find((person) => person.role !== 'bot');
  if (!first) throw new SlackFault('user_not_found');
  return first.id;
}

async function receive(slack: Slack, { request, response, url }: Visit): Promise<void> {
  const about = {
    user: param(url, 'user'),
    name: param(url, 'name'),
    mimetype: url.searchParams.get('mimetype') ?? '',
  };
  answerJson(response, 200, await upload(slack, about, await readBody(request)));
}

const fileAt = ({ workspace }: Slack, { params }: Visit) =>
  workspace.teams
    .flatMap((team) => team.files)
    .find((file) => file.id === params.id && file.key === params.key);

async function sendFile(slack: Slack, visit: Visit): Promise<void> {
  const file = fileAt(slack, visit);
  const bytes = file && (await slack.bytes.get(file.id));
  if (bytes) answerBytes(visit.response, bytes, file.mimetype);
  else answerText(visit.response, 404, 'no such file');
}

async function sendPreview(slack: Slack, visit: Visit): Promise<void> {
  const file = fileAt(slack, visit);
  const page = Number.parseInt(visit.params.page ?? '', 10);
  const bytes = file && (await slack.bytes.get(previewId(file, page)));
  if (bytes) answerBytes(visit.response, bytes, bytes[0] === 0xff ? 'image/jpeg' : 'image/png');
  else answerText(visit.response, 404, 'no such page');
}

async function sendSample({ filesDir }: Slack, { response, params: { name = '' } }: Visit): Promise<void> {
  const bytes = filesDir && (await readFile(join(filesDir, basename(name))).catch(() => null));
  if (bytes) answerBytes(response, bytes, mimetypeOf(name));
  else answerText(response, 404, 'no such file');
}

/** Real milliseconds without a call of the app, after which it is considered idle. */
const QUIET_MS = 250;
const CHECK_EVERY_MS = 25;

/** Moves the clock forward. It stops when the app posts something, so that the person sees it when it happens. */
async function letPass(slack: Slack, { hours }: { hours: number }): Promise<{ stoppedAt?: number }> {
  const { clock, calls, workspace } = slack;
  if (!canHurry(clock)) throw new SlackFault('clock_stands');
  let posted = false;
  const stopListening = workspace.onChange((change) => {
    posted ||= change.kind === 'posted' && change.message.bot === true;
  });
  let seen = calls.length;
  const goesOn = async () => {
    while (calls.length > seen && !posted) {
      seen = calls.length;
      for (let quiet = 0; quiet < QUIET_MS && calls.length === seen; quiet += CHECK_EVERY_MS)
        await systemClock.sleep(CHECK_EVERY_MS);
    }
    return !posted;
  };
  try {
    await clock.pass(hours * 60 * 60_000, goesOn);
  } finally {
    stopListening();
  }
  return posted ? { stoppedAt: clock.now() / 1000 } : {};
}

function sendAvatar({ workspace, icon }: Slack, { response, params }: Visit): void {
  const id = (params.picture ?? '').replace(/\.svg$/, '');
  const slackbot = id === SLACKBOT && { initials: 'S', color: '#4a154b', role: 'member' as const };
  const person = slackbot || workspace.teams.flatMap((team) => findPerson(team, id) ?? [])[0];
  if (person) answerText(response, 200, pictureOf(person, icon), 'image/svg+xml');
  else answerText(response, 404, 'no such person');
}
