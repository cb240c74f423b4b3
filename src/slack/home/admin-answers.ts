import type { KnownBlock } from '@slack/types';
import type { AdminTopic } from '../../asks/mention/questions.ts';
import type { SlackContext } from '../bolt/context.ts';
import { type Acting, isAdmin } from '../bolt/permissions/permissions.ts';
import { adminsToAsk } from '../bolt/permissions/roles.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { budgetSummary } from '../budget/summary.ts';
import { connectionFor } from '../connection/connect.ts';
import { connectionMessage } from '../connection/connect-blocks.ts';
import { button, buttons, type Message, section } from '../kit/blocks/parts.ts';
import { whomToAsk } from '../kit/copy/blocker-copy.ts';
import { policyLines } from '../settings/team-policy.ts';

/**
 * Answers orders and questions about running Deckhand with the buttons that admins have on Home and in the settings. Other people read who
 * can do it, and get no button that would refuse.
 */

type Settings = Awaited<ReturnType<SlackContext['settings']['of']>>;

interface Row {
  /** What an admin reads, as mrkdwn. */
  text(settings: Settings, slack: SlackContext): string;
  button: [label: string, action: string];
  /** What admins can do, after "A Slack admin can". */
  toDo: string;
  /** Button for people who are no admins. */
  own?: [label: string, action: string];
}

const rules: Row['button'] = ['Workspace rules…', actions.teamRules];
const rows: Record<Exclude<AdminTopic, 'connection'>, Row> = {
  guests: {
    text: ({ guests }) =>
      guests === 'yes'
        ? 'Guests may use Deckhand now, and spend credits. *Workspace rules…* changes that.'
        : 'Guests may not use Deckhand now. *Workspace rules…* changes that.',
    button: rules,
    toDo: 'let guests use Deckhand or not',
  },
  limits: {
    text: (settings) =>
      `${budgetSummary(settings)} *Change limits…* sets them and who may spend, also for single people and channels.`,
    button: ['Change limits…', actions.budget],
    toDo: 'see and change the limits',
  },
  usage: {
    text: () =>
      '*Usage…* shows what each person, each channel and each kind of document has cost, month by month.',
    button: ['Usage…', actions.teamUsage],
    toDo: 'see what others have spent; *Your usage…* shows your own',
    own: ['Your usage…', actions.ownUsage],
  },
  rules: {
    text: (settings, deployment) => policyLines(settings, deployment).join('\n'),
    button: rules,
    toDo: 'see and change the rules of this workspace',
  },
  audit: {
    text: () =>
      'The audit trail says who did what and when, also who changed rules and limits. *Audit trail (CSV)* sends it to you as a file.',
    button: ['Audit trail (CSV)', actions.auditTrail],
    toDo: 'read the audit trail',
  },
  erasePerson: {
    text: () => '*Erase a person…* asks whom, and asks once more before anything is erased.',
    button: ['Erase a person…', actions.erasePerson],
    toDo: 'erase what I keep about other people; *Open settings* has *Erase it* for your own',
    own: ['Open settings', actions.settings],
  },
};

/** Answers an order or a question about running Deckhand. */
export async function adminAnswer(topic: AdminTopic, acting: Acting, slack: SlackContext): Promise<Message> {
  if (topic === 'connection') return connectionMessage(await connectionFor(acting, slack), slack);
  const { actor, client } = acting;
  const row = rows[topic];
  const isOne = await isAdmin(acting, slack.log);
  const text = isOne
    ? row.text(await slack.settings.of(actor.team), slack)
    : whomToAsk(await adminsToAsk({ client, team: actor.team }, slack.log), row.toDo);
  const [label, action] = (isOne ? row.button : row.own) ?? [];
  const blocks: KnownBlock[] = label && action ? buttons(button(label, action, 'words')) : [];
  return { text, blocks: [section(text), ...blocks] };
}
