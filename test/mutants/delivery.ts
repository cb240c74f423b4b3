import type { Mutant } from './mutant.ts';

/** Every message and every file once, and none lost. */

const crash = 'test/generations/crash-anywhere.test.ts';
const outage = 'test/generations/outage.test.ts';
const lostAnswers = 'test/journeys/lost-answers.test.ts';
const sendOnce = 'test/send-once.test.ts';
const outbox = 'test/generations/outbox.test.ts';
const exports = 'test/generations/export-from-card.test.ts';
const deliver = 'test/slack/deliver.test.ts';
const posts = 'test/slack/find-post.test.ts';

const SEND_ONCE = 'src/send-once.ts';
const POST_ONCE = 'src/generations/delivery/post-once.ts';
const SEND_FILE = 'src/generations/delivery/send-file.ts';
const RENDER = 'src/generations/delivery/render-export.ts';
const EXPORTS = 'src/generations/delivery/export-from-card.ts';
const MESSAGES = 'src/generations/delivery/messages.ts';
const OUTBOX = 'src/generations/delivery/outbox.ts';
const POSTS = 'src/slack/bolt/posts.ts';
const DELIVER = 'src/slack/result/deliver.ts';

export const delivery: Mutant[] = [
  {
    name: 'what HTTP/2 refuses is sent again',
    file: SEND_ONCE,
    from: 'body ? streamOf(body) : null',
    to: '(body || null) as never',
    tests: [sendOnce],
  },
  {
    name: 'what was sent counts as not sent',
    file: SEND_ONCE,
    from: 'content && !content.readableDidRead ?',
    to: 'content ?',
    tests: [sendOnce],
  },
  {
    name: 'a create that never left its process may have spent credits',
    file: SEND_ONCE,
    from: 'content && !content.readableDidRead ?',
    to: 'false ?',
    tests: ['test/service/outgoing.test.ts'],
  },
  {
    name: 'after a lost answer it posts without looking',
    file: POST_ONCE,
    from: '(outcomeUnknown ? await findPosted() : null)',
    to: 'null',
    tests: [crash, lostAnswers],
  },
  {
    name: 'a message is looked for while Slack may still be posting it',
    file: POST_ONCE,
    from: '    await clock.sleep(policy.lookAfterMs, signal);\n',
    to: '',
    tests: [outbox],
  },
  {
    name: 'a file is looked for while Slack may still be sharing it',
    file: SEND_FILE,
    from: '  await clock.sleep(policy.lookAfterMs, signal);\n',
    to: '',
    tests: [outbox],
  },
  {
    name: 'a post whose row says sent is made again',
    file: POST_ONCE,
    from: "if (row.state === 'sent') return { channel: row.channel, ts: row.messageTs ?? '' };",
    to: '',
    tests: [crash, outbox],
  },
  {
    name: 'a post is made before its row says so',
    file: 'src/generations/delivery/outbox.ts',
    from: "const begun = { state: 'sending', attempts: 1 } as const;",
    to: 'const begun = unsent;',
    tests: [crash, outbox],
  },
  {
    name: 'a row that was written ahead is gone by, however long ago that was',
    file: 'src/generations/delivery/messages.ts',
    from: 'begun && clock.now() - begun.createdAt.getTime() < ALONE_MS',
    to: 'begun',
    tests: [outbox],
  },
  {
    name: 'what Slack refuses to show is taken for what is not there',
    file: POST_ONCE,
    from: "throw error instanceof PostRefused ? new PostRefused('cannot_look', error.retryAfterMs) : error;",
    to: 'if (error instanceof PostRefused) return null;\n      throw error;',
    tests: [outage],
  },
  {
    name: 'a post goes on after its process has lost the job',
    file: POST_ONCE,
    from: '        signal.throwIfAborted();\n',
    to: '',
    tests: [outbox],
  },
  {
    name: 'marking one row marks those of all others',
    file: OUTBOX,
    from: "await change(db, id)\n    .set((eb) => ({\n      state: 'sending'",
    to: "await tables(db).updateTable('deliveries')\n    .set((eb) => ({\n      state: 'sending'",
    tests: [outbox],
  },
  {
    name: 'a file that stands in the thread is not noted as sent',
    file: SEND_FILE,
    from: '    await markSent(db, row.id, new Date(clock.now()), {});\n',
    to: '',
    tests: [outbox, exports],
  },
  {
    name: 'a file whose row says sent is sent again',
    file: SEND_FILE,
    from: "    if (row.state === 'sent') return;\n",
    to: '',
    tests: [crash, outbox],
  },
  {
    name: 'a shared file is shared again after a lost answer',
    file: SEND_FILE,
    from: '    if (!(await alreadyShared(generation, row, context, signal)))\n',
    to: '',
    tests: [crash, lostAnswers],
  },
  {
    name: 'the answer of Slack that never came is a refusal of the file',
    file: SEND_FILE,
    from: 'if (error instanceof PostRefused) return error.retryAfterMs !== undefined;',
    to: 'return false;',
    tests: [lostAnswers, outage],
  },
  {
    name: 'being told to wait uses up the tries of a file',
    file: SEND_FILE,
    from: 'if (asked === undefined) failures += 1;',
    to: 'failures += 1;',
    tests: [outage],
  },
  {
    name: 'being told to wait uses up the tries of a message',
    file: 'src/generations/delivery/slack-post-retry.ts',
    from: 'if (asked === undefined) failures += 1;',
    to: 'failures += 1;',
    tests: [outage, outbox],
  },
  {
    name: 'posts carry nothing by which they are found',
    file: POSTS,
    from: '      metadata: metadataOf(id),\n',
    to: '',
    tests: [lostAnswers],
  },
  {
    name: 'a process that has lost a job still makes its post',
    file: DELIVER,
    from: '      signal.throwIfAborted();\n      return postMessage(',
    to: '      return postMessage(',
    tests: [deliver],
  },
  {
    name: 'the look for a post leaves out what identifies it',
    file: POSTS,
    from: 'include_all_metadata: true',
    to: 'include_all_metadata: false',
    tests: [lostAnswers],
  },
  {
    name: "a post is looked for by our clock to the second, which is not Slack's",
    file: POSTS,
    from: 'String(Math.floor(since / 1000) - 300)',
    to: 'String(Math.floor(since / 1000))',
    tests: [posts],
  },
  {
    name: 'any message of ours counts as the one that is looked for',
    file: POSTS,
    from: 'const isIt = async (message: Seen) => isDelivery(message, id) && isOurs(message);',
    to: 'const isIt = async (message: Seen) => isOurs(message);',
    tests: [posts],
  },
  {
    name: 'trouble at Slack (5xx) is a definite refusal',
    file: POSTS,
    from: 'error.statusCode >= 400 && error.statusCode < 500',
    to: 'error.statusCode >= 400',
    tests: [deliver],
  },
  {
    name: 'trouble inside Slack is a definite refusal',
    file: POSTS,
    from: "  'internal_error',\n",
    to: '',
    tests: [deliver],
  },
  {
    name: "a proxy's page is a definite refusal",
    file: POSTS,
    from: 'return CODE.test(code) && !UNCERTAIN.has(code);',
    to: 'return !UNCERTAIN.has(code);',
    tests: [deliver],
  },
  {
    name: 'a card that was deleted is thought to be there still',
    file: MESSAGES,
    from: 'return postRoot(generation, context, signal, `again:${generation.rootTs}`);',
    to: "return postRoot(generation, context, signal, '');",
    tests: [outbox],
  },
  {
    name: 'a card that was deleted ends the delivery',
    file: MESSAGES,
    from: 'if (progress || !isUnreachable(error)) throw error;',
    to: 'throw error;',
    tests: [outbox],
  },
  {
    name: 'a place that cannot be written to ends the ask in silence',
    file: MESSAGES,
    from: '    if (!isUnreachable(error)) throw error;\n    context.log.info(',
    to: '    throw error;\n    context.log.info(',
    tests: [lostAnswers],
  },
  {
    name: 'a place that was given up is tried again beside the direct message',
    file: MESSAGES,
    from: '  if (isGivenUp) throw new PostRefused(GIVEN_UP);\n',
    to: '',
    tests: [outbox],
  },
  {
    name: 'word of a missing export goes nowhere where the thread is closed',
    file: MESSAGES,
    from: '    else await post(generation, { channel: notice.by }, { ...instead, notice }, context, signal);\n',
    to: '',
    tests: [exports],
  },
  {
    name: 'the same press has the file sent twice',
    file: 'src/generations/generations.ts',
    from: '        if (row.payload) return;\n',
    to: '',
    tests: [exports],
  },
  {
    name: 'an export is asked for again by every process that takes it up',
    file: RENDER,
    from: 'exportId ??= await createExport(',
    to: 'exportId = await createExport(',
    tests: [exports],
  },
  {
    name: 'the id of an export is not kept',
    file: RENDER,
    from: '    await setPayload(context.db, row.id, { ...wanted, exportId });\n',
    to: '',
    tests: [exports],
  },
  {
    name: 'an export that was sent is rendered again',
    file: EXPORTS,
    from: " || found.row.state === 'sent') return;",
    to: ') return;',
    tests: [exports],
  },
  {
    name: 'a render that failed once is given up',
    file: RENDER,
    from: 'const RENDER_ATTEMPTS = 2;',
    to: 'const RENDER_ATTEMPTS = 1;',
    tests: [exports],
  },
  {
    name: 'nobody hears of an export that failed',
    file: EXPORTS,
    from: 'if (failure) await notifyFailed(generation, delivery, wanted, failure, signal);',
    to: '',
    tests: [exports],
  },
  {
    name: 'nobody hears of an export that the queue gave up',
    file: EXPORTS,
    from: '    if (!found) return;\n    const { row, generation, wanted } = found;\n    const failure',
    to: '    if (found) return;\n    const { row, generation, wanted } = found;\n    const failure',
    tests: [exports],
  },
  {
    name: 'trouble while an export is polled ends it',
    file: RENDER,
    from: 'if (!isTransient(error)) throw error;',
    to: 'throw error;',
    tests: [exports],
  },
  {
    name: 'an export that is never done is waited for without end',
    file: RENDER,
    from: 'for (let failures = 0; clock.now() < until; ) {',
    to: 'for (let failures = 0; clock.now() < Number.POSITIVE_INFINITY; ) {',
    tests: [exports],
  },
  {
    name: 'the export link is written down',
    file: RENDER,
    from: "if (status?.status === 'completed') return { url: status.exportUrl };",
    to: "if (status?.status === 'completed') {\n      await setPayload(context.db, row.id, { ...wanted, exportId, url: status.exportUrl });\n      return { url: status.exportUrl };\n    }",
    tests: [exports],
  },
  {
    name: 'progress uses up all edits of a workspace',
    file: DELIVER,
    from: 'return window.edits <= EDITS_PER_MINUTE;',
    to: 'return true;',
    tests: [deliver],
  },
];
