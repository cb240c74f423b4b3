import type { KnownBlock } from '@slack/types';
import type { Limits } from '../../asks/limits.ts';
import { defaultSettings, type TeamSettings } from '../../settings/team-settings.ts';
import { clip } from '../../text.ts';
import { type Deployment, heading } from '../kit/blocks/parts.ts';
import { escaped } from '../kit/blocks/text.ts';
import type { FormView } from '../kit/form/form.ts';
import { type Choices, menu } from '../kit/form/menus.ts';

/** The rules that admins set in the form for the team's defaults. Home has the other settings: who may connect, and the limits. */
export type TeamPolicy = Omit<TeamSettings, 'whoConnects' | Exclude<keyof Limits, 'guests' | 'accessFor'>>;

interface Row<Name extends keyof TeamPolicy> {
  id: string;
  label: string;
  choices: Choices<TeamPolicy[Name]>;
}

const rowsFor = ({ serviceName }: Deployment): { [Name in keyof TeamPolicy]: Row<Name> } => ({
  guests: {
    id: 'policy_guests',
    label: 'Guests of this workspace',
    choices: [
      ['no', 'May not use Deckhand'],
      ['yes', 'May use Deckhand, and spend credits'],
    ],
  },
  changes: {
    id: 'policy_changes',
    label: 'Finished documents are changed by',
    choices: [
      ['asker', 'Who asked for them, and admins'],
      ['everyone', 'Everybody in their conversation'],
    ],
  },
  readers: {
    id: 'policy_readers',
    label: 'Readers of a document, for who asked for it and for admins',
    choices: [
      ['names', 'Figures, and names on a second click'],
      ['figures', 'Figures without names'],
      ['nothing', 'Nothing'],
    ],
  },
  accessFor: {
    id: 'policy_access',
    label: `Who may get access to documents at ${serviceName}`,
    choices: [
      ['anybody', 'Anybody the person chooses'],
      ['workspace', `Nobody outside the workspace at ${clip(serviceName, 40)}`],
    ],
  },
  search: {
    id: 'policy_search',
    label: '/deck find searches',
    choices: [
      ['made_here', 'Documents made here that the person may see'],
      ['account', 'All that the connected account sees, too'],
    ],
  },
  pictures: {
    id: 'policy_pictures',
    label: 'Show the first slide on results',
    choices: [
      ['on', 'Yes, and post it in the thread'],
      ['off', 'No'],
    ],
  },
});

type Names = (keyof TeamPolicy)[];

export function policyBlocks(policy: TeamPolicy, deployment: Deployment): KnownBlock[] {
  const rows = rowsFor(deployment);
  const menus = (Object.keys(rows) as Names).flatMap((name) => {
    const { id, label, choices }: Row<typeof name> = rows[name];
    return menu(choices as Choices<string>).blocks(id, { label, required: true }, policy[name]);
  });
  return [heading('Rules for the whole workspace'), ...menus];
}

/** Returns the rules that differ from the default, for example "Guests of this workspace: May use Deckhand, and spend credits". */
export function changedRules(policy: TeamPolicy, deployment: Deployment): string[] {
  const rows = rowsFor(deployment);
  return (Object.keys(rows) as Names).flatMap((name) => {
    const { label, choices }: Row<typeof name> = rows[name];
    const [, chosen] = choices.find(([value]) => value === policy[name]) ?? [];
    return policy[name] === defaultSettings[name] || !chosen ? [] : [`${label}: ${chosen}`];
  });
}

/**
 * Returns the rules as lines of mrkdwn, such as "Guests of this workspace: May not use Deckhand".
 * @param before if given, only the rules that differ from these
 */
export function policyLines(policy: TeamPolicy, deployment: Deployment, before?: TeamPolicy): string[] {
  const rows = rowsFor(deployment);
  const names = (Object.keys(rows) as Names).filter((name) => !before || policy[name] !== before[name]);
  return names.map((name) => {
    const { label, choices }: Row<typeof name> = rows[name];
    const [, chosen = ''] = (choices as Choices<string>).find(([value]) => value === policy[name]) ?? [];
    return `${escaped(label, 150)}: *${escaped(chosen, 150)}*`;
  });
}

/** Returns the values of the rules among a team's settings. */
export function policyOf(settings: TeamPolicy, deployment: Deployment): TeamPolicy {
  const names = Object.keys(rowsFor(deployment)) as Names;
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as unknown as TeamPolicy;
}

/** Returns the chosen rules. Skips rules with an unknown value, so that their current value stays. */
export function policyIn(view: FormView, deployment: Deployment): Partial<TeamPolicy> {
  return Object.fromEntries(
    Object.entries(rowsFor(deployment)).flatMap(([name, { id, choices }]) => {
      const chosen = view.state.values[id]?.[id]?.selected_option?.value;
      return choices.some(([value]) => value === chosen) ? [[name, chosen]] : [];
    }),
  );
}
