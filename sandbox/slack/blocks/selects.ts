import { z } from 'zod';
import {
  actionId,
  confirm,
  conversationFilter,
  option,
  optionGroups,
  options,
  placeholder,
} from './objects.ts';

/** The select menus that Deckhand uses. */

const menu = {
  action_id: actionId.optional(),
  placeholder: placeholder.optional(),
  confirm: confirm.optional(),
  focus_on_load: z.boolean().optional(),
};
const listed = { options: options.optional(), option_groups: optionGroups.optional() };
/** Characters that a person has to type before Slack requests options from the app; 3 by default. */
const asked = { min_query_length: z.number().int().min(0).optional() };

type Listed = {
  options?: z.output<typeof options> | undefined;
  option_groups?: z.output<typeof optionGroups> | undefined;
};

const allOptions = (select: Listed) =>
  select.options ?? select.option_groups?.flatMap((group) => group.options) ?? [];

const hasOneList = (select: Listed): boolean =>
  (select.options === undefined) !== (select.option_groups === undefined);
const ONE_LIST = 'must provide either options or option_groups';

const isOffered = (select: Listed, chosen: z.output<typeof option>): boolean =>
  allOptions(select).some((each) => JSON.stringify(sorted(each)) === JSON.stringify(sorted(chosen)));
const NOT_OFFERED = 'initial option was not found in options';

const sorted = (each: z.output<typeof option>) => [
  each.value,
  each.text.text,
  each.description?.text ?? null,
];

const staticSelect = z
  .strictObject({ type: z.literal('static_select'), ...menu, ...listed, initial_option: option.optional() })
  .refine(hasOneList, ONE_LIST)
  .refine((select) => !select.initial_option || isOffered(select, select.initial_option), NOT_OFFERED);

export const selects = [
  staticSelect,
  z
    .strictObject({
      type: z.literal('multi_static_select'),
      ...menu,
      ...listed,
      initial_options: z.array(option).min(1).optional(),
      max_selected_items: z.number().int().min(1).optional(),
    })
    .refine(hasOneList, ONE_LIST)
    .refine(
      (select) => select.initial_options?.every((chosen) => isOffered(select, chosen)) ?? true,
      NOT_OFFERED,
    ),
  z.strictObject({
    type: z.literal('external_select'),
    ...menu,
    ...asked,
    initial_option: option.optional(),
  }),
  z.strictObject({ type: z.literal('users_select'), ...menu, initial_user: z.string().optional() }),
  z.strictObject({
    type: z.literal('conversations_select'),
    ...menu,
    initial_conversation: z.string().optional(),
    default_to_current_conversation: z.boolean().optional(),
    filter: conversationFilter.optional(),
  }),
  z.strictObject({
    type: z.literal('multi_users_select'),
    ...menu,
    initial_users: z.array(z.string()).optional(),
    max_selected_items: z.number().int().min(1).optional(),
  }),
  z.strictObject({
    type: z.literal('multi_conversations_select'),
    ...menu,
    initial_conversations: z.array(z.string()).optional(),
    max_selected_items: z.number().int().min(1).optional(),
    filter: conversationFilter.optional(),
  }),
] as const;
