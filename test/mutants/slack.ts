import type { Mutant } from './mutant.ts';

/** Who may, and for whom. */

const oneTeam = 'test/slack/one-team.test.ts';
const sentences = 'test/journeys/sentences.test.ts';
const apart = 'test/journeys/teams-apart.test.ts';
const buttons = 'test/slack/buttons.test.ts';
const role = 'test/slack/role.test.ts';
const inbox = 'test/slack/inbox.test.ts';
const forged = 'test/slack/forged-forms.test.ts';

const INBOX = 'src/slack/bolt/inbox.ts';

export const slack: Mutant[] = [
  {
    name: 'with one bot token, other teams are served as well',
    file: 'src/slack/installation/one-team.ts',
    from: "    if (team !== known.team) throw new NotInstalled('This Deckhand belongs to another Slack workspace');\n",
    to: '',
    tests: [oneTeam],
  },
  {
    name: 'with one bot token, requests of other teams are let in',
    file: 'src/slack/installation/one-team.ts',
    from: 'await whoIn(isEnterpriseInstall ? enterpriseId : teamId)',
    to: 'await who()',
    tests: [oneTeam],
  },
  {
    name: 'with one bot token, its token serves other teams',
    file: 'src/slack/installation/one-team.ts',
    from: '    await whoIn(team);\n',
    to: '',
    tests: [oneTeam],
  },
  {
    name: 'the buttons of a card work in any conversation',
    file: 'src/slack/bolt/permissions.ts',
    from: '(generation.person === actor.person || generation.channel === channel)',
    to: 'true',
    tests: [buttons, 'test/slack/documents.test.ts'],
  },
  {
    name: 'anybody may do what is for who asked and for admins',
    file: 'src/slack/bolt/permissions.ts',
    from: 'return (owner) => mayAll || isOwn(owner);',
    to: 'return () => true;',
    tests: [role, buttons, 'test/journeys/trouble.test.ts'],
  },
  {
    name: 'anybody may do what is for admins',
    file: 'src/slack/bolt/permissions.ts',
    from: "return (await roleIn({ client, ...actor }, log)) === 'admin';",
    to: 'return true;',
    tests: [role, buttons],
  },
  {
    name: 'guests may connect where members may',
    file: 'src/slack/bolt/permissions.ts',
    from: "return role === 'member' && who === 'everyone' &&",
    to: "return who === 'everyone' &&",
    tests: [role, 'test/slack/for-pages.test.ts', 'test/journeys/connect.test.ts'],
  },
  {
    name: "somebody else's proposal is made",
    file: 'src/asks/proposals.ts',
    from: '`${team}/${person}/${id}`',
    to: '`${team}/${id}`',
    tests: [sentences, apart, 'test/slack/sentences.test.ts'],
  },
  {
    name: 'a mention that Slack delivers twice is made twice',
    file: 'src/slack/mention/app-mention.ts',
    from: 'slack.generations.start(ask, `mention:${channel}:${ts}`)',
    to: 'slack.generations.start(ask, `mention:${channel}:${ts}:${Math.random()}`)',
    tests: ['test/journeys/threads.test.ts', 'test/slack/threads.test.ts', 'test/slack/events.test.ts'],
  },
  {
    name: 'a proposal that was begun is begun again after a crash',
    file: 'src/slack/mention/proposal.ts',
    from: 'start(ask, `proposal:${id}`)',
    to: 'start(ask, `proposal:${id}:${click.body.trigger_id}`)',
    tests: ['test/slack/two-processes.test.ts'],
  },
  {
    name: 'two processes use a proposal at once',
    file: 'src/asks/proposals.ts',
    from: 'discard: (actor, id) => aloneWith(actor, id, () => store.delete(keyOf(actor, id))),',
    to: 'discard: (actor, id) => store.delete(keyOf(actor, id)),',
    tests: ['test/slack/two-processes.test.ts'],
  },
  {
    name: 'an event is acknowledged before it is written down',
    file: INBOX,
    from: 'await (isKept ? keep(received, event) : app.processEvent(received));',
    to: 'await app.processEvent(received);',
    tests: [inbox],
  },
  {
    name: 'an event that could not be written down is acknowledged',
    file: INBOX,
    from: "    if (!isKept) throw new NotKept('An event was not written down in time');\n",
    to: '',
    tests: [inbox],
  },
  {
    name: 'an event that was not written down in time gets a definite refusal',
    file: 'src/slack/bolt/receiver.ts',
    from: "answer(response, 503, 'This could not be written down.');",
    to: "answer(response, 200, '');",
    tests: ['test/http/door.test.ts'],
  },
  {
    name: 'after a crash a message is answered again beside its answer',
    file: 'src/slack/mention/direct-message.ts',
    from: "    if (answered) return { kind: 'message', ...answered };\n",
    to: '',
    tests: [inbox],
  },
  {
    name: 'after a crash a message is answered by nobody',
    file: 'src/slack/mention/direct-message.ts',
    from: 'if (!isFirst && !context.isAgain) return undefined;',
    to: 'if (!isFirst) return undefined;',
    tests: [inbox],
  },
  {
    name: 'nobody hears of a message that was given up',
    file: INBOX,
    from: '  await postMessage(await clients.posts(team), place, key, plainMessage(GIVEN_UP));\n',
    to: '',
    tests: [inbox],
  },
  {
    name: 'what stands in a document is there for whoever knows its id',
    file: 'src/asks/admission-checks.ts',
    from: '  if (!template) return {};\n  const places',
    to: '  if (template || !template) return {};\n  const places',
    tests: [forged],
  },
  {
    name: 'where nobody can say whose a template is, it is used',
    file: 'src/slack/deck/submit.ts',
    from: "if (unanswered.some(({ part }) => part === 'template'))",
    to: 'if (unanswered.length < 0)',
    tests: [forged],
  },
  {
    name: 'the channel of a document is open to everybody for its look',
    file: 'src/asks/access.ts',
    from: "return typeof found !== 'string' && canOpen(found, channel, actor, ports, signal);",
    to: "return typeof found !== 'string';",
    tests: [forged, 'test/asks/admission.test.ts'],
  },
  {
    name: 'an event that Slack delivers twice is answered twice',
    file: 'src/slack/bolt/requests.ts',
    from: 'return once(team, `event:${eventId}`, REDELIVERED_WITHIN_MS);',
    to: 'return Promise.resolve(true);',
    tests: ['test/slack/events.test.ts', 'test/slack/threads.test.ts', 'test/slack/sentences.test.ts'],
  },
  {
    name: 'a result is posted where its person is not',
    file: 'src/slack/mention/refusal.ts',
    from: 'if (threadTs || !isChannel(channel)) return true;',
    to: 'return true;',
    tests: ['test/slack/sentences.test.ts', sentences],
  },
  {
    name: 'a request of yesterday is taken',
    file: 'src/slack/bolt/receiver.ts',
    from: '  if (Math.abs(now - Number(at) * 1000) > TIME_APART_MS) return undefined;\n',
    to: '',
    tests: ['test/http/door.test.ts', 'test/http/odd-requests.test.ts'],
  },
];
