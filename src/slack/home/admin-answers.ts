import type { Button } from '@slack/types';
import type { AdminTopic } from '../../asks/mention/question-table.ts';
import type { SlackContext } from '../bolt/context.ts';
import { type Acting, isAdmin } from '../bolt/permissions/permissions.ts';
import { adminsToAsk } from '../bolt/permissions/roles.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { limitsAnswer } from '../budget/preset.ts';
import { connectionFor } from '../connection/connect.ts';
import { connectionMessage } from '../connection/connect-blocks.ts';
import { accessButton, guestsButton } from '../kit/admin-requests.ts';
import { button, buttons, context, type Message, section } from '../kit/blocks/parts.ts';
import { serviceText } from '../kit/blocks/text.ts';
import { whomToAsk } from '../kit/copy/blocker-copy.ts';
import { budgetSummary } from '../kit/copy/budget-summary.ts';
import { policyLines } from '../settings/team-policy.ts';

/**
 * Answers orders and questions about running Deckhand with the buttons that admins have on Home and in the settings. Other people read who
 * can do it, and get no button that would refuse.
 */

type Settings = Awaited<ReturnType<SlackContext['settings']['of']>>;

interface Row {
  /** What an admin reads, as mrkdwn. @param said the sentence as mrkdwn */
  text(settings: Settings, slack: SlackContext, said: string): string;
  buttons(settings: Settings, said: string): Button[];
  /** What other people read before `toDo`, as mrkdwn. */
  state?(settings: Settings): string;
  /** What admins can do, after "A Slack admin can". */
  toDo: string;
  /** Button for people who are no admins. */
  own?: Button;
}

const ALL_LIMITS =
  '*Change limits…* sets them and who may spend, also for single people and channels; 0 stops a person.';

const rules = () => button('Workspace rules…', actions.teamRules, 'words');
const rows: Record<Exclude<AdminTopic, 'connection'>, Row> = {
  guests: {
    text: ({ guests }, _, said) =>
      (guests === 'yes'
        ? 'Guests may use Deckhand now, and spend credits. *Shut guests out…* opens the rules with that chosen, and *Save* there shuts them out.'
        : 'Guests may not use Deckhand now. *Let guests in…* opens the rules with that chosen, and *Save* there lets in all guests. They then spend credits.') +
      (/\b(?:but|only|except|without|max)\b/i.test(said)
        ? ' No other rule is for guests alone; limits can be set for single people.'
        : ''),
    buttons: ({ guests }) => [guestsButton(guests === 'yes' ? 'no' : 'yes')],
    state: ({ guests }) =>
      guests === 'yes' ? 'Guests may use Deckhand here.' : 'Guests may not use Deckhand here.',
    toDo: 'let guests use Deckhand or not',
  },
  limits: {
    text: (settings, _, said) =>
      `${budgetSummary(settings)} ${limitsAnswer(said).text || ALL_LIMITS} Who reaches a limit can ask you with a button; the request comes to the admins as a direct message.`,
    buttons: (_, said) => limitsAnswer(said).buttons,
    toDo: 'see and change the limits',
  },
  usage: {
    text: () =>
      '*Usage…* shows what each person, each channel and each kind of document has cost, month by month.',
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
        ? `Now, nobody outside the workspace at ${serviceText(serviceName)} gets access through me. *Allow sharing outside…* opens the rules with that chosen, and *Save* there allows it.`
        : `Now, who asks for a document may give anybody access to it at ${serviceText(serviceName)}. *Forbid sharing outside…* opens the rules with that chosen, and *Save* there forbids it. What people pass on themselves, such as a file, I can’t stop.`,
    buttons: ({ accessFor }) => [accessButton(accessFor === 'workspace' ? 'anybody' : 'workspace')],
    toDo: 'set whether documents are shared outside',
  },
  audit: {
    text: () =>
      'The audit trail says who did what and when, also who changed rules and limits. *Audit trail (CSV)* sends it to you as a file.',
    buttons: () => [button('Audit trail (CSV)', actions.auditTrail, 'words')],
    toDo: 'read the audit trail',
  },
  erasePerson: {
    text: () => '*Erase a person…* asks whom, and asks once more before anything is erased.',
    buttons: () => [button('Erase a person…', actions.erasePerson, 'words')],
    toDo: 'erase what I keep about other people; *Open settings* has *Erase it* for your own',
    own: button('Open settings', actions.settings, 'words'),
  },
};

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
    return SWITCHES.test(acting.text)
      ? { ...message, blocks: [...message.blocks, ...context(AFTER_SWITCH)] }
      : message;
  }
  const { actor, client } = acting;
  const row = rows[topic];
  const [isOne, settings] = await Promise.all([isAdmin(acting, slack.log), slack.settings.of(actor.team)]);
  const text = isOne
    ? row.text(settings, slack, acting.text)
    : [row.state?.(settings), whomToAsk(await adminsToAsk({ client, team: actor.team }, slack.log), row.toDo)]
        .filter(Boolean)
        .join(' ');
  return {
    text,
    blocks: [section(text), ...buttons(...(isOne ? row.buttons(settings, acting.text) : [row.own]))],
  };
}
