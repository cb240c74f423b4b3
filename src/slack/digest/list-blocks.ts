import type { Button, KnownBlock } from '@slack/types';
import type { Digest } from '../../digests/digest.ts';
import { plural } from '../../text.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { button, buttons, context, type Deployment, type Message, section } from '../kit/blocks/parts.ts';
import { channelMention, mention, moment, serviceText } from '../kit/blocks/text.ts';
import { declineButton, deleteButton, runButton } from './button-blocks.ts';
import { destinationPhrase, pauseCopy, when } from './copy.ts';

/** Maximum number of digests on one page of a list. */
const PAGE_LIMIT = 10;
/** Maximum size of the blocks on one page, in characters of JSON. Slack accepts about 13,200 in one message. */
const PAGE_BUDGET = 11_500;

/** A digest in a list, and what the person who sees the list can do with it. */
export interface ListedDigest {
  digest: Digest;
  mayManage: boolean;
  /** True if another person has set the digest up and it is sent to the person who sees the list. */
  isSentToThem: boolean;
  /** Credits that the last scheduled run cost. Undefined if there was none, or if the service reported no cost. */
  lastCost?: number | undefined;
}

interface Shown {
  /** Index of a digest in the list. The page with this digest is shown. Default: the first page. */
  at?: number;
  /** What a click has done, as mrkdwn with other people's texts escaped. Shown above the list. */
  done?: string | undefined;
  /** Value of the button "New digest" (asks/mention/digest-words.ts). */
  start?: string | undefined;
}

/** Builds the message with a list of digests, for `/deck digests` and for clicks in the list. */
export function digestsMessage(
  listed: ListedDigest[],
  deployment: Deployment,
  { at = 0, done, start }: Shown = {},
): Message {
  if (listed.length === 0) {
    const text = done ?? 'No digests yet. A digest sums up a channel every week, or as often as you like.';
    return { text, blocks: [section(text), ...buttons(newDigestButton(start))] };
  }
  const count = listed.length === 1 ? 'One digest.' : `${listed.length} digests.`;
  return {
    text: done ?? count,
    blocks: [
      ...(done ? [section(done)] : []),
      section('*Digests*'),
      ...digestPage(listed, deployment, at, start),
    ],
  };
}

/** Builds the page of a list with the digest at index `at`, a button for the next page and one for a new digest. */
export function digestPage(
  listed: ListedDigest[],
  deployment: Deployment,
  at = 0,
  start?: string,
): KnownBlock[] {
  const { rows, from, to } = pageOf(listed, deployment, at);
  const isAll = to - from === listed.length;
  return [
    ...rows,
    ...context(isAll ? undefined : `${from + 1} to ${to} of ${listed.length}`),
    ...buttons(isAll ? undefined : pageButton(to, listed.length), newDigestButton(start)),
  ];
}

interface Page {
  rows: KnownBlock[];
  from: number;
  /** Index of the first digest after this page. */
  to: number;
}

/** Returns the page with the digest at index `at`; the last page if the list has fewer digests. */
function pageOf(listed: ListedDigest[], deployment: Deployment, at: number): Page {
  let page: Page = { rows: [], from: 0, to: 0 };
  let size = 0;
  for (const [index, each] of listed.entries()) {
    const row = rowOf(each, index, deployment);
    const length = JSON.stringify(row).length;
    const isFull = index - page.from >= PAGE_LIMIT || size + length > PAGE_BUDGET;
    if (isFull && at < index) break;
    if (isFull) page = { rows: [], from: index, to: index };
    size = isFull ? length : size + length;
    page = { ...page, rows: [...page.rows, ...row], to: index + 1 };
  }
  return page;
}

function pageButton(to: number, count: number): Button {
  return to < count
    ? button('Show more', actions.paginateDigests, String(to))
    : button('Back to the first', actions.paginateDigests, '0');
}

function newDigestButton(start = 'new'): Button {
  return button('New digest', actions.scheduleDigest, start);
}

function rowOf(listed: ListedDigest, index: number, { serviceName }: Deployment): KnownBlock[] {
  const { digest, mayManage, isSentToThem, lastCost } = listed;
  const { owner, skipped } = digest;
  return [
    section(`*${channelMention(digest.channel)}*${stateOf(digest, serviceText(serviceName))}`),
    ...context(
      [
        when(digest),
        destinationPhrase(digest),
        `set up by ${mention(owner)}`,
        ...(mayManage && lastCost !== undefined ? [`the last one cost ${plural(lastCost, 'credit')}`] : []),
      ].join(' · '),
      skipped &&
        `The run ${moment(skipped, 'due ')} was skipped because Deckhand was down for over a day. The next one covers that time, too.`,
      mayManage
        ? undefined
        : `${mention(owner)} or a Slack admin can change ${isSentToThem ? 'it' : 'or stop it'}.`,
    ),
    ...buttons(...choices(listed, index)),
  ];
}

function stateOf(digest: Digest, service: string): string {
  if (digest.state === 'paused') {
    if (digest.pausedBecause === 'person' && digest.pausedBy)
      return ` was paused by ${mention(digest.pausedBy)}. Resume it at any time.`;
    const { what, next } = pauseCopy(digest.pausedBecause ?? 'person', service);
    return ` is paused. ${what} ${next}`.trimEnd();
  }
  return digest.nextRun ? ` · ${moment(digest.nextRun, 'next ')}` : ' has no more runs.';
}

/** Builds the buttons of a digest. Each value is the digest's id and its index in the list, so a click can show the same page again. */
function choices({ digest, mayManage, isSentToThem }: ListedDigest, index: number): (Button | undefined)[] {
  const value = `${digest.id} ${index}`;
  const decline = isSentToThem ? declineButton(value) : undefined;
  if (!mayManage) return [decline];
  return [
    pauseOrResume(digest, value),
    runButton(value),
    button('Change', actions.changeDigest, value),
    deleteButton(value),
    decline,
  ];
}

function pauseOrResume({ state, pausedBecause }: Digest, value: string): Button | undefined {
  if (state === 'active') return button('Pause', actions.pauseDigest, value);
  return pausedBecause === 'declined' ? undefined : button('Resume', actions.resumeDigest, value);
}
