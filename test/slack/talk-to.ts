import { createProposals } from '../../src/asks/proposals.ts';
import { type Ask, askSchema } from '../../src/asks/schema.ts';
import { IMAGE_FORM } from '../../src/slack/bolt/routes/action-ids.ts';
import { createHarness, type Given } from '../support/harness/slack.ts';
import { command, event } from '../support/harness/slack-requests.ts';
import { buttonsOf, buttonValue } from '../support/reading.ts';

export type Place = keyof typeof places | 'command';

const places = {
  dm: { type: 'message', channel_type: 'im', channel: 'D1' },
  dmThread: { type: 'message', channel_type: 'im', channel: 'D1', thread_ts: '5.5' },
  channel: { type: 'app_mention', channel: 'C1' },
  otherChannel: { type: 'app_mention', channel: 'C2' },
  thread: { type: 'app_mention', channel: 'C1', thread_ts: '1.1' },
  otherThread: { type: 'app_mention', channel: 'C1', thread_ts: '1.2' },
};

/** What became of a sentence. With `card` (a new one), `changed` and `made` there is an ask; with `says` only words. */
export type Outcome = { kind: 'card' | 'changed' | 'made'; ask: Ask } | { kind: 'says'; words: string };

/** Deckhand, with whom Ana talks in direct messages, in a channel or in a thread of it. */
export function talkTo(given: Given = {}) {
  const ids = new Map<string, string>();
  const stored = new Map<string, { value: unknown; until: number }>();
  const now = (): number => harness.slack.clock.now();
  const proposals = createProposals(
    {
      async get(key) {
        const { value, until = 0 } = stored.get(key) ?? {};
        return now() < until ? value : undefined;
      },
      set: async (key, value, ms = Infinity) => void stored.set(key, { value, until: now() + ms }),
      delete: async (key) => stored.delete(key),
      keepNewest: async () => {},
    },
    // As in the app, the same event gets the same id again.
    (origin = `none ${ids.size}`) => {
      const id = ids.get(origin) ?? `p${ids.size + 1}`;
      ids.set(origin, id);
      return id;
    },
    30,
    (_, fn) => fn(),
  );
  const harness = createHarness({ proposals, ...given });
  let posts = 0;
  harness.answers['chat.postMessage'] = () => ({ ts: `9.${++posts}` });
  let events = 0;

  async function say(text: string, where: Place = 'dm', user = 'UANA'): Promise<Outcome> {
    const made = harness.generations.all().length;
    const before = harness.calls.length;
    events += 1;
    const id = `Ev${events}`;
    const written =
      where === 'dm' || where === 'dmThread' || text.includes('<@UBOT>') ? text : `<@UBOT> ${text}`;
    if (where === 'command') await harness.send(command(text, { user_id: user }));
    else await harness.send(event({ user, text: written, ...places[where], ts: `3.${events}` }, id));
    const calls = harness.calls.slice(before).map(({ method, args }) => ({ method, args }));
    const [generation] = harness.generations.all().slice(made);
    if (generation?.ask) return { kind: 'made', ask: generation.ask };
    const picture = where === 'command' && pictureForm(calls.at(-1)?.args);
    if (picture) return { kind: 'card', ask: picture };
    const shown = calls.findLast(({ method }) =>
      /^(chat\.(postMessage|postEphemeral|update)|respond)$/.test(method),
    );
    const proposal = shown?.args.blocks && proposalOf(shown.args);
    const ask = proposal && (await proposals.find({ team: 'T1', person: user }, proposal));
    if (ask) return { kind: calls.some(({ method }) => method === 'chat.delete') ? 'changed' : 'card', ask };
    return { kind: 'says', words: String(shown?.args.text ?? '').split('\n')[0] ?? '' };
  }
  return { harness, say, proposals };
}

/** The form of `/deck image` is filled in with the words, and costs nothing, like a card. */
function pictureForm(args: unknown): Ask | undefined {
  const shown = JSON.stringify(args ?? '');
  const words = /"initial_value":"((?:[^"\\\\]|\\\\.)*)"/.exec(shown)?.[1];
  if (!shown.includes(`"callback_id":"${IMAGE_FORM}"`) || !words) return undefined;
  const plain = { source: { kind: 'text' }, destination: { channel: 'C1' }, team: 'T1', person: 'UANA' };
  return askSchema.parse({ ...plain, work: { kind: 'image' }, prompt: words });
}

function proposalOf(shown: object): string | undefined {
  try {
    return buttonsOf(shown).filter((label) => /^Make it/.test(label)).length === 1
      ? buttonValue(shown, 'proposal_make')
      : undefined;
  } catch {
    return undefined;
  }
}
