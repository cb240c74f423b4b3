import { readFileSync } from 'node:fs';
import { fetch } from 'undici';
import type { Pace, SlackStandIn } from '../../../sandbox/slack/contract.ts';
import { createSlackStandIn } from '../../../sandbox/slack/stand-in.ts';
import { type Ask, askSchema } from '../../../src/asks/schema.ts';
import { createCollectedPages } from '../../../src/generations/collected-pages.ts';
import { insertGeneration } from '../../../src/generations/store.ts';
import { createSlackClients } from '../../../src/slack/bolt/calls/clients.ts';
import { conversationPorts } from '../../../src/slack/kit/lookups/conversation.ts';
import { createConversationReader } from '../../../src/sources/conversation-reader.ts';
import { createDirectory } from '../../../src/sources/directory.ts';
import { readFileText } from '../../../src/sources/file.ts';
import { convertFile } from '../../../src/sources/files/convert.ts';
import type { Converter } from '../../../src/sources/files/converter.ts';
import { createFilesReader, type ReadFile, type SourceReading } from '../../../src/sources/reader.ts';
import { retryRateLimited } from '../../../src/sources/slack-read-retry.ts';
import type { Database } from '../../../src/storage/database.ts';
import { smallTeam } from '../../journeys/seed.ts';
import { createTestLog } from '../log.ts';
import { createSkippingClock } from './clock.ts';

/** The stand-in Slack, on a clock that passes only by waiting for it, and the readers of conversations. */
export async function createHarness(db: Database, pace: Partial<Pace> = {}) {
  const clock = createSkippingClock();
  const slack: SlackStandIn = createSlackStandIn({
    clock,
    manifest: readFileSync(new URL('../../../manifest.yml', import.meta.url), 'utf8'),
    signingSecret: 'secret',
    botToken: 'xoxb-harness',
    seed: smallTeam,
    pace: { rates: 'off', redeliveries: [], ...pace },
  });
  await slack.start();
  const clients = createSlackClients({
    tokenFor: async () => 'xoxb-harness',
    apiUrl: slack.apiUrl,
    fetch: fetch as never,
    log: createTestLog().log,
  });

  /** Reads files from the stand-in, without a separate process for the converter. */
  function readFile(optedOut: string[]): ReadFile {
    return async ({ team, person }, file, signal) => {
      const client = await clients.reads(team);
      const converter: Converter = {
        convert: ({ kind, withNotes, body }) => convertFile(kind, withNotes, body),
      };
      const token = 'xoxb-harness';
      const reader = { client, token, person, converter, apiUrl: slack.apiUrl, fetch: fetch as never };
      return readFileText(file, { ...reader, optedOut: new Set(optedOut) }, signal);
    };
  }

  /** One process: it remembers no names, and what it has read is in the database alone. */
  function createProcess({ pageSize = 200, optedOut = [] as string[] } = {}) {
    return createConversationReader({
      clientFor: clients.reads,
      ...conversationPorts(clients.reads),
      directory: createDirectory(clock),
      readFiles: createFilesReader(readFile(optedOut)),
      optedOut: async () => new Set(optedOut),
      pagesOf: (team, generation) => createCollectedPages(db, { team, generation }),
      pageSize,
      reaction: 'speak_no_evil',
    });
  }

  type Process = ReturnType<typeof createProcess>;

  /** Reads all of it for an ask whose generation was started, and waits as long as Slack says. */
  async function read(process: Process, given: Ask, reading: Partial<SourceReading> = {}) {
    if (given.source.kind === 'text' || given.source.kind === 'file') throw new Error('no conversation');
    const generation = reading.generation ?? (await start(given));
    const rest: SourceReading = {
      generation,
      signal: new AbortController().signal,
      names: { found: new Map() },
      progress: () => {},
      ...reading,
    };
    const { source } = given;
    for (;;) {
      const part = () => process(given, source, rest);
      const text = await retryRateLimited(part, clock, rest.signal);
      if (text) return text;
    }
  }

  let started = 0;
  async function start(given: Ask): Promise<string> {
    started += 1;
    const about = { key: `ask ${started} ${Math.random()}`, label: 'an ask', now: new Date() };
    return (await insertGeneration(db, given, about)).generation.id;
  }

  const history = (method: string) =>
    slack.calls.filter((call) => call.method === method && call.answer?.ok === true);

  return {
    slack,
    clients,
    clock,
    ana: slack.person('ana'),
    ben: slack.person('ben'),
    chloe: slack.person('chloe'),
    createProcess,
    start,
    read,
    history,
  };
}

/** Ana asks for something to be made of a thread, back into it. */
export function threadAsk(channel: string, ts: string, changes: Partial<Ask> = {}): Ask {
  return askSchema.parse({
    team: 'T0SMALL',
    person: 'U0ANA',
    source: { kind: 'thread', channel, ts },
    prompt: '',
    destination: { channel, threadTs: ts },
    ...changes,
  });
}
