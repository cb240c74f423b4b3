import { z } from 'zod';
import type { Actor } from '../../actor.ts';
import { defaultsSchema, type Scope } from '../../defaults/defaults.ts';
import type { SlackClient } from '../../slack-client.ts';
import { channelOf } from '../bolt/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import { openThenFill, plainView } from '../bolt/open-then-fill.ts';
import type { Click, Command, FormAnswer, Submission } from '../bolt/requests.ts';
import { roleIn } from '../bolt/roles.ts';
import { isViewGone } from '../bolt/slack-error.ts';
import { isMemberOf } from '../kit/conversation.ts';
import { type ScopeKind, settingsForm } from './form.ts';
import { SCOPE_FIELD, SETTINGS_TITLE, settingsModal } from './modal.ts';

interface Caller extends Actor {
  client: SlackClient;
}

/** Comes back from the person's Slack: read like any input, and checked again when something is saved. */
const metadataSchema = z.object({
  scope: z.enum(['person', 'channel', 'team']).catch('person'),
  channel: z.string().optional().catch(undefined),
});

type Metadata = z.output<typeof metadataSchema>;

/** `/deck settings` */
export async function showSettings(request: Command, slack: SlackContext): Promise<void> {
  const { trigger_id, channel_id } = request.command;
  await openSettings(request, trigger_id, channel_id, slack);
}

/** "Change defaults" on Home. */
export async function changeSettings(click: Click, slack: SlackContext): Promise<void> {
  await openSettings(click, click.body.trigger_id, channelOf(click), slack);
}

/** The person's own defaults at first. @param from where it was asked for: a channel has defaults, a direct message has none */
async function openSettings(
  { actor, client }: Pick<Click, 'actor' | 'client'>,
  triggerId: string,
  from: string | undefined,
  slack: SlackContext,
): Promise<void> {
  const channel = from && /^[CG]/.test(from) ? from : undefined;
  const fill = () => settingsView({ client, ...actor }, { scope: 'person', channel }, slack);
  await openThenFill(client, { id: triggerId, isInModal: false }, SETTINGS_TITLE, fill, slack);
}

async function settingsView(caller: Caller, { scope, channel }: Metadata, slack: SlackContext) {
  const [defaults, role] = await Promise.all([
    slack.defaults.of(scopeOf(caller, { scope, channel })),
    roleIn(caller, slack.log),
  ]);
  return settingsModal(defaults, { scope, channel, isAdmin: role === 'admin' });
}

/** "Whose defaults": shows the chosen ones; entries that were not saved are lost. */
export async function switchScope({ actor, body, client }: Click, slack: SlackContext): Promise<void> {
  if (!body.view) return;
  const { channel } = metadataOf(body.view.private_metadata);
  const chosen = body.view.state.values[SCOPE_FIELD]?.[SCOPE_FIELD]?.selected_option?.value;
  const metadata = metadataSchema.parse({ scope: chosen, channel });
  const view = await settingsView({ client, ...actor }, metadata, slack);
  await client.views.update({ view_id: body.view.id, view }).catch(unlessGone);
}

/** "Forget these" */
export async function forgetDefaults({ actor, body, client }: Click, slack: SlackContext): Promise<void> {
  if (!body.view) return;
  const caller = { client, ...actor };
  const metadata = metadataOf(body.view.private_metadata);
  const refusal = await refusalOf(caller, metadata, slack);
  if (!refusal) await slack.defaults.set(scopeOf(caller, metadata), {});
  const view = plainView(SETTINGS_TITLE, refusal ?? 'Forgotten. `/deck settings` sets others.');
  await client.views.update({ view_id: body.view.id, view }).catch(unlessGone);
}

export async function submitSettings(
  { actor, view, client }: Submission,
  slack: SlackContext,
): Promise<FormAnswer> {
  const caller = { client, ...actor };
  const metadata = metadataOf(view.private_metadata);
  const refusal = await refusalOf(caller, metadata, slack);
  if (refusal) return { errors: { [SCOPE_FIELD]: refusal } };
  const form = settingsForm(metadata.scope);
  const entries = form.read(view);
  const errors = form.check(entries);
  if (Object.keys(errors).length > 0) return { errors };
  await slack.defaults.set(scopeOf(caller, metadata), defaultsSchema.parse(form.to(entries)));
  return { view: plainView(SETTINGS_TITLE, saved[metadata.scope]) };
}

const saved: Record<ScopeKind, string> = {
  person: 'Saved. They are filled into every form that you open.',
  channel:
    'Saved. They are filled into every form that is opened in this channel, where people have none of their own.',
  team: 'Saved. They are filled into every form in this workspace, where people and channels have none of their own.',
};

/** Why this person may not set these defaults; undefined where they may. */
async function refusalOf(
  caller: Caller,
  { scope, channel }: Metadata,
  { log }: SlackContext,
): Promise<string | undefined> {
  const { client, person } = caller;
  if (scope === 'person') return undefined;
  if (scope === 'team') {
    return (await roleIn(caller, log)) === 'admin'
      ? undefined
      : 'Only Slack admins and owners can set these.';
  }
  const isIn = channel && (await isMemberOf(client, channel, person).catch(() => false));
  return isIn
    ? undefined
    : 'Only who is in the channel can set these, and Deckhand has to be in it: /invite @Deckhand.';
}

function scopeOf({ team, person }: Caller, { scope, channel }: Metadata): Scope {
  if (scope === 'channel' && channel) return { team, kind: 'channel', id: channel };
  return scope === 'team' ? { team, kind: 'team' } : { team, kind: 'person', id: person };
}

function metadataOf(text: string): Metadata {
  try {
    return metadataSchema.parse(JSON.parse(text));
  } catch {
    return { scope: 'person' };
  }
}

function unlessGone(error: unknown): void {
  if (!isViewGone(error)) throw error;
}
