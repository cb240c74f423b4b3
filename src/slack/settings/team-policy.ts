import type { KnownBlock } from '@slack/types';
import type { SlackContext } from '../bolt/context.ts';
import type { FormView } from '../kit/form/form.ts';
import { type Choices, menu } from '../kit/form/menus.ts';

/** What admins decide for the whole workspace, below its defaults. */
export interface TeamPolicy {
  guests: 'no' | 'yes';
  readers: 'names' | 'figures' | 'nothing';
  search: 'made_here' | 'account';
  pictures: 'on' | 'off';
}

interface Row<Name extends keyof TeamPolicy> {
  id: string;
  label: string;
  choices: Choices<TeamPolicy[Name]>;
}

const rows: { [Name in keyof TeamPolicy]: Row<Name> } = {
  guests: {
    id: 'policy_guests',
    label: 'Guests of this workspace',
    choices: [
      ['no', 'May not use Deckhand'],
      ['yes', 'May use Deckhand, and spend credits'],
    ],
  },
  readers: {
    id: 'policy_readers',
    label: 'Readers of a document: who asked for it, and admins, see',
    choices: [
      ['names', 'Figures, and names on a second click'],
      ['figures', 'Figures without names'],
      ['nothing', 'Nothing'],
    ],
  },
  search: {
    id: 'policy_search',
    label: '/deck find searches',
    choices: [
      ['made_here', 'Documents made here, by whoever may see them'],
      ['account', 'All that the connected account sees, too'],
    ],
  },
  pictures: {
    id: 'policy_pictures',
    label: 'Finished documents show in their message',
    choices: [
      ['on', 'The first slide, which is posted in the thread, too'],
      ['off', 'No pictures'],
    ],
  },
};

type Deciding = Pick<SlackContext, 'guests' | 'documentPolicies' | 'pictures'>;

type Names = (keyof TeamPolicy)[];

export function policyBlocks(policy: TeamPolicy): KnownBlock[] {
  return (Object.keys(rows) as Names).flatMap((name) => {
    const { id, label, choices }: Row<typeof name> = rows[name];
    return menu(choices as Choices<string>).blocks(id, { label, required: true }, policy[name]);
  });
}

/** What was chosen; what cannot be read stays as it is. */
export function policyIn(view: FormView): Partial<TeamPolicy> {
  return Object.fromEntries(
    Object.entries(rows).flatMap(([name, { id, choices }]) => {
      const chosen = view.state.values[id]?.[id]?.selected_option?.value;
      return choices.some(([value]) => value === chosen) ? [[name, chosen]] : [];
    }),
  );
}

export async function policyOf(
  team: string,
  { guests, documentPolicies, pictures }: Deciding,
): Promise<TeamPolicy> {
  const [areLetIn, documents, areShown] = await Promise.all([
    guests.areLetIn(team),
    documentPolicies.of(team),
    pictures.isOn(team),
  ]);
  return { guests: areLetIn ? 'yes' : 'no', ...documents, pictures: areShown ? 'on' : 'off' };
}

/** @param changes checked to come from an admin */
export async function setPolicy(
  team: string,
  changes: Partial<TeamPolicy>,
  slack: Deciding & Pick<SlackContext, 'log'>,
): Promise<void> {
  const { guests, pictures, ...documents } = { ...(await policyOf(team, slack)), ...changes };
  await slack.guests.set(team, guests === 'yes');
  await slack.pictures.set(team, pictures === 'on');
  await slack.documentPolicies.set(team, documents);
  slack.log.info({ team, guests, pictures, ...documents }, 'what admins decide was changed');
}
