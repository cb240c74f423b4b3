import type { TeamSettings } from '../../settings/team-settings.ts';
import { channels, people, wholeNumber } from '../kit/form/controls.ts';
import { at, fieldsFor } from '../kit/form/field.ts';
import { formOf } from '../kit/form/form.ts';
import { checkboxes, radio } from '../kit/form/menus.ts';

/**
 * The form of a team's budget and limits. It has one exception for people and one for channels. Each exception has one number of credits,
 * which applies to all its people or channels.
 */

type Limited =
  | 'spenders'
  | 'spenderPeople'
  | 'spendOn'
  | 'asksUnderWay'
  | 'asksPerHour'
  | 'digestsOfPerson'
  | 'digestsInChannel';

/** The settings in the form. A missing number of credits means no limit. */
type BudgetEntries = Pick<TeamSettings, Limited> & {
  creditsOfPerson?: number;
  creditsOfChannel?: number;
  creditsOfTeam?: number;
  exceptPeople: string[];
  creditsOfExceptPeople?: number;
  exceptChannels: string[];
  creditsOfExceptChannels?: number;
};

const field = fieldsFor<object, BudgetEntries>();
const own = at<BudgetEntries>();

const MOST = 10_000_000;
const credits = () => wholeNumber(0, MOST);
const NO_LIMIT = 'Empty: no limit.';

export const budgetForm = formOf({
  spenders: field({
    id: 'budget_spenders',
    section: 'who',
    label: 'Who may spend credits',
    required: true,
    control: radio([
      ['everyone', 'Everybody who may use Deckhand'],
      ['listed', 'The people below'],
    ]),
    ...own('spenders'),
  }),
  spenderPeople: field({
    id: 'budget_people',
    section: 'who',
    label: 'People who may spend credits',
    control: people(),
    ...own('spenderPeople'),
  }),
  spendOn: field({
    id: 'budget_kinds',
    section: 'who',
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
  exceptPeople: field({
    id: 'budget_except_people',
    section: 'except',
    label: 'People with another limit',
    control: people(),
    ...own('exceptPeople'),
  }),
  creditsOfExceptPeople: field({
    id: 'budget_except_people_credits',
    section: 'except',
    label: 'Credits a month for each of them',
    hint: NO_LIMIT,
    control: credits(),
    ...own('creditsOfExceptPeople'),
  }),
  exceptChannels: field({
    id: 'budget_except_channels',
    section: 'except',
    label: 'Channels with another limit',
    control: channels(),
    ...own('exceptChannels'),
  }),
  creditsOfExceptChannels: field({
    id: 'budget_except_channels_credits',
    section: 'except',
    label: 'Credits a month for each of them',
    hint: NO_LIMIT,
    control: credits(),
    ...own('creditsOfExceptChannels'),
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

/** Returns the entries of the form for a team's settings. */
export function entriesOf(settings: TeamSettings) {
  const { creditsOfPerson, creditsOfChannel, creditsOfTeam, creditsOf, ...same } = settings;
  const exceptPeople = Object.keys(creditsOf).filter((id) => /^[UW]/.test(id));
  const exceptChannels = Object.keys(creditsOf).filter((id) => /^[CG]/.test(id));
  return budgetForm.from({
    ...same,
    exceptPeople,
    exceptChannels,
    ...given({
      creditsOfPerson,
      creditsOfChannel,
      creditsOfTeam,
      creditsOfExceptPeople: creditsOf[exceptPeople[0] ?? ''],
      creditsOfExceptChannels: creditsOf[exceptChannels[0] ?? ''],
    }),
  });
}

/** Returns only the properties whose value is a number. */
function given<Name extends string>(numbers: Record<Name, number | null | undefined>) {
  return Object.fromEntries(
    Object.entries(numbers).filter(([, value]) => value !== null && value !== undefined),
  ) as { [Key in Name]?: number };
}

/** Returns the settings for the entries of the form, which must be valid. */
export function settingsOf(entries: typeof budgetForm.initial): Partial<TeamSettings> {
  const { exceptPeople, exceptChannels, creditsOfExceptPeople, creditsOfExceptChannels, ...same } =
    budgetForm.to(entries) as BudgetEntries;
  const { creditsOfPerson = null, creditsOfChannel = null, creditsOfTeam = null } = same;
  const exceptions = [
    ...exceptPeople.map((id) => [id, creditsOfExceptPeople ?? null]),
    ...exceptChannels.map((id) => [id, creditsOfExceptChannels ?? null]),
  ];
  return {
    ...same,
    creditsOfPerson,
    creditsOfChannel,
    creditsOfTeam,
    creditsOf: Object.fromEntries(exceptions),
  };
}
