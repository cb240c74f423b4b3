import type { TeamSettings } from '../../settings/team-settings.ts';
import { people, wholeNumber } from '../kit/form/controls.ts';
import { at, fieldsFor } from '../kit/form/field.ts';
import { formOf } from '../kit/form/form.ts';
import { type Choice, checkboxes, radio, severalOf } from '../kit/form/menus.ts';

/** The form for a team's credits and limits. Exceptions have their own form (exceptions.ts). */

export const ONLY_ADMINS_BUDGET = 'Only Slack admins and owners can set these. Nothing was changed.';

type Limited =
  | 'spenders'
  | 'spenderPeople'
  | 'spenderGroups'
  | 'spendOn'
  | 'asksUnderWay'
  | 'asksPerHour'
  | 'digestsOfPerson'
  | 'digestsInChannel';

/** The settings in the form. If a number of credits is undefined, there is no limit. */
type BudgetEntries = Pick<TeamSettings, Limited> & {
  creditsOfPerson?: number;
  creditsOfChannel?: number;
  creditsOfTeam?: number;
};

interface Context extends Partial<Pick<BudgetEntries, 'spenders' | 'spenderPeople' | 'spenderGroups'>> {
  /** User groups of the workspace. If this is empty, the form shows no menu of groups, and the stored groups do not change. */
  groups: Choice[];
}

const LISTED = 'Those chosen below';

function hasChosen({ spenderPeople = [], spenderGroups = [] }: Context): boolean {
  return spenderPeople.length + spenderGroups.length > 0;
}

const field = fieldsFor<Context, BudgetEntries>();
const own = at<BudgetEntries>();

const MOST = 10_000_000;
export const credits = () => wholeNumber(0, MOST);
export const NO_LIMIT = 'Empty: no limit.';
/** Maximum number of user groups that may spend credits. An ask may need a call to Slack for each group. Slack allows 20 calls a minute. */
const GROUPS = 10;

export const budgetForm = formOf({
  spenders: field({
    id: 'budget_spenders',
    section: 'who',
    label: 'Who may spend credits',
    required: true,
    control: radio([
      ['everyone', 'Everybody who may use Deckhand'],
      ['listed', LISTED],
    ]),
    check: (chosen, form) =>
      chosen === 'everyone' && hasChosen(form)
        ? `You chose people or user groups below. Choose “${LISTED}”, or clear them.`
        : undefined,
    ...own('spenders'),
  }),
  spenderPeople: field({
    id: 'budget_people',
    section: 'who',
    label: 'People who may spend credits',
    control: people(),
    check: (_, form) =>
      form.spenders === 'listed' && !hasChosen(form)
        ? 'Choose at least one person or user group, or nobody may spend credits.'
        : undefined,
    ...own('spenderPeople'),
  }),
  spenderGroups: field({
    id: 'budget_groups',
    section: 'who',
    label: 'User groups whose members may spend credits',
    control: severalOf([], GROUPS),
    vary: ({ groups }) => ({ control: severalOf(groups, GROUPS) }),
    ...own('spenderGroups'),
  }),
  spendOn: field({
    id: 'budget_kinds',
    section: 'kinds',
    label: 'What may be made',
    required: true,
    missing: 'Choose at least one.',
    control: checkboxes([
      ['quick', 'Quick documents, and changes of documents'],
      ['thorough', 'Thorough documents'],
      ['picture', 'Pictures'],
      ['digest', 'Digests'],
    ]),
    check: (chosen) => (chosen.length === 0 ? 'Choose at least one.' : undefined),
    ...own('spendOn'),
  }),
  creditsOfPerson: field({
    id: 'budget_person',
    section: 'month',
    label: 'Each person',
    hint: `${NO_LIMIT} Digests count for their owner.`,
    control: credits(),
    ...own('creditsOfPerson'),
  }),
  creditsOfChannel: field({
    id: 'budget_channel',
    section: 'month',
    label: 'Each channel',
    hint: `${NO_LIMIT} What goes to one person alone counts for that person only.`,
    control: credits(),
    ...own('creditsOfChannel'),
  }),
  creditsOfTeam: field({
    id: 'budget_team',
    section: 'month',
    label: 'The whole workspace',
    hint: `${NO_LIMIT} Admins get a message at 80 % and at 100 %.`,
    control: credits(),
    ...own('creditsOfTeam'),
  }),
  asksUnderWay: field({
    id: 'limit_under_way',
    section: 'limits',
    label: 'Asks of one person under way at once',
    required: true,
    control: wholeNumber(1, MOST, true),
    ...own('asksUnderWay'),
  }),
  asksPerHour: field({
    id: 'limit_hour',
    section: 'limits',
    label: 'Asks of one person in an hour',
    required: true,
    control: wholeNumber(1, MOST, true),
    ...own('asksPerHour'),
  }),
  digestsOfPerson: field({
    id: 'limit_digests_person',
    section: 'limits',
    label: 'Digests of one person',
    required: true,
    control: wholeNumber(0, MOST, true),
    ...own('digestsOfPerson'),
  }),
  digestsInChannel: field({
    id: 'limit_digests_channel',
    section: 'limits',
    label: 'Digests of one channel',
    required: true,
    control: wholeNumber(0, MOST, true),
    ...own('digestsInChannel'),
  }),
});

/** Returns the form's entries for a team's settings. If everybody may spend credits, the stored people and groups are left out. */
export function entriesOf(settings: TeamSettings) {
  const { creditsOfPerson, creditsOfChannel, creditsOfTeam, ...stored } = settings;
  const same = stored.spenders === 'listed' ? stored : { ...stored, spenderPeople: [], spenderGroups: [] };
  const limits = Object.entries({ creditsOfPerson, creditsOfChannel, creditsOfTeam });
  return budgetForm.from({ ...same, ...Object.fromEntries(limits.filter(([, limit]) => limit !== null)) });
}

/** Returns the settings for the form's entries. Call `budgetForm.check` first, because invalid entries are not handled. */
export function settingsOf(entries: typeof budgetForm.initial & Context): Partial<TeamSettings> {
  const {
    creditsOfPerson = null,
    creditsOfChannel = null,
    creditsOfTeam = null,
    ...same
  } = budgetForm.to(entries) as BudgetEntries;
  return { ...same, creditsOfPerson, creditsOfChannel, creditsOfTeam };
}
