import { enableCompileCache, flushCompileCache } from 'node:module';
import { parseArgs } from 'node:util';
import type { Deckhand } from './app.ts';
import type { Config } from './config.ts';
import type { Log } from './log.ts';

// Some 1,500 files are parsed at a start, ours stripped of their types first; a later start finds them done, 0.4 s sooner.
enableCompileCache();
const { ConfigError, readConfig } = await import('./config.ts');
const { createLog } = await import('./log.ts');

const USAGE = `deckhand                       serves; the environment configures it
deckhand doctor                looks at configuration, database, Slack, the service and the clock, and changes nothing
deckhand backup FILE           writes the whole database to a file, - for standard output; an embedded one while Deckhand is stopped
deckhand restore FILE          fills an empty database, of either kind, with a backup, - for standard input; --moved where nothing was done on the original since
deckhand manifest --url https://…   prints the app's manifest for Slack; --socket-mode, --org-wide, --name NAME`;

const commands: Record<string, (args: string[]) => Promise<void>> = {
  serve,
  async doctor() {
    const { doctor, printed } = await import('./commands/doctor.ts');
    const findings = await doctor(process.env, createLog('silent'));
    console.log(printed(findings));
    process.exit(findings.some(({ state }) => state === 'fault') ? 1 : 0);
  },
  async backup([file]) {
    const { backup } = await import('./commands/backup.ts');
    console.error(await backup(file, readConfig(process.env), createLog('silent')));
  },
  async restore(args) {
    const { restore } = await import('./commands/backup.ts');
    const { values, positionals } = parseArgs({
      args,
      options: { moved: { type: 'boolean' } },
      allowPositionals: true,
    });
    const how = { isMove: values.moved ?? false };
    console.error(await restore(positionals[0], readConfig(process.env), createLog('silent'), how));
  },
  async manifest(args) {
    const { manifest } = await import('./commands/manifest.ts');
    console.log(manifest(args));
  },
  async help() {
    console.log(USAGE);
  },
};

/** Milliseconds that a start may take to its end once it is to be stopped: one that waits for others would take longer. */
const START_GRACE_MS = 10_000;

/** config -> signals -> compose -> start. */
async function serve(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));

  // Before anything slow, as in `endAtSignals`.
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
    process.exit(stopped && because.startsWith('SIG') ? 0 : 1);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  const starting = start(config, log);
  const deckhand = await starting;
  flushCompileCache();
  void deckhand.outdated.then((error) => {
    log.fatal({ err: error }, 'cannot go on');
    void stop('tables of a newer version');
  });
}

/** The database is being made or opened while the program is imported, and closed when all else has stopped, or did not start. */
async function start(config: Config, log: Log): Promise<Deckhand> {
  const [{ createCipher }, { beginToOpen, placeOf }] = await Promise.all([
    import('./storage/cipher.ts'),
    import('./storage/open.ts'),
  ]);
  const { opened } = await beginToOpen({
    log,
    cipher: createCipher(config.ENCRYPTION_KEYS),
    ...placeOf(config),
    onBroken(error) {
      log.fatal({ err: error }, 'cannot go on');
      // Nothing can end in good order without a database; the next start takes the work up.
      process.exit(1);
    },
  });
  const [database, { compose }] = await Promise.all([opened, import('./app.ts')]);
  try {
    const deckhand = await compose(config, log, { database });
    await deckhand.start();
    return {
      ...deckhand,
      async stop() {
        await deckhand.stop();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

const [name = 'serve', ...args] = process.argv.slice(2);
const command = commands[name.replace(/^--/, '')];
if (!command) {
  console.error(`There is no command ${name}.\n\n${USAGE}`);
  process.exit(2);
}
if (command !== serve) endAtSignals();
command(args).catch((error: unknown) => {
  // Without a configuration there is no log yet; its errors are for whoever started the process.
  if (error instanceof ConfigError) console.error(error.message);
  else if (error instanceof Error && error.name === 'BackupError') console.error(error.message);
  else if (isUsage(error)) console.error(error.message);
  else createLog('error').fatal({ err: error }, 'could not start');
  process.exit(isUsage(error) ? 2 : 1);
});

/** The first process of a container is sent no signal that it does not listen to; and with this one's end its folder is unlocked. */
function endAtSignals(): void {
  // 128 and the signal's number, as shells say it.
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
}

/** Ours, and what Node says of options that do not exist. */
function isUsage(error: unknown): error is Error {
  return (
    error instanceof Error &&
    (error.name === 'UsageError' || ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')))
  );
}
