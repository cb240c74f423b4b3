import { parse } from 'yaml';
import { z } from 'zod';

/** The inputs or outputs of a function that workflows call. */
const parameters = z
  .record(
    z.string(),
    z.object({ type: z.string(), title: z.string(), is_required: z.boolean().default(false) }),
  )
  .default({});

/** The parts of an app manifest that the stand-in uses. */
const manifestSchema = z.object({
  display_information: z.object({ name: z.string(), description: z.string().default('') }),
  features: z
    .object({
      unfurl_domains: z
        .array(
          z
            .string()
            .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/, 'needs a top-level domain, and no port'),
        )
        .max(5)
        .default([]),
      rich_previews: z
        .object({ is_active: z.boolean(), entity_types: z.array(z.string()) })
        .default({ is_active: false, entity_types: [] }),
      app_home: z
        .object({
          home_tab_enabled: z.boolean().default(false),
          messages_tab_enabled: z.boolean().default(true),
        })
        .default({ home_tab_enabled: false, messages_tab_enabled: true }),
      bot_user: z.object({ display_name: z.string() }).optional(),
      slash_commands: z
        .array(
          z.object({
            command: z.string().startsWith('/'),
            description: z.string().default(''),
            usage_hint: z.string().default(''),
            should_escape: z.boolean().default(false),
          }),
        )
        .default([]),
      shortcuts: z
        .array(
          z.object({
            name: z.string(),
            type: z.enum(['message', 'global']),
            callback_id: z.string(),
            description: z.string().default(''),
          }),
        )
        .default([]),
    })
    .prefault({}),
  oauth_config: z
    .object({
      redirect_urls: z.array(z.string()).default([]),
      scopes: z
        .object({ bot: z.array(z.string()).default([]), bot_optional: z.array(z.string()).default([]) })
        .prefault({})
        .refine(
          ({ bot, bot_optional }) => bot_optional.every((scope) => bot.includes(scope)),
          'optional scopes must also be in bot',
        ),
    })
    .prefault({}),
  mcp_servers: z.record(z.string(), z.object({ url: z.url(), auth_type: z.string() })).default({}),
  functions: z
    .record(
      z.string(),
      z.object({ title: z.string(), input_parameters: parameters, output_parameters: parameters }),
    )
    .default({}),
  settings: z
    .object({
      event_subscriptions: z.object({ bot_events: z.array(z.string()).default([]) }).prefault({}),
      interactivity: z
        .object({ is_enabled: z.boolean().default(false), message_menu_options_url: z.string().optional() })
        .prefault({}),
    })
    .prefault({}),
});

export type Manifest = z.output<typeof manifestSchema>;

/** Parses the app's manifest (YAML or JSON). Throws an error with the path of the field if it is invalid. */
export function readManifest(text: string): Manifest {
  return manifestSchema.parse(parse(text));
}
