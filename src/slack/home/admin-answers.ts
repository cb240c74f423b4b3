import type { Button } from '@slack/types';
import type { Actor } from '../../actor.ts';
import { kindsIn } from '../../asks/mention/limit-words.ts';
import { isQuestion } from '../../asks/mention/questions.ts';
import type { AdminTopic } from '../../asks/mention/topics.ts';
import { listOf, plural } from '../../text.ts';
import type { SlackContext } from '../bolt/context.ts';
import { type Acting, isAdmin } from '../bolt/permissions/permissions.ts';
import { adminsToAsk } from '../bolt/permissions/roles.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { kindNames, limitsAnswer } from '../budget/preset.ts';
import { connectionFor } from '../connection/connect.ts';
import { connectionMessage } from '../connection/connect-blocks.ts';
import { accessButton, guestsButton } from '../kit/admin-requests.ts';
import { button, buttons, context, type Message, section } from '../kit/blocks/parts.ts';
import { mention, serviceText } from '../kit/blocks/text.ts';
import { closedKinds, teamCreditsText, whomToAsk } from '../kit/copy/blocker-copy.ts';
import { limitsSummary } from '../kit/copy/budget-summary.ts';
import { policyLines } from '../settings/team-policy.ts';

/**
 * Answers orders and questions about running Deckhand with the buttons that admins have on Home and in the settings. Other people read who
 * can do it, and get no button that would refuse.
 */

type Settings = Awaited<ReturnType<SlackContext['settings']['of']>>;

interface Row {
  /** What an admin reads, as mrkdwn. @param said the sentence as mrkdwn */
  text(settings: Settings, slack: SlackContext, said: string, actor: Actor): string | Promise<string>;
  buttons(settings: Settings, said: string): Button[];
  /** What other people read before `toDo`, as mrkdwn. */
  state?(settings: Settings, said: string): string;
  /** What admins can do, after "A Slack admin can". */
  toDo: string;
  /** Button for people who are no admins. */
  own?: Button;
}

const ALL_LIMITS =
  '*Change limits…* sets them, also for single people and channels; 0 stops a person. *Those chosen below* there is for a pilot: only these people and user groups may spend.';

/** Matches a limit for guests, or for each person of a group: "limit the launch team to 100 each". */
const OF_GROUP = /\bguests?\b|\b(?:the|our) \p{L}+(?: team| department)? (?:to|at) (?:max )?\d+ each\b/iu;
const REQUESTS =
  'Who reaches a limit can ask you with a button; the request comes to the admins as a direct message.';
const OF_REQUESTS = /\b(?:ask(?:ed)? for|request(?:s|ed)?)\b/i;
const OPEN_REQUESTS =
  'Requests for credits come to the admins as direct messages, and *Change limits…* lists those that are open.';

/** Matches an order to take a change of the limits back. */
const UNDOES = /\b(?:undo|revert)\b|\bback to what\b/i;
const NO_UNDO = 'I can’t take back a change of the limits. The audit trail says what they were before. ';
/** Names the kinds of work that a sentence is about and that are turned on: "can Chloe make pictures?" */
function openKinds({ spendOn }: Settings, said: string): string {
  const on = kindsIn(said).filter((kind) => spendOn.includes(kind));
  return on.length > 0 ? ` Turned on here: ${listOf(on.map((kind) => kindNames[kind].toLowerCase()))}.` : '';
}

const rules = () => button('Workspace rules…', actions.teamRules, 'words');
const rows: Record<Exclude<AdminTopic, 'connection'>, Row> = {
  guests: {
    text: ({ guests }, _, said) =>
      (guests === 'yes'
        ? 'Guests may use Deckhand now, and spend credits. *Shut guests out…* opens the rules with that chosen, and *Save* there shuts them out.'
        : 'Guests may not use Deckhand now. *Let guests in…* opens the rules with that chosen, and *Save* there lets in all guests. They then spend credits.') +
      (/\b(?:but|only|except|without|max|just|one)\b/i.test(said)
        ? ' Guests are let in all or none; a limit of 0 credits, in *Change limits…*, keeps a single one from making anything.'
        : ''),
    buttons: ({ guests }) => [guestsButton(guests === 'yes' ? 'no' : 'yes')],
    state: ({ guests }) =>
      guests === 'yes' ? 'Guests may use Deckhand here.' : 'Guests may not use Deckhand here.',
    toDo: 'let guests use Deckhand or not',
  },
  limits: {
    text(settings, _, said) {
      const { text } = limitsAnswer(said, settings);
      const now = `${!text && UNDOES.test(said) ? NO_UNDO : ''}Now: ${limitsSummary(settings)}${openKinds(settings, said)}`;
      const ofGroup = OF_GROUP.test(said)
        ? ' A group, such as the guests, has no limit of its own: *Change limits…* sets one for each person in it, or the same for everybody.'
        : '';
      return `${text || ofGroup ? `${text}${ofGroup} ${now}`.trim() : `${now} ${ALL_LIMITS}`} ${OF_REQUESTS.test(said) ? OPEN_REQUESTS : REQUESTS}`;
    },
    buttons: (settings, said) => limitsAnswer(said, settings).buttons,
    state: (settings, said) =>
      isQuestion(said) && kindsIn(said).length > 0
        ? `${openKinds(settings, said)}${closedKinds(settings)}`.trim()
        : '',
    toDo: 'see and change the limits',
  },
  usage: {
    async text(_, { generations, clock }, said, actor) {
      const { team } = actor;
      const people = [...said.matchAll(/<@([A-Z0-9]+)(?:\|[^>]*)?>/g)];
      // The mention that begins a sentence with several is of Deckhand itself.
      const [, person] = (people.length > 1 && people[0]?.index === 0 ? people[1] : people[0]) ?? [];
      const ofPerson = person && (await generations.spentByPerson({ team, person }));
      const isEarlier = isEarlierMonth(said, new Date(clock.now()));
      const sum = isEarlier ? '' : teamCreditsText(await generations.spentByTeam(team));
      const list = `*Usage…* lists what each person, each channel and each kind of document has cost, month by month${isEarlier ? ', also the earlier ones' : ''}.`;
      return [
        SENT.test(said) && 'I can’t send it by itself.',
        ofPerson && `${mention(person)} has used ${plural(Math.ceil(ofPerson.used), 'credit')} this month.`,
        ...(!person && OF_PERSON.test(said) ? [list, sum] : [sum, list]),
      ]
        .filter(Boolean)
        .join(' ');
    },
    buttons: () => [button('Usage…', actions.teamUsage, 'words')],
    toDo: 'see what others have spent; *Your usage…* shows your own',
    own: button('Your usage…', actions.ownUsage, 'words'),
  },
  rules: {
    text: (settings, deployment) => policyLines(settings, deployment).join('\n'),
    buttons: () => [rules()],
    toDo: 'see and change the rules of this workspace',
  },
  sharing: {
    text: ({ accessFor }, { serviceName }) =>
      accessFor === 'workspace'
        ? `Now, nobody outside the workspace at ${serviceText(serviceName)} gets access through me. Who had access to a document before keeps it, until its link is closed on its own page. *Allow sharing outside…* opens the rules with that chosen, and *Save* there allows it.`
        : `Now, who asks for a document may give anybody access to it at ${serviceText(serviceName)}. *Forbid sharing outside…* opens the rules with that chosen, and *Save* there forbids it. What people pass on themselves, such as a file, I can’t stop.`,
    buttons: ({ accessFor }) => [accessButton(accessFor === 'workspace' ? 'anybody' : 'workspace')],
    toDo: 'set whether documents are shared outside',
  },
  audit: {
    text: () =>
      'The audit trail says who did what and when, also who changed rules and limits. *Audit trail (CSV)* sends it to you as a file. Lines are kept for a year, unless the people who run me have set another time.',
    buttons: () => [button('Audit trail (CSV)', actions.auditTrail, 'words')],
    toDo: 'read the audit trail',
  },
  erasePerson: {
    text: () => '*Erase a person…* asks whom, and asks once more before anything is erased.',
    buttons: (_, said) => [
      button('Erase a person…', actions.erasePerson, /<@([A-Z0-9]+)/.exec(said)?.[1] ?? 'words'),
    ],
    toDo: 'erase what I keep about other people; *Open settings* has *Erase it* for your own',
    own: button('Open settings', actions.settings, 'words'),
  },
};

const MONTH =
  /\b(?:in|for|of|during) (?<name>january|february|march|april|may|june|july|august|september|october|november|december)\b/i;

/** Returns true if a sentence is about another month than the running one. */
function isEarlierMonth(said: string, now: Date): boolean {
  const { name } = MONTH.exec(said)?.groups ?? {};
  const running = now.toLocaleString('en', { month: 'long', timeZone: 'UTC' });
  return name ? name.toLowerCase() !== running.toLowerCase() : /\b(?:last|previous) months?\b/i.test(said);
}

/** Matches a question what one person has spent, without a mention: "how much did ben spend", "how is liam's usage". */
const OF_PERSON =
  /\b(?:did|has|does) (?!(?:we|i|it|the|this|our|my|anybody|anyone|everybody|everyone|people)\b)\p{L}+ (?:spend|spent|use|used)\b|\b\p{L}{2,}['’]s (?:usage|credits|spending)\b/iu;
/** Matches a wish to get the usage again and again, or as a message. */
const SENT = /\b(?:e-?mail|mail|send) (?:me|us|it)\b|\bby e-?mail\b/i;

/** Matches a question what happens when the connection ends. */
const AFTERWARDS = /\b(?:happens?|gone|lost|stays?|disappears?|passiert|geschieht)\b/i;
const afterwards = (service: string) =>
  `Without the connection, finished documents stay at ${service} and in Slack, with their files; what is in progress waits until somebody connects that workspace again, and digests pause. Nothing new is made until somebody connects again. If the person leaves whose account at ${service} pays, connect another one with \`/deck connect\`: documents of the old one stay there, where I can’t change or export them.`;

/** Matches words about a person who leaves. If theirs is the connected account, another one must be connected. */
const LEAVES = /\b(?:leav(?:es?|ing)|quits?|quitting|verlässt)\b/i;
const BEFORE_LEAVING =
  'Connect another account before that one is closed: without one, I can’t work. Documents of the old account stay there, where I can’t change or export them.';

const SWITCHES = /\b(?:switch|another|different|new|other|change)\b/i;
const AFTER_SWITCH =
  'After a switch, documents stay with the account that made them, where I can’t change or export them any more. Digests go on with the new one.';

/** Answers an order or a question about running Deckhand. */
export async function adminAnswer(
  topic: AdminTopic,
  acting: Acting & { text: string },
  slack: SlackContext,
): Promise<Message> {
  if (topic === 'connection') {
    const message = connectionMessage(await connectionFor(acting, slack), slack);
    if (AFTERWARDS.test(acting.text) || LEAVES.test(acting.text)) {
      const text = AFTERWARDS.test(acting.text) ? afterwards(serviceText(slack.serviceName)) : BEFORE_LEAVING;
      return { text: `${message.text} ${text}`, blocks: [section(text), ...message.blocks] };
    }
    return SWITCHES.test(acting.text)
      ? { ...message, blocks: [...message.blocks, ...context(AFTER_SWITCH)] }
      : message;
  }
  const { actor, client } = acting;
  const row = rows[topic];
  const [isOne, settings] = await Promise.all([isAdmin(acting, slack.log), slack.settings.of(actor.team)]);
  const text = isOne
    ? await row.text(settings, slack, acting.text, actor)
    : [
        row.state?.(settings, acting.text),
        whomToAsk(await adminsToAsk({ client, team: actor.team }, slack.log), row.toDo),
      ]
        .filter(Boolean)
        .join(' ');
  return {
    text,
    blocks: [section(text), ...buttons(...(isOne ? row.buttons(settings, acting.text) : [row.own]))],
  };
}
