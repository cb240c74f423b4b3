import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { runOnce } from './once.ts';
import { type Sandbox, startSandbox } from './sandbox.ts';
import { designs } from './service/engine/themes/themes.ts';
import { buildPage } from './slack/page/build.ts';

const HELP = `npm run sandbox -- [options]

  (none)                start the sandbox and print its address
  --port N              port of the page (4100)
  --data DIR            folder where all data is stored (data/sandbox)
  --reset               delete all stored data and start again

  --once "PROMPT"       make one document without the page, print the result as JSON and exit
  --export FORMAT       with --once: pptx (default), pdf or png
  --theme NAME          with --once: name of a theme
  --out DIR             with --once: folder for the files (data/once)
`;

const themes = designs.map(({ name }) => name);

/** Checks the name before anything starts, because the app would report an unknown theme only after some seconds. */
const theme = z.string().transform((wanted, { addIssue }) => {
  const found = themes.find((name) => name.toLowerCase() === wanted.toLowerCase());
  if (!found) addIssue(`There is no theme "${wanted}". Themes: ${themes.join(', ')}`);
  return found;
});

const flags = z.object({
  once: z.string().trim().min(1, 'needs a prompt: --once "Quarterly review for the board"').optional(),
  export: z.enum(['pptx', 'pdf', 'png'], { error: 'must be pptx, pdf or png' }).default('pptx'),
  theme: theme.optional(),
  out: z.string().default('data/once'),
  port: z.coerce.number({ error: 'must be a number' }).int().min(0).max(65_531).default(4100),
  data: z.string().default('data/sandbox'),
  reset: z.boolean().default(false),
  help: z.boolean().default(false),
});
type Flags = z.output<typeof flags>;

function readFlags(): Flags {
  const { values } = parseArgs({
    options: {
      once: { type: 'string' },
      export: { type: 'string' },
      theme: { type: 'string' },
      out: { type: 'string' },
      port: { type: 'string' },
      data: { type: 'string' },
      reset: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const read = flags.safeParse(values);
  if (read.success) return read.data;
  throw new Error(read.error.issues.map((issue) => `--${String(issue.path[0])} ${issue.message}`).join('\n'));
}

async function once(prompt: string, { export: exportAs, theme, out }: Flags): Promise<void> {
  const result = await runOnce({ prompt, exportAs, ...(theme && { theme }), outDir: out });
  console.log(JSON.stringify(result, null, 2));
  process.exit(result.state === 'delivered' ? 0 : 1);
}

async function serve({ data, port, reset }: Flags): Promise<void> {
  const dataDir = resolve(data);
  const pageDir = join(dataDir, 'page');
  if (reset) rmSync(dataDir, { recursive: true, force: true });
  await buildPage(pageDir);
  const sandbox = await startSandbox({ dataDir, port, pageDir });
  console.log(welcome(sandbox));
  let stopping = false;
  const stop = async () => {
    if (stopping) process.exit(1);
    stopping = true;
    await sandbox.stop();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

function welcome({ url, service, logFile }: Sandbox): string {
  return `
  Deckhand's sandbox is running: the app, a stand-in for Slack and a stand-in for the document service.

  Open   ${url}

  Try first
    1. In #general type   /deck connect   and click the button: sign in as any user, allow. Then type the code that you see
                          (the message from Deckhand, under Apps, has the field)
    2. Then type          /deck Quarterly review: revenue up 18% to $4.2M, churn 2.1%, hiring plan
    3. Click Make it here (or Details… for a theme) and watch the thread
    4. Open the file in the thread, then the document itself
    5. Click Change it… on the card and type: Make the title shorter, add a slide on risks
    6. Add a comment (Sandbox menu, Documents in Papermill), then read it in Slack: … on the card
    7. Write to Slackbot (Direct messages): six slides on our spring launch
    8. Type /deck digests, create one with New digest, and let a week pass in the Sandbox menu

  The Sandbox menu is at the top of the page. A second team, Harbour Books, does not have the app yet.
  The documents:   ${service.baseUrl}
  The app's log:   ${logFile}
  Stop with Ctrl-C. All data is kept for the next start.
`;
}

async function main(): Promise<void> {
  const given = readFlags();
  if (given.help) console.log(HELP);
  else if (given.once) await once(given.once, given);
  else await serve(given);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  console.error('\nRun npm run sandbox -- --help for the options.');
  process.exit(1);
});
