/** Edits that each break one promise. At least one of the named tests must fail. `find` occurs once in the file. */

export interface Mutant {
  /** What goes wrong. */
  name: string;
  file: string;
  find: string;
  replace: string;
  tests: string[];
}

export const mutants: Mutant[] = [
  // Never twice: one create call and one outcome for each ask.
  {
    name: 'A repeated click starts a second generation',
    file: 'src/generations/store.ts',
    find: "...{ id, team, person, key, state: 'queued'",
    replace: "...{ id, team, person, key: randomUUID(), state: 'queued'",
    tests: ['test/generations/main-road.test.ts'],
  },
  {
    name: 'Two processes both make the create call',
    file: 'src/generations/spending.ts',
    find: "transition(to, generation, ['collecting'], 'submitting',",
    replace: "transition(to, generation, ['collecting', 'submitting'], 'submitting',",
    tests: ['test/generations/one-of-each.test.ts'],
  },
  {
    name: 'The create call is repeated after a crash',
    file: 'src/generations/steps/submit.ts',
    find: "return advance(generation, run, 'unsure', {}, ['submitting']);",
    replace: "return advance(generation, run, 'collecting', {}, ['submitting']);",
    tests: ['test/generations/crash-anywhere.test.ts'],
  },
  {
    name: 'A create call without a response is repeated',
    file: 'src/generations/failures.ts',
    find: 'if (isOutcomeUnknown(error, work) || !isTransient(error)) return null;',
    replace: 'if (!isTransient(error)) return null;',
    tests: ['test/generations/main-road.test.ts'],
  },
  {
    name: 'A generation changes state from any state',
    file: 'src/generations/transitions.ts',
    find: "\n    .where('state', 'in', from)",
    replace: '',
    tests: ['test/generations/main-road.test.ts', 'test/generations/late-results.test.ts'],
  },
  {
    name: "A proposal can be accepted with another person's id",
    file: 'src/asks/proposals.ts',
    find: '`${team}/${person}/${id}`',
    replace: '`${team}/${id}`',
    tests: [
      'test/journeys/sentences.test.ts',
      'test/storage/teams-apart.test.ts',
      'test/slack/sentences.test.ts',
    ],
  },
  {
    name: 'A mention that Slack delivers twice starts two generations',
    file: 'src/slack/mention/app-mention.ts',
    find: 'slack.generations.start(ask, `mention:${channel}:${ts}`)',
    replace: 'slack.generations.start(ask, `mention:${channel}:${ts}:${Math.random()}`)',
    tests: ['test/journeys/threads.test.ts', 'test/slack/threads.test.ts', 'test/slack/events.test.ts'],
  },
  {
    name: 'An event that Slack delivers twice is handled twice',
    file: 'src/slack/bolt/requests.ts',
    find: 'return once(team, `event:${eventId}`, REDELIVERED_WITHIN_MS);',
    replace: 'return Promise.resolve(true);',
    tests: ['test/slack/events.test.ts', 'test/slack/threads.test.ts', 'test/slack/sentences.test.ts'],
  },
  {
    name: 'A deduplication key can be claimed twice',
    file: 'src/storage/seen.ts',
    find: ".where('seen.expiresAt', '<=', sql<Date>`now()`)",
    replace: '',
    tests: ['test/storage/database.test.ts'],
  },
  // Never twice: one post of each message and file.
  {
    name: 'A request that was sent is reported as not sent',
    file: 'src/outgoing-requests.ts',
    find: 'content === null || content.readableDidRead',
    replace: 'content === null',
    tests: ['test/outgoing-requests.test.ts'],
  },
  {
    name: 'After a post without a response, it posts again without checking',
    file: 'src/generations/delivery/post-once.ts',
    find: '(outcomeUnknown ? await findPosted() : null)',
    replace: 'null',
    tests: ['test/generations/crash-anywhere.test.ts', 'test/journeys/lost-answers.test.ts'],
  },
  {
    name: 'A message whose row says sent is posted again',
    file: 'src/generations/delivery/post-once.ts',
    find: "if (row.state === 'sent') return { channel: row.channel, ts: row.messageTs ?? '' };",
    replace: '',
    tests: ['test/generations/crash-anywhere.test.ts', 'test/generations/outbox.test.ts'],
  },
  {
    name: 'A message is posted before its row says sending',
    file: 'src/generations/delivery/post-once.ts',
    find: '    await markSending(db, row.id);\n',
    replace: '',
    tests: ['test/generations/crash-anywhere.test.ts', 'test/generations/outbox.test.ts'],
  },
  {
    name: 'A process posts after it has lost the job',
    file: 'src/generations/delivery/post-once.ts',
    find: '        signal.throwIfAborted();\n',
    replace: '',
    tests: ['test/generations/outbox.test.ts'],
  },
  {
    name: 'A file is shared again without checking the thread',
    file: 'src/generations/delivery/send-file.ts',
    find: '(fileId && (await delivery.isFileShared(generation, place, fileId)) ? shared : null)',
    replace: 'null',
    tests: ['test/generations/crash-anywhere.test.ts', 'test/journeys/lost-answers.test.ts'],
  },
  {
    name: "Any message of the app's counts as the one that was posted",
    file: 'src/slack/bolt/calls/posts.ts',
    find: 'const isIt = async (message: Seen) => isDelivery(message, id) && isOurs(message);',
    replace: 'const isIt = async (message: Seen) => isOurs(message);',
    tests: ['test/slack/find-post.test.ts'],
  },
  {
    name: 'A double click exports the file twice',
    file: 'src/generations/generations.ts',
    find: '        if (row.payload) return;\n',
    replace: '',
    tests: ['test/generations/export-from-card.test.ts'],
  },
  {
    name: 'The id of a started export is not stored',
    file: 'src/generations/delivery/render-export.ts',
    find: '    await setPayload(run.db, row.id, { ...wanted, exportId });\n',
    replace: '',
    tests: ['test/generations/export-from-card.test.ts'],
  },
  {
    name: 'A restored backup keeps the jobs that would spend again',
    file: 'src/jobs/pgboss-sql.ts',
    find: "'comments', 'credits') AND state < 'completed'",
    replace: "'comments', 'credits') AND state > 'completed'",
    tests: ['test/jobs/after-restore.test.ts'],
  },
  // Never twice: one run of a digest for each due time.
  {
    name: 'Two processes claim the same run',
    file: 'src/digests/run-store.ts',
    find: "    .where('nextRun', '=', seen ?? null)\n",
    replace: '',
    tests: ['test/digests/runs.test.ts'],
  },
  {
    name: 'Messages that a digest has covered are covered again',
    file: 'src/digests/outcome.ts',
    find: '    await closeWindow(tx, digest.id, due, new Date(clock.now()));\n',
    replace: '',
    tests: ['test/digests/runs.test.ts'],
  },
  {
    name: 'A double click on Run now makes two digests',
    file: 'src/digests/manual-run.ts',
    find: "const key = manualRunKey(digest.id, latest ?? 'first');",
    replace: 'const key = manualRunKey(digest.id, String(Math.random()));',
    tests: ['test/digests/manual-run.test.ts'],
  },
  // Never twice, never lost: jobs.
  {
    name: 'Two jobs of one key run at once',
    file: 'src/jobs/queue.ts',
    find: 'group: { id: key, tier: payload.team }',
    replace: 'group: { id: randomUUID(), tier: payload.team }',
    tests: ['test/jobs/queue.test.ts'],
  },
  {
    name: 'A process continues a job that another process has taken over',
    file: 'src/jobs/leases.ts',
    find: "else if (isHeld(lease)) lose(lease, 'the lease has expired, or the job was deleted');",
    replace: '',
    tests: ['test/jobs/leases.test.ts', 'test/jobs/queue.test.ts', 'test/jobs/kill.test.ts'],
  },
  {
    name: 'A process keeps a lease that it cannot renew',
    file: 'src/jobs/leases.ts',
    find: 'const GIVEN_UP_AFTER = 0.8;',
    replace: 'const GIVEN_UP_AFTER = 8;',
    tests: ['test/jobs/leases.test.ts', 'test/jobs/queue.test.ts', 'test/jobs/kill.test.ts'],
  },
  // Never lost: a row and its job are written together.
  {
    name: 'A generation and its job are written in two transactions',
    file: 'src/generations/generations.ts',
    find: 'const { generation, made } = await db.transaction(async (tx) => {',
    replace: 'const { generation, made } = await (async (f) => f(db))(async (tx) => {',
    tests: ['test/generations/row-and-job.test.ts'],
  },
  {
    name: 'A received event and its job are written in two transactions',
    file: 'src/jobs/inbox.ts',
    find: 'db.transaction(async (tx) => {',
    replace: '(async (f: (tx: never) => Promise<void>) => f(db as never))(async (tx) => {',
    tests: ['test/slack/inbox.test.ts'],
  },
  {
    name: 'An event is acknowledged before it is stored',
    file: 'src/slack/bolt/receiving/inbox.ts',
    find: 'await (isForInbox ? store(received, event) : app.processEvent(received));',
    replace: 'await app.processEvent(received);',
    tests: ['test/slack/inbox.test.ts'],
  },
  // Never lost: outcomes.
  {
    name: 'A create call that timed out is reported as free of charge',
    file: 'src/service/error-meaning.ts',
    find: 'if (error instanceof Timeout || error instanceof Unavailable || error instanceof MalformedAnswer)\n    return true;',
    replace: '',
    tests: ['test/generations/main-road.test.ts'],
  },
  {
    name: 'A finished document is reported as failed because its file is late',
    file: 'src/generations/steps/follow.ts',
    find: '  if (!completed) return ending;\n',
    replace: '  return ending;\n',
    tests: ['test/generations/late-results.test.ts'],
  },
  // Never twice, never lost: a connection's credentials.
  {
    name: 'Requests of one process refresh the same token at once',
    file: 'src/connections/renewal.ts',
    find: '    if (running) return running;\n',
    replace: '',
    tests: ['test/connections/renewal.test.ts', 'test/connections/renewal-races.test.ts'],
  },
  {
    name: 'A token is refreshed that another process has refreshed already',
    file: 'src/connections/renewal.ts',
    find: "if (stored?.kind !== 'oauth' || stored.accessToken !== stale.accessToken) return stored;",
    replace: "if (stored?.kind !== 'oauth') return stored;",
    tests: ['test/connections/renewal.test.ts', 'test/connections/renewal-races.test.ts'],
  },
  {
    name: 'New tokens are dropped if they cannot be stored at once',
    file: 'src/connections/renewal.ts',
    find: 'return retry(write, { clock, waitMs });',
    replace: 'return write();',
    tests: ['test/connections/renewal-races.test.ts'],
  },
  {
    name: 'A late 401 for the old key ends the new connection',
    file: 'src/connections/repository.ts',
    find: 'if (isUsable && isDeepStrictEqual(headersOf(stored), headersOf(refused))) {',
    replace: 'if (isUsable) {',
    tests: [
      'test/connections/api-key.test.ts',
      'test/connections/renewal.test.ts',
      'test/connections/renewal-races.test.ts',
    ],
  },
  // Never leaked: who may connect, and with which browser.
  {
    name: 'A sign-in can be finished in another browser',
    file: 'src/connections/oauth/sign-in.ts',
    find: "if (!secret || !isFingerprintOf(begun.browser, secret)) return failure('other_browser');",
    replace: '',
    tests: ['test/connections/connect.test.ts', 'test/connections/link.test.ts'],
  },
  {
    name: 'A sign-in can be finished twice',
    file: 'src/connections/oauth/sign-in.ts',
    find: 'const begun = await pending.take(state);',
    replace: 'const begun = await pending.peek(state);',
    tests: ['test/connections/connect.test.ts', 'test/connections/link.test.ts'],
  },
  {
    name: 'A connection is stored for a team that has uninstalled the app',
    file: 'src/connections/repository.ts',
    find: '      if (!(await isInstalled(team))) return false;\n',
    replace: '',
    tests: ['test/connections/connect.test.ts', 'test/connections/link.test.ts'],
  },
  // Never leaked: who may, and for which team.
  {
    name: 'Everybody may do what only the asker and admins may do',
    file: 'src/slack/bolt/permissions/permissions.ts',
    find: 'return (owner) => mayAll || isOwn(owner);',
    replace: 'return () => true;',
    tests: ['test/slack/role.test.ts', 'test/slack/buttons.test.ts', 'test/journeys/trouble.test.ts'],
  },
  {
    name: 'A generation of another team is found by its id',
    file: 'src/generations/store.ts',
    find: "const row = await ofTeam(db, team).where('id', '=', id).executeTakeFirst();",
    replace:
      "const row = await generationTables(db).selectFrom('generations').select(generationSelection).where('id', '=', id).executeTakeFirst();",
    tests: ['test/generations/main-road.test.ts'],
  },
  {
    name: 'A forged template id is accepted',
    file: 'src/asks/admission-checks.ts',
    find: '  if (!template) return {};\n  const places',
    replace: '  if (template || !template) return {};\n  const places',
    tests: ['test/slack/forged-forms.test.ts'],
  },
  {
    name: 'A document from a private channel is open to the whole workspace of the service',
    file: 'src/generations/steps/collect.ts',
    find: 'const ask = isPrivate ? closedToOthers(stored.ask) : stored.ask;',
    replace: 'const ask = stored.ask;',
    tests: ['test/generations/private-source.test.ts'],
  },
  {
    name: "A request with yesterday's signature is accepted",
    file: 'src/slack/bolt/receiving/receiver.ts',
    find: 'if (Math.abs(ahead) > MAX_TIME_DIFFERENCE_MS) {',
    replace: 'if (false) {',
    tests: ['test/http/requests.test.ts', 'test/http/odd-requests.test.ts'],
  },
  {
    name: 'A request is accepted whatever its signature is',
    file: 'src/slack/bolt/receiving/receiver.ts',
    find: 'if (!isSigned(bytes, claim, signingSecret)) {',
    replace: 'if (!isSigned(bytes, claim, signingSecret) && bytes.length === 0) {',
    tests: ['test/http/requests.test.ts', 'test/http/odd-requests.test.ts'],
  },
  // Never leaked: what is stored, logged and downloaded.
  {
    name: 'An encrypted value can be decrypted in another place',
    file: 'src/storage/cipher.ts',
    find: 'const boundTo = (context: string, isPacked: boolean) =>',
    replace: "const boundTo = (_: string, isPacked: boolean, context = '') =>",
    tests: ['test/storage/cipher.test.ts'],
  },
  {
    name: 'An altered encrypted value is accepted',
    file: 'src/storage/cipher.ts',
    find: 'return Buffer.concat([text, decipher.final()]);',
    replace: 'return text;',
    tests: ['test/storage/cipher.test.ts'],
  },
  {
    name: 'Prompts are kept forever',
    file: 'src/storage/maintenance.ts',
    find: '  await db.query(PURGE_ASKS, [oldest]);\n',
    replace: '',
    tests: ['test/storage/retention.test.ts'],
  },
  {
    name: 'Generations of a team that uninstalled the app are kept',
    file: 'src/storage/team-removal.ts',
    find: "  'generations',\n",
    replace: '',
    tests: ['test/storage/leaving.test.ts', 'test/storage/retention.test.ts'],
  },
  {
    name: 'The export link is stored',
    file: 'src/generations/delivery/render-export.ts',
    find: "if (status?.status === 'completed') return { url: status.exportUrl };",
    replace:
      "if (status?.status === 'completed') {\n      await setPayload(run.db, row.id, { ...wanted, exportId, url: status.exportUrl });\n      return { url: status.exportUrl };\n    }",
    tests: ['test/generations/export-from-card.test.ts'],
  },
  {
    name: 'Export links are logged',
    file: 'src/log.ts',
    find: "  'exportUrl',\n",
    replace: '',
    tests: ['test/log.test.ts'],
  },
  {
    name: 'Access tokens are logged',
    file: 'src/log.ts',
    find: "  'accessToken',\n",
    replace: '',
    tests: ['test/log.test.ts'],
  },
  {
    name: 'An error message that quotes a prompt is logged',
    file: 'src/log.ts',
    find: 'const quotes = serviceMessage !== undefined;',
    replace: 'const quotes = false;',
    tests: ['test/log.test.ts', 'test/service/secrecy.test.ts'],
  },
  {
    name: "An export link may lead to the app's own machine",
    file: 'src/service/download.ts',
    find: '  if (from && local && !isLoopback(from)) throw refused();\n',
    replace: '',
    tests: ['test/service/download.test.ts'],
  },
];
