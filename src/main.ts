import { existsSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import type { Deckhand } from './app.ts';
import type { Config } from './config.ts';
import type { Log } from './log.ts';

// About 1,500 files are parsed at a start. With the compile cache, the second and all later starts are 0.4 s faster.
enableCompileCache();
const { ConfigError, databaseOf, readConfig, unknownVariables } = await import('./config.ts');
const { createLog } = await import('./log.ts');
const { readVersion } = await import('./version.ts');

const USAGE = `deckhand                       serves; configured by the environment and by .env in the current folder
deckhand doctor                checks configuration, database, Slack, the service and the clock, and changes nothing
deckhand status                counts asks, messages, digests and jobs by state, says how old they are, and changes nothing
deckhand after-restore         prepares a database that was restored from a backup, so that nothing is spent or posted again
deckhand person export|erase TEAM USER   prints or erases what is stored about one person of a team
deckhand manifest --url https://…   prints the app's manifest for Slack; --socket-mode, --org-wide, --name NAME,
                               --unfurl HOST, --mcp, --steps
deckhand version               prints the version and its commit`;

const commands: Record<string, (args: string[]) => Promise<void>> = {
  serve,
  async doctor() {
    const { doctor, printed } = await import('./commands/doctor.ts');
    const findings = await doctor(process.env, createLog('silent'));
    console.log(printed(findings));
    process.exit(findings.some(({ state }) => state === 'fault') ? 1 : 0);
  },
  async status() {
    const { status } = await import('./commands/status.ts');
    const { tables, counted } = await status(productionConfig(), createLog('silent'));
    console.log(tables);
    if (counted.length > 0)
      console.table(Object.fromEntries(counted.map(({ what, ...figures }) => [what, figures])));
    process.exit(0);
  },
  async 'after-restore'() {
    const { afterRestore } = await import('./commands/after-restore.ts');
    console.log(await afterRestore(productionConfig(), createLog('silent')));
    process.exit(0);
  },
  async person(args) {
    const { person } = await import('./commands/person.ts');
    console.log(await person(args, productionConfig(), createLog('silent')));
    process.exit(0);
  },
  async manifest(args) {
    const { manifest } = await import('./commands/manifest.ts');
    console.log(manifest(args));
  },
  async version() {
    const { version, commit } = readVersion();
    console.log(`deckhand ${version} (commit ${commit}), Node ${process.versions.node}`);
  },
  async help() {
    console.log(USAGE);
  },
};

/** Reads the configuration. If DATABASE_URL is not set, throws an error about this variable only, without checking the others. */
function productionConfig(): Config {
  databaseOf(process.env);
  return readConfig(process.env);
}

/** Maximum milliseconds that a stop waits for a start that has not finished. After that, the process exits. */
const START_GRACE_MS = 10_000;

/** Serves until SIGTERM or SIGINT. */
async function serve(): Promise<void> {
  const config = productionConfig();
  const log = createLog(config.LOG_LEVEL);
  const unknown = unknownVariables(process.env);
  if (unknown.length > 0) log.warn({ unknown }, 'These variables are set, but Deckhand does not know them');
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));

  // The signal handlers are registered before the start, so that a signal also ends a start that takes long.
  let stopping = false;
  const stop = async (because: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ because }, 'stopping');
    const overdue = setTimeout(() => process.exit(1), START_GRACE_MS);
    const stopped = await starting
      .then((deckhand) => {
        clearTimeout(overdue);
        return deckhand.stop();
      })
      .then(
        () => true,
        (error: unknown) => {
          log.error({ err: error }, 'could not stop cleanly');
          return false;
        },
      );
    process.exit(stopped ? 0 : 1);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  const starting = start(config, log);
  await starting;
  flushCompileCache();
}

/** Starts the app. Imports the app's code while the database is being opened. Closes the database after a stop or a failed start. */
async function start(config: Config, log: Log): Promise<Pick<Deckhand, 'stop'>> {
  const [{ createCipher }, { openDatabase }] = await Promise.all([
    import('./storage/cipher.ts'),
    import('./storage/open.ts'),
  ]);
  const cipher = createCipher(config.ENCRYPTION_KEYS);
  const [database, { compose }] = await Promise.all([
    openDatabase({ log, cipher, ...databaseOf(config) }),
    import('./app.ts'),
  ]);
  try {
    const deckhand = await compose(config, log, { database });
    await deckhand.start();
    return {
      async stop() {
        await deckhand.stop();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    if (!(error instanceof Error) || error.name !== 'RestoredCopyError') throw error;
    const { serveRestoredCopy } = await import('./http/restored-copy.ts');
    return serveRestoredCopy(config.PORT, error.message, log);
  }
}

// The file .env does not overwrite variables that are already set.
if (existsSync('.env')) process.loadEnvFile('.env');
const [name = 'serve', ...args] = process.argv.slice(2);
const command = commands[name.replace(/^--/, '')];
if (!command) {
  console.error(`There is no command ${name}.\n\n${USAGE}`);
  process.exit(2);
}
if (command !== serve) endAtSignals();
command(args).catch((error: unknown) => {
  // These messages are for the person at the terminal, so they are printed as plain text.
  if (error instanceof ConfigError || isUsage(error) || isStillRunning(error)) console.error(error.message);
  else createLog('error').fatal({ err: error }, 'could not start');
  process.exit(isUsage(error) ? 2 : 1);
});

/** Exits at SIGINT and SIGTERM. Without handlers, the kernel ignores these signals for process 1 of a container. */
function endAtSignals(): void {
  // The exit code is 128 plus the signal's number, as in shells.
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
}

const isStillRunning = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'StillRunningError';

/** Returns true for a command's UsageError, and for Node's errors about unknown options. */
function isUsage(error: unknown): error is Error {
  return (
    error instanceof Error &&
    (error.name === 'UsageError' || ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')))
  );
}
