import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { connectTeam } from './connect.ts';
import { type Sandbox, startSandbox } from './sandbox.ts';
import type { FileInfo, Message } from './slack/protocol.ts';

export interface OnceOptions {
  prompt: string;
  exportAs: 'pptx' | 'pdf' | 'png';
  theme?: string;
  /** Folder for the files. */
  outDir: string;
}

export interface OnceResult {
  state: 'delivered' | 'failed' | 'timed_out';
  docUrl: string | null;
  title: string | null;
  /** One file, or with `png` one picture for each card. */
  files: { name: string; bytes: number; path: string }[];
  /** The texts of the thread, first message first. */
  thread: string[];
  seconds: number;
}

const CHANNEL = 'general';
const WAIT_MS = 90_000;
/** The account that signs in at the stand-in service, and the workspace that it chooses. */
const ACCOUNT = { account: 'vera@northwind.example', workspace: 'Northwind Studio' };

/** Makes one document through Slack: connects the team, sends `/deck`, submits the form, and waits for the thread. */
export async function runOnce(options: OnceOptions): Promise<OnceResult> {
  const started = performance.now();
  const dataDir = await mkdtemp(join(tmpdir(), 'deckhand-once-'));
  const sandbox = await startSandbox({ dataDir, port: 0, generationMs: [1_500, 2_500] });
  try {
    await connectTeam(sandbox.slack, { person: 'ana', channel: CHANNEL, ...ACCOUNT });
    const root = await ask(sandbox, options);
    const outcome = await waitForOutcome(sandbox, root.ts);
    const files: OnceResult['files'] = [];
    for (const file of outcome.files) files.push(await save(sandbox, file, options.outDir));
    const card = sandbox.slack.messages(CHANNEL, root.ts)[0] ?? root;
    return {
      state: outcome.state,
      ...docOf(card),
      files,
      thread: sandbox.slack.messages(CHANNEL, root.ts).map((message) => message.text),
      seconds: Math.round((performance.now() - started) / 100) / 10,
    };
  } finally {
    await sandbox.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function ask({ slack }: Sandbox, { prompt, exportAs, theme }: OnceOptions): Promise<Message> {
  const ana = slack.person('ana');
  const opened = await ana.command(CHANNEL, '/deck');
  if (!opened.ok) throw new Error(`/deck failed: ${opened.error}`);
  await ana.waitForView();
  await ana.press('view', 'deck_more_options');
  await ana.waitForView(({ view }) => view.blocks.some(({ block_id }) => block_id === 'export_as'));
  await ana.fill({ prompt, export_as: exportAs, ...(theme && { theme }) });
  const before = new Set(slack.messages(CHANNEL).map((message) => message.ts));
  const submitted = await ana.submit();
  if (!submitted.ok) throw new Error(`The form was refused: ${JSON.stringify(submitted)}`);
  const isCard = (message: Message) =>
    Boolean(message.bot) && !message.ephemeralFor && !message.thread_ts && !before.has(message.ts);
  return ana.waitForMessage(isCard, { channel: CHANNEL, timeoutMs: WAIT_MS });
}

type Outcome = { state: OnceResult['state']; files: FileInfo[] };

/** Waits for the first reply in the thread. It has the files, or says what went wrong. */
async function waitForOutcome({ slack }: Sandbox, rootTs: string): Promise<Outcome> {
  const isReply = (message: Message) => message.thread_ts === rootTs && message.ts !== rootTs;
  try {
    await slack.person('ana').waitForMessage(isReply, { channel: CHANNEL, timeoutMs: WAIT_MS });
  } catch {
    return { state: 'timed_out', files: [] };
  }
  await slack.settle();
  const files = slack.files(CHANNEL, rootTs);
  return { state: files.length > 0 ? 'delivered' : 'failed', files };
}

async function save({ slack }: Sandbox, file: FileInfo, outDir: string) {
  await mkdir(outDir, { recursive: true });
  const path = resolve(outDir, file.name);
  const bytes = await slack.download(file.id);
  await writeFile(path, bytes);
  return { name: file.name, bytes: bytes.length, path };
}

/** Reads the address and the title of the document from the card's link to it: `*<https://…|Title>*`. */
function docOf(card: Message): { docUrl: string | null; title: string | null } {
  const link = /<(https?:[^|>]+)\|([^>]+)>/.exec(JSON.stringify(card.blocks ?? []));
  return { docUrl: link?.[1] ?? null, title: link?.[2] ?? null };
}
