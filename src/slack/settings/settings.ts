import { z } from 'zod';
import { defaultsSchema, type Scope } from '../../defaults/defaults.ts';
import { channelOf } from '../bolt/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import { openThenFill, plainView, updateView } from '../bolt/open-then-fill.ts';
import { type Acting, isAdmin, refusalOfAdmins } from '../bolt/permissions.ts';
import type { Click, Command, FormAnswer, Submission } from '../bolt/requests.ts';
import { isMemberOf } from '../kit/conversation.ts';
import { displayIn } from '../kit/form/metadata.ts';
import { isChannel } from '../kit/text.ts';
import { SCOPE_FIELD, type ScopeKind, SETTINGS_TITLE, settingsForm, settingsModal } from './modal.ts';
import { policyIn } from './team-policy.ts';

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
  acting: Acting,
  triggerId: string,
  from: string | undefined,
  slack: SlackContext,
): Promise<void> {
  const channel = from && isChannel(from) ? from : undefined;
  const fill = () => settingsView(acting, { scope: 'person', channel }, slack);
  await openThenFill(acting.client, { id: triggerId }, SETTINGS_TITLE, fill, slack);
}

async function settingsView(acting: Acting, metadata: Metadata, slack: SlackContext) {
  const isOfTeam = metadata.scope === 'team';
  const [refusal, isTeamAdmin, policy] = await Promise.all([
    refusalOf(acting, metadata, slack),
    isAdmin(acting, slack.log),
    isOfTeam ? slack.settings.of(acting.actor.team) : undefined,
  ]);
  // What a view says of its channel proves nothing: others' defaults are shown to those who may set them.
  const defaults = refusal ? {} : await slack.defaults.of(scopeOf(acting, metadata));
  return settingsModal(defaults, {
    ...metadata,
    isAdmin: isTeamAdmin,
    policy: isTeamAdmin ? policy : undefined,
  });
}

/** "Whose defaults": shows the chosen ones; entries that were not saved are lost. */
export async function switchScope(click: Click, slack: SlackContext): Promise<void> {
  const { view } = click.body;
  if (!view) return;
  const { channel } = displayIn(view, metadataSchema);
  const chosen = view.state.values[SCOPE_FIELD]?.[SCOPE_FIELD]?.selected_option?.value;
  const metadata = metadataSchema.parse({ scope: chosen, channel });
  await updateView(click.client, view.id, await settingsView(click, metadata, slack));
}

/** "Forget these" */
export async function forgetDefaults(click: Click, slack: SlackContext): Promise<void> {
  const { view } = click.body;
  if (!view) return;
  const metadata = displayIn(view, metadataSchema);
  const refusal = await refusalOf(click, metadata, slack);
  if (!refusal) await slack.defaults.set(scopeOf(click, metadata), {});
  const text = refusal ?? 'Forgotten. `/deck settings` sets others.';
  await updateView(click.client, view.id, plainView(SETTINGS_TITLE, text));
}

export async function submitSettings(submission: Submission, slack: SlackContext): Promise<FormAnswer> {
  const { view } = submission;
  const metadata = displayIn(view, metadataSchema);
  const refusal = await refusalOf(submission, metadata, slack);
  if (refusal) return { errors: { [SCOPE_FIELD]: refusal } };
  const form = settingsForm(metadata.scope);
  const entries = form.read(view);
  const errors = form.check(entries);
  if (Object.keys(errors).length > 0) return { errors };
  await slack.defaults.set(scopeOf(submission, metadata), defaultsSchema.parse(form.to(entries)));
  if (metadata.scope === 'team') {
    const { team } = submission.actor;
    const decided = policyIn(view);
    await slack.settings.set(team, decided);
    slack.log.info({ team, ...decided }, 'what admins decide was changed');
  }
  return { view: plainView(SETTINGS_TITLE, saved[metadata.scope]) };
}

const saved: Record<ScopeKind, string> = {
  person: 'Saved. They are filled into every form that you open.',
  channel:
    'Saved. They are filled into every form that is opened in this channel, where people have none of their own.',
  team: 'Saved. The defaults are filled into every form in this workspace, where people and channels have none of their own; the rules hold from now on.',
};

/** Why this person may not set these defaults; undefined where they may. */
async function refusalOf(
  acting: Acting,
  { scope, channel }: Metadata,
  { log }: SlackContext,
): Promise<string | undefined> {
  const { client, actor } = acting;
  if (scope === 'person') return undefined;
  if (scope === 'team') {
    return refusalOfAdmins(acting, 'Only Slack admins and owners can set these.', log);
  }
  const isIn = channel && (await isMemberOf(client, channel, actor.person).catch(() => false));
  return isIn
    ? undefined
    : 'Only who is in the channel can set these, and Deckhand has to be in it: /invite @Deckhand.';
}

function scopeOf({ actor: { team, person } }: Acting, { scope, channel }: Metadata): Scope {
  if (scope === 'channel' && channel) return { team, kind: 'channel', id: channel };
  return scope === 'team' ? { team, kind: 'team' } : { team, kind: 'person', id: person };
}
