import { z } from 'zod';
import { type Defaults, defaultsSchema, type Scope } from '../../defaults/defaults.ts';
import { lenient } from '../../lenient.ts';
import { changedSettings } from '../../settings/audit.ts';
import type { TeamSettings } from '../../settings/team-settings.ts';
import { listOf } from '../../text.ts';
import { channelOf, clickValue } from '../bolt/answers/click.ts';
import { fillOrOpen, openThenFill, plainView, updateView } from '../bolt/answers/open-then-fill.ts';
import type { SlackContext } from '../bolt/context.ts';
import { type Acting, denialUnlessAdmin, isAdmin } from '../bolt/permissions/permissions.ts';
import type { Click, Command, FormAnswer, Submission } from '../bolt/requests.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { defaultsIn, ruleIn, settleRequests } from '../kit/admin-requests.ts';
import { changedDefaults, defaultsPhrases } from '../kit/ask-fields/ask-form.ts';
import { button, type Deployment } from '../kit/blocks/parts.ts';
import { escaped, isChannel } from '../kit/blocks/text.ts';
import { displayIn } from '../kit/form/modal.ts';
import { outdatedView, versionIn, versionOf } from '../kit/form/outdated.ts';
import { tellOfRules } from '../kit/tell-admins.ts';
import { SCOPE_FIELD, type ScopeKind, settingsForm, settingsModal, settingsTitle } from './modal.ts';
import { policyIn, policyLines, policyOf, type TeamPolicy } from './team-policy.ts';

/** Metadata of the form. It can be forged, so permissions are checked again before anything is shown or saved. */
const metadataSchema = z.object({
  scope: z.enum(['person', 'channel', 'team']).catch('person'),
  channel: lenient(z.string()),
});

export const ONLY_ADMINS_RULES = 'Only Slack admins and owners can set these.';

type Metadata = z.output<typeof metadataSchema>;

/** Handles `/deck settings` and the button "Change defaults" on Home: opens the form with the person's own defaults. */
export async function openSettings(request: Command | Click, slack: SlackContext): Promise<void> {
  const from = 'command' in request ? request.command.channel_id : channelOf(request);
  // Direct messages have no defaults of their own.
  const channel = from && isChannel(from) ? from : undefined;
  const fill = () => settingsView(request, { scope: 'person', channel }, slack);
  await openThenFill(request, settingsTitle('person'), fill, slack);
}

/** Handles "Workspace rules…", and buttons such as "Let guests in…" that choose a rule: opens the form with the team's rules and defaults. */
export async function openTeamRules(click: Click, slack: SlackContext): Promise<void> {
  const fill = () =>
    settingsView(click, { scope: 'team', channel: undefined }, slack, {
      rules: ruleIn(clickValue(click)),
      defaults: defaultsIn(clickValue(click)),
    });
  await fillOrOpen(click, settingsTitle('team'), fill, slack);
}

/** @param chosen rules and defaults that the form shows instead of the stored ones */
async function settingsView(
  acting: Acting,
  metadata: Metadata,
  slack: SlackContext,
  chosen: { rules: ReturnType<typeof ruleIn>; defaults: Partial<Defaults> } = { rules: {}, defaults: {} },
) {
  const isOfTeam = metadata.scope === 'team';
  const [refusal, isTeamAdmin, role, settings] = await Promise.all([
    denialFor(acting, metadata, slack),
    isAdmin(acting, slack.log),
    slack.roleOf(acting),
    slack.settings.of(acting.actor.team),
  ]);
  // Show the defaults only to people who may change them, because the channel's id comes from the metadata and can be forged.
  const defaults = refusal ? {} : await slack.defaults.of(scopeOf(acting, metadata));
  const shown = refusal ? {} : { ...defaults, ...chosen.defaults };
  return settingsModal(shown, {
    ...metadata,
    channel: role === 'guest' ? undefined : metadata.channel,
    isAdmin: isTeamAdmin,
    isClosedOutside: settings.accessFor === 'workspace',
    serviceName: slack.serviceName,
    policy: isTeamAdmin && isOfTeam ? { ...settings, ...chosen.rules } : undefined,
    chosen: isTeamAdmin ? changedOf(chosen.rules, settings) : {},
    isFilled: Object.keys(chosen.defaults).length > 0,
    version: isOfTeam ? teamVersion(settings, defaults, slack) : undefined,
  });
}

/** Returns the chosen rules that differ from the stored ones. */
function changedOf({ guests, accessFor }: ReturnType<typeof ruleIn>, stored: TeamSettings) {
  return {
    ...(guests && guests !== stored.guests && { guests }),
    ...(accessFor && accessFor !== stored.accessFor && { accessFor }),
  };
}

/** Returns the version of the team's rules and defaults in the form. */
const teamVersion = (rules: TeamPolicy, defaults: Defaults, deployment: Deployment) =>
  versionOf([policyOf(rules, deployment), defaults]);

/** Handles the menu "Whose defaults": redraws the form with the chosen defaults. Unsaved entries are lost. */
export async function switchScope(click: Click, slack: SlackContext): Promise<void> {
  const { view } = click.body;
  if (!view) return;
  const { channel } = displayIn(view, metadataSchema);
  const chosen = view.state.values[SCOPE_FIELD]?.[SCOPE_FIELD]?.selected_option?.value;
  const metadata = metadataSchema.parse({ scope: chosen, channel });
  await updateView(click.client, view.id, await settingsView(click, metadata, slack));
}

/** Handles the button "Reset": deletes the defaults that the form shows. */
export async function forgetDefaults(click: Click, slack: SlackContext): Promise<void> {
  const { view } = click.body;
  if (!view) return;
  const metadata = displayIn(view, metadataSchema);
  const refusal = await denialFor(click, metadata, slack);
  if (!refusal) {
    const { before } = await save(click, metadata, { defaults: {}, policy: {} }, slack);
    if (metadata.scope === 'team') await tellOfRules(click, changesIn(before, {}, {}, slack), slack);
  }
  const text = refusal ?? 'Forgotten. `/deck settings` sets others.';
  await updateView(click.client, view.id, plainView(settingsTitle(metadata.scope), text));
}

/** Saves the defaults. For the team, also saves the team's rules, which are in the same form. */
export async function submitSettings(submission: Submission, slack: SlackContext): Promise<FormAnswer> {
  const { view } = submission;
  const metadata = displayIn(view, metadataSchema);
  const refusal = await denialFor(submission, metadata, slack);
  if (refusal) return { errors: { [SCOPE_FIELD]: refusal } };
  const rules = await slack.settings.of(submission.actor.team);
  const form = settingsForm(metadata.scope, { isClosedOutside: rules.accessFor === 'workspace' });
  const entries = form.read(view);
  const errors = form.check(entries);
  if (Object.keys(errors).length > 0) return { errors };
  const defaults = defaultsSchema.parse(form.to(entries));
  const isOfTeam = metadata.scope === 'team';
  const policy = isOfTeam ? policyIn(view, slack) : {};
  const version = isOfTeam ? (versionIn(view) ?? '') : undefined;
  const { isSaved, before } = await save(submission, metadata, { defaults, policy, version }, slack);
  if (!isSaved) return { view: teamOutdatedView(before, slack) };
  const { guests } = policy;
  const changed = isOfTeam ? changesIn(before, defaults, policy, slack) : [];
  const isChosenOnly = guests === 'yes' && before.rules.spenders === 'listed';
  const areShutOut = guests === 'no' && before.rules.guests === 'yes';
  const ofGuests = guests && (isChosenOnly ? GUESTS_MAY_NOT_SPEND : guestsSaved[guests]);
  const text = (guests !== before.rules.guests && ofGuests) || saved[metadata.scope];
  return {
    view: plainView(settingsTitle(metadata.scope), [text, ...changed].join('\n')),
    // If the new rules allow guests, notify the guests who asked an admin for access.
    async after() {
      if (areShutOut) await slack.generations.guestsShutOut(submission.actor.team, submission.actor.person);
      await settleRequests(submission, slack);
      if (isOfTeam) await tellOfRules(submission, changed, slack);
    },
  };
}

interface Stored {
  rules: TeamSettings;
  defaults: Defaults;
}

/**
 * Saves defaults and rules. For a team or a channel, also adds the changes to the audit trail, with the old and the new values.
 * @param entered.version version of the team's rules and defaults that the person has seen. Undefined: save in any case
 * @returns the rules and defaults that were stored before. If they have another version, nothing was saved
 */
async function save(
  acting: Acting,
  metadata: Metadata,
  entered: { defaults: Defaults; policy: Partial<TeamPolicy>; version?: string | undefined },
  slack: SlackContext,
): Promise<{ isSaved: boolean; before: Stored }> {
  const { actor } = acting;
  const { policy, version } = entered;
  const scope = scopeOf(acting, metadata);
  let before: Stored | undefined;
  // The lock of the settings also covers the team's defaults, because both are in one form.
  const isSaved = await slack.settings.update(actor.team, async (rules) => {
    const defaults = await slack.defaults.of(scope);
    before = { rules, defaults };
    if (version !== undefined && version !== teamVersion(rules, defaults, slack)) return undefined;
    await slack.defaults.set(scope, entered.defaults);
    return policy;
  });
  if (!before) throw new Error('The settings were not read');
  if (!isSaved || scope.kind === 'person') return { isSaved, before };
  const cleared = Object.fromEntries(Object.keys(before.defaults).map((name) => [name, undefined]));
  const changes = [
    changedSettings(before.rules, policy),
    changedSettings(before.defaults, { ...cleared, ...entered.defaults }),
  ].filter(Boolean);
  if (changes.length === 0) return { isSaved, before };
  const object = `${scope.kind === 'channel' ? `${scope.id}=` : ''}${changes.join(' ')}`;
  await slack.audit.record({ ...actor, what: 'settings', object, via: '/deck settings' });
  return { isSaved, before };
}

/** Returns what has changed in the team's rules and defaults, for other admins. Defaults have no texts here, because people write them. */
function changesIn(
  before: Stored,
  defaults: Defaults,
  policy: Partial<TeamPolicy>,
  slack: SlackContext,
): string[] {
  const { seenBy: seenBefore, ...othersBefore } = before.defaults;
  const { seenBy, ...others } = defaults;
  const changed = changedDefaults(othersBefore, others);
  const seen = seenBy === 'me' ? 'Just for the person who asks' : 'Everybody in the conversation';
  return [
    ...policyLines({ ...before.rules, ...policy }, slack, before.rules),
    ...(seenBy === seenBefore ? [] : [`Who sees new results, unless people choose otherwise: *${seen}*`]),
    ...(changed.length > 0 ? [`Other defaults of the workspace: ${listOf(changed)}`] : []),
  ];
}

function teamOutdatedView({ rules, defaults }: Stored, slack: SlackContext) {
  const phrases = defaultsPhrases(defaults).map((phrase) => escaped(phrase, 200));
  const now = `${policyLines(rules, slack).join('\n')}\nDefaults: ${phrases.join(' · ') || 'none'}`;
  const again = button('Workspace rules…', actions.teamRules, 'outdated', 'primary');
  return outdatedView(settingsTitle('team'), { what: 'rules and defaults', now, again });
}

const saved: Record<ScopeKind, string> = {
  person: 'Saved. They are filled into every form that you open.',
  channel:
    'Saved. They are filled into every form that is opened in this channel, where people have none of their own.',
  team: 'Saved. The rules hold from now on. The defaults are filled into every form in this workspace, where people and channels have none of their own.',
};

/** What is said if the rule for guests was changed. */
const guestsSaved: Record<TeamSettings['guests'], string> = {
  yes: 'Saved. *All guests of this workspace can use Deckhand from now on*, and spend credits. Those who have asked for it get a message. *Change limits…* on Deckhand’s Home sets how much each person can spend.',
  no: 'Saved. *Guests of this workspace can’t use Deckhand from now on.* Those who have used it get a message. What they have made stays.',
};

const GUESTS_MAY_NOT_SPEND =
  'Saved. Guests may use Deckhand from now on, but only people chosen in *Change limits…*, on Deckhand’s Home, may spend credits. A guest can make something once chosen there, and gets a message then.';

const ONLY_MEMBERS = 'Only members of the workspace can set these for a channel, not guests.';

/** Returns the reason why the person may not set these defaults, as plain text; undefined if the person may. */
async function denialFor(
  acting: Acting,
  { scope, channel }: Metadata,
  { log, isMember, roleOf }: SlackContext,
): Promise<string | undefined> {
  if (scope === 'person') return undefined;
  if (scope === 'team') {
    return denialUnlessAdmin(acting, ONLY_ADMINS_RULES, log);
  }
  if ((await roleOf(acting)) === 'guest') return ONLY_MEMBERS;
  const isIn = channel && (await isMember(acting, channel).catch(() => false));
  return isIn
    ? undefined
    : 'Only who is in the channel can set these, and Deckhand has to be in it: /invite @Deckhand.';
}

function scopeOf({ actor: { team, person } }: Acting, { scope, channel }: Metadata): Scope {
  if (scope === 'channel' && channel) return { team, kind: 'channel', id: channel };
  return scope === 'team' ? { team, kind: 'team' } : { team, kind: 'person', id: person };
}
