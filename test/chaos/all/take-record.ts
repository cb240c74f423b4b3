import type { Database } from '../../../src/storage/database.ts';
import { dump, sealedSecrets } from '../../support/kept-data.ts';
import { wordsIn } from './kinds.ts';
import type { Asked } from './people.ts';
import {
  type ApiMessage,
  askRecord,
  createRecords,
  type MessageRecord,
  messageRecord,
  type RunRecord,
} from './record.ts';
import { createSentOf, type SentOf } from './sent.ts';
import type { Stage } from './stage.ts';
import { connected } from './teams.ts';

/** Gathers what a run is judged by, once the app has stopped. */
export async function takeRecord(from: {
  asked: Asked[];
  stage: Stage;
  db: Database;
  log: string;
  deaths: number;
}): Promise<RunRecord> {
  const { asked, stage, db, log, deaths } = from;
  const { slack } = stage;
  const appCalls = [...slack.calls];
  const sealed = await sealedSecrets(db);
  const calls = stage.calls();
  const links = calls.filter(({ path }) => path.includes('/files/')).map(({ path }) => path);
  const dmOf = ({ plan }: Asked) => slack.person(plan.person, plan.team).appDm();
  const said = appCalls.filter(({ method }) => !method.startsWith('oauth.'));
  return {
    asks: asked.map((each) =>
      askRecord(each, {
        workspace: connected.get(each.plan.team)?.workspaceId ?? '',
        dm: dmOf(each),
      }),
    ),
    creates: createRecords(calls),
    losses: lossesIn(log),
    deaths,
    messages: await allMessages(stage, sealed, createSentOf(appCalls)),
    said: said.flatMap(({ team, args }) => (team ? { team, words: wordsIn(args) } : [])),
    written: [
      { where: 'the log', text: log },
      { where: 'the database', text: await dump(db) },
      { where: 'what was said to Slack', text: JSON.stringify(said.map(({ args }) => args)) },
    ],
    secrets: [
      ...sealed,
      ...[...stage.bearers].map((bearer): [string, string] => ['an access token', bearer]),
      ...[...new Set(links)].map((link): [string, string] => ['an export link', link]),
      ['the signing secret', stage.env.SLACK_SIGNING_SECRET],
      ['the client secret', stage.env.SLACK_CLIENT_SECRET],
      ['the encryption key', stage.env.ENCRYPTION_KEYS],
    ],
  };
}

/** What src/connections/expiry.ts says of each. */
function lossesIn(log: string): Record<string, number> {
  const lost = [
    ...log.matchAll(/"team":"(\w+)",[^\n]*"the service no longer accepts the credentials of a team"/g),
  ];
  return Object.fromEntries(
    [...Map.groupBy(lost, ([, team = '']) => team)].map(([team, all]) => [team, all.length]),
  );
}

/** All messages of Deckhand that stand in Slack, as Slack's own Web API shows them to it, with their metadata. */
async function allMessages(
  { slack, teams }: Stage,
  sealed: Map<string, string>,
  sentOf: SentOf,
): Promise<MessageRecord[]> {
  const found: MessageRecord[] = [];
  for (const { id: team, people, conversations } of teams) {
    const token = [...sealed].find(([name]) => name.startsWith('installations') && name.includes(team))?.[1];
    const ask = async (method: string, args: Record<string, string>): Promise<ApiMessage[]> => {
      const read = () =>
        fetch(`${slack.apiUrl}${method}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body: new URLSearchParams({ ...args, include_all_metadata: 'true', limit: '999' }),
        });
      // The stand-in may close an idle connection just as it is used again. Reading twice changes nothing.
      const answer = await read().catch(read);
      const shown = (await answer.json()) as { messages?: ApiMessage[]; error?: string };
      if (!shown.messages) throw new Error(`${method} of ${args.channel}: ${shown.error}`);
      return shown.messages.filter((message) => method === 'conversations.history' || message.ts !== args.ts);
    };
    const dms = people.map((person) => slack.person(person.id, team).appDm());
    for (const channel of [...conversations.map(({ id }) => id), ...dms]) {
      const tops = await ask('conversations.history', { channel });
      const threads = tops.filter((message) => 'reply_count' in message);
      const replies = await Promise.all(
        threads.map(({ ts }) => ask('conversations.replies', { channel, ts })),
      );
      const ours = [...tops, ...replies.flat()].filter(({ bot_id }) => bot_id);
      found.push(...ours.map((message) => messageRecord(message, { team, channel, sentOf })));
    }
  }
  return found;
}
