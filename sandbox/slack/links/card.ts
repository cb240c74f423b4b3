import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { withIds } from '../blocks/with-ids.ts';
import type { Manifest } from '../manifest.ts';

/** Cards of pasted links. A card has blocks of the app, or a Work Object, which the stand-in draws as blocks. */

const IMAGE = z.literal('slack#/types/image');
const USER = z.literal('slack#/types/user');
const label = z.string().min(1).optional();
const image = z.strictObject({
  type: IMAGE,
  label,
  alt_text: z.string().min(1),
  slack_file: z.strictObject({ id: z.string().min(1) }),
});
const person = z.strictObject({
  type: USER,
  label,
  user: z.strictObject({ user_id: z.string().regex(/^[UW][A-Z0-9]+$/) }),
});
const timestamp = z.strictObject({ label, value: z.number().int() });
const custom = z.strictObject({
  key: z.string().min(1),
  label: z.string().min(1),
  type: z.literal('string'),
  value: z.string().min(1),
  tag_color: z.enum(['red', 'yellow', 'green', 'gray', 'blue']).optional(),
  long: z.boolean().optional(),
});
const action = z
  .strictObject({
    text: z.string().min(1).max(75),
    action_id: z.string().min(1).max(255),
    value: z.string().max(2000).optional(),
    url: z.url().max(3000).optional(),
    style: z.enum(['primary', 'danger']).optional(),
  })
  .transform(({ text, ...rest }) => ({
    type: 'button' as const,
    text: { type: 'plain_text' as const, text },
    ...rest,
  }));

/** The parts of Slack's schema of a file that an app may send here. Other fields are refused. */
export const entitySchema = z.strictObject({
  entity_type: z.string(),
  url: z.url(),
  external_ref: z.strictObject({ id: z.string().min(1), type: z.string().optional() }),
  app_unfurl_url: z.string().optional(),
  entity_payload: z.strictObject({
    attributes: z.strictObject({
      title: z.strictObject({ text: z.string().min(1) }),
      display_type: z.string().optional(),
      product_name: z.string().optional(),
      metadata_last_modified: z.number().int().optional(),
    }),
    fields: z.strictObject({
      preview: image.optional(),
      created_by: person.optional(),
      date_created: timestamp.optional(),
    }),
    custom_fields: z.array(custom),
    actions: z
      .strictObject({
        primary_actions: z.array(action).min(1).max(2).optional(),
        overflow_actions: z.array(action).min(1).max(5).optional(),
      })
      .optional(),
  }),
});
export type Entity = z.output<typeof entitySchema>;

/** Returns whether the app's manifest has switched Work Objects of this type on. */
export const isSwitchedOn = ({ features }: Manifest, { entity_type }: Entity): boolean =>
  features.rich_previews.is_active && features.rich_previews.entity_types.includes(entity_type);

/** Returns a Work Object as blocks, without its title. */
export function blocksOfEntity({ entity_payload }: Entity): KnownBlock[] {
  const { attributes, fields, custom_fields, actions } = entity_payload;
  const { display_type, product_name } = attributes;
  const { preview, created_by, date_created } = fields;
  const said = custom_fields.map((each) => ({
    ...each,
    text: `*${escaped(each.label)}*\n${escaped(each.value)}`,
  }));
  const short = [
    ...said.filter(({ long }) => !long).map(({ text }) => text),
    ...(created_by ? [`*${escaped(created_by.label ?? 'Created by')}*\n<@${created_by.user.user_id}>`] : []),
    ...(date_created ? [`*${escaped(date_created.label ?? 'Created')}*\n${date(date_created.value)}`] : []),
  ];
  const rows = [actions?.primary_actions, actions?.overflow_actions].filter((row) => row !== undefined);
  return withIds([
    {
      type: 'context',
      elements: [
        mrkdwn([display_type, product_name].filter(Boolean).map(String).map(escaped).join(' · ') || 'File'),
      ],
    },
    ...(preview ? [{ type: 'image', slack_file: preview.slack_file, alt_text: preview.alt_text }] : []),
    { type: 'section', fields: short.map(mrkdwn) },
    ...said.filter(({ long }) => long).map(({ text }) => ({ type: 'section', text: mrkdwn(text) })),
    ...rows.map((elements) => ({ type: 'actions', elements })),
  ]);
}

const mrkdwn = (text: string) => ({ type: 'mrkdwn' as const, text, verbatim: true });

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const date = (seconds: number): string =>
  `<!date^${seconds}^{date_short_pretty} at {time}|${new Date(seconds * 1000).toISOString()}>`;
