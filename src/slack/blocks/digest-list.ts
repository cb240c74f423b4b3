import type { Button, KnownBlock } from '@slack/types';
import type { Digest } from '../../digests/digest.ts';
import { actions } from '../action-ids.ts';
import { mention } from './describe.ts';
import { channelMention, pauseWords, when, whither } from './digest-words.ts';
import { button, buttons, context, type Message, section, type Words } from './parts.ts';
import { escaped, plain } from './text.ts';

/** How many digests a list shows. */
const LIST_LIMIT = 10;
/** Characters of blocks that Slack takes in one message are about 13,200. */
const LIST_BUDGET = 11_500;

/** A digest as one person sees it. */
export interface ListedDigest {
  digest: Digest;
  mayManage: boolean;
}

/** The answer to `/deck schedules`. */
export function digestsMessage(listed: ListedDigest[], words: Words): Message {
  if (listed.length === 0) {
    const text = 'No digests yet. Type `/deck schedule` in a channel to have it summed up regularly.';
    return { text, blocks: [section(text), ...buttons(scheduleButton())] };
  }
  return {
    text: listed.length === 1 ? 'One digest.' : `${listed.length} digests.`,
    blocks: [section('*Digests*'), ...digestRows(listed, words), ...buttons(scheduleButton())],
  };
}

/** As many rows as fit. */
export function digestRows(listed: ListedDigest[], words: Words): KnownBlock[] {
  const blocks: KnownBlock[] = [];
  let shown = 0;
  for (const each of listed.slice(0, LIST_LIMIT)) {
    const row = rowOf(each, words);
    if (JSON.stringify([...blocks, ...row]).length > LIST_BUDGET) break;
    blocks.push(...row);
    shown += 1;
  }
  const left = listed.length - shown;
  return [...blocks, ...context(left > 0 ? `And ${left} more, not shown here.` : undefined)];
}

export function scheduleButton(): Button {
  return button('Schedule a digest', actions.scheduleDigest, 'new');
}

function rowOf({ digest, mayManage }: ListedDigest, { serviceName }: Words): KnownBlock[] {
  const { owner, skipped } = digest;
  return [
    section(`*${channelMention(digest.channel)}*${stateOf(digest, escaped(serviceName, 75))}`),
    ...context(
      [when(digest), whither(digest), `set up by ${mention(owner)}`].join(' · '),
      skipped &&
        `The run of ${date(skipped)} was missed by more than a day, so it was skipped. The next one covers it.`,
      mayManage ? undefined : `${mention(owner)} or a Slack admin can change or stop it.`,
    ),
    ...(mayManage ? buttons(...choices(digest)) : []),
  ];
}

function stateOf(digest: Digest, service: string): string {
  if (digest.state === 'paused') {
    const { what, next } = pauseWords(digest.pausedBecause ?? 'person', service);
    return ` is paused. ${what} ${next}`;
  }
  return digest.nextRun ? ` · next ${date(digest.nextRun)}` : ' has no more runs.';
}

function choices({ id, state }: Digest): Button[] {
  return [
    state === 'active'
      ? button('Pause', actions.pauseDigest, id)
      : button('Resume', actions.resumeDigest, id),
    runButton(id),
    button('Change', actions.changeDigest, id),
    deleteButton(id),
  ];
}

/** Asks first, since it spends credits. */
function runButton(id: string): Button {
  return {
    ...button('Run now', actions.runDigest, id),
    confirm: {
      title: plain('Run this digest now?', 100),
      text: plain('It spends credits. The next run sums up the same time again.', 300),
      confirm: plain('Run now', 30),
      deny: plain('Not now', 30),
    },
  };
}

/** Asks first. */
export function deleteButton(id: string): Button {
  return {
    ...button('Delete', actions.deleteDigest, id, 'danger'),
    confirm: {
      title: plain('Delete this digest?', 100),
      text: plain('It will not run again. What it has made so far stays.', 300),
      confirm: plain('Delete', 30),
      deny: plain('Keep it', 30),
      style: 'danger',
    },
  };
}

/** In the reader's own time zone; Slack fills it in. */
function date(at: Date): string {
  const fallback = at.toISOString().slice(0, 16).replace('T', ' ');
  return `<!date^${Math.floor(at.getTime() / 1000)}^{date_short_pretty} at {time}|${fallback} UTC>`;
}
