import type { KnownBlock } from '@slack/types';
import type { AdminTopic } from '../../asks/mention/admin-words.ts';
import { isAdmin } from '../bolt/permissions/permissions.ts';
import { adminsToAsk } from '../bolt/permissions/roles.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { budgetSummary } from '../budget/summary.ts';
import { connectionFor } from '../connection/connect.ts';
import { connectionMessage } from '../connection/connect-blocks.ts';
import { button, buttons, type Message, section } from '../kit/blocks/parts.ts';
import { whomToAsk } from '../kit/copy/blocker-copy.ts';
import { policyText } from '../settings/team-policy.ts';
import type { Asked } from './who-sees.ts';

/**
 * Answers orders and questions about running Deckhand with the buttons that admins have on Home and in the settings. Other people read who
 * can do it, and get no button that would refuse.
 */

interface Row {
  /** What an admin reads, as mrkdwn. */
  text(asked: Asked): Promise<string> | string;
  button: [label: string, action: string];
  /** What admins can do, after "A Slack admin can". */
  toDo: string;
  /** Button for people who are no admins. */
  own?: [label: string, action: string];
}

const settingsOf = ({ sentence, slack }: Asked) => slack.settings.of(sentence.actor.team);

const rules: Row['button'] = ['Workspace rules…', actions.teamRules];
const rows: Record<Exclude<AdminTopic, 'connection'>, Row> = {
  guests: {
    text: async (asked) =>
      (await settingsOf(asked)).guests === 'yes'
        ? 'Guests may use Deckhand now, and spend credits. *Workspace rules…* changes that.'
        : 'Guests may not use Deckhand now. *Workspace rules…* changes that.',
    button: rules,
    toDo: 'let guests use Deckhand or not',
  },
  limits: {
    text: async (asked) =>
      `${budgetSummary(await settingsOf(asked))} *Change limits…* sets them, also for single people and channels.`,
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
    text: async (asked) => policyText(await settingsOf(asked), asked.slack),
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
export async function adminAnswer(topic: AdminTopic, asked: Asked): Promise<Message> {
  const { sentence, slack } = asked;
  if (topic === 'connection') return connectionMessage(await connectionFor(sentence, slack), slack);
  const row = rows[topic];
  const isOne = await isAdmin(sentence, slack.log);
  const admins = isOne
    ? []
    : await adminsToAsk({ client: sentence.client, team: sentence.actor.team }, slack.log);
  const text = isOne ? await row.text(asked) : whomToAsk(admins, row.toDo);
  const [label, action] = (isOne ? row.button : row.own) ?? [];
  const blocks: KnownBlock[] = label && action ? buttons(button(label, action, 'words')) : [];
  return { text, blocks: [section(text), ...blocks] };
}
