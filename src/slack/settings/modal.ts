import type { KnownBlock, ModalView } from '@slack/types';
import type { Defaults } from '../../defaults/defaults.ts';
import { actions, SETTINGS_FORM } from '../bolt/routes/action-ids.ts';
import { defaultFields } from '../kit/ask-fields/ask-form.ts';
import { ownDataSection } from '../kit/blocks/own-words.ts';
import { button, buttons, context, heading, section } from '../kit/blocks/parts.ts';
import { channelMention } from '../kit/blocks/text.ts';
import type { Field } from '../kit/form/field.ts';
import { type Fields, formOf } from '../kit/form/form.ts';
import { menu } from '../kit/form/menus.ts';
import { modalForm } from '../kit/form/modal.ts';
import { auditSection } from './own-data.ts';
import { policyBlocks, type TeamPolicy } from './team-policy.ts';

/** Whose defaults the form shows: the person's, the team's, or those of the channel in which the person opened the form. */
export type ScopeKind = 'person' | 'channel' | 'team';

export function settingsTitle(scope: ScopeKind): string {
  return scope === 'team' ? 'Rules and defaults' : 'Defaults';
}

export const SCOPE_FIELD = 'settings_scope';

export interface SettingsDisplay {
  scope: ScopeKind;
  /** The channel in which the person opened the form. Undefined if it was not opened in a channel. */
  channel?: string | undefined;
  /** True for admins and owners of the Slack workspace, who can set the team's defaults and rules. */
  isAdmin: boolean;
  /** True if the team's rule forbids access for people outside, so that no default can give it. */
  isClosedOutside: boolean;
  /** Name of the service that makes the documents. */
  serviceName: string;
  /** The team's rules. Set only if an admin opened the form for the team. */
  policy?: TeamPolicy | undefined;
  /** The rules of `policy` that a button has chosen and that differ from the stored ones. */
  chosen?: { guests?: TeamPolicy['guests']; accessFor?: TeamPolicy['accessFor'] };
  /** True if a button has filled in defaults that are not stored yet. */
  isFilled?: boolean;
  /** Version of the team's rules and defaults (kit/form/outdated.ts). Set only for the team. */
  version?: string | undefined;
}

export function settingsModal(defaults: Defaults, display: SettingsDisplay): ModalView {
  const { scope, channel, version } = display;
  const form = settingsForm(scope, display);
  return modalForm({
    callbackId: SETTINGS_FORM,
    title: settingsTitle(scope),
    submit: 'Save',
    display: { scope, channel, version },
    blocks: [
      ...scopeMenu(display),
      ...(display.policy
        ? [
            ...(display.chosen?.guests ? [section(guestsChosen[display.chosen.guests])] : []),
            ...(display.chosen?.accessFor ? [section(accessChosen[display.chosen.accessFor])] : []),
            ...policyBlocks(display.policy, display),
            ...auditSection(),
            heading('Defaults for the whole workspace'),
            ...(display.isFilled
              ? [section('What you said is filled in below. *Save* sets it for everybody.')]
              : []),
          ]
        : []),
      ...(scope === 'channel' && channel
        ? [section(`For everybody who asks in ${channelMention(channel)}.`)]
        : []),
      ...form.draw(form.from(defaults), 'defaults'),
      ...buttons(button('Reset', actions.forgetDefaults, scope)),
      ...context(
        'Defaults are filled into every form, where you can still choose otherwise. Yours override the channel’s, which override the workspace’s.',
        policyHint(display),
      ),
      ...(scope === 'person' ? ownDataSection() : []),
    ],
  });
}

const guestsChosen = {
  yes: 'The rule for guests is changed below. *Save* lets in *all guests* of this workspace. They then spend credits, within the same limits as members.',
  no: 'The rule for guests is changed below. *Save* shuts out all guests of this workspace.',
};

const accessChosen = {
  workspace:
    'The rule on access is changed below. *Save* stops people from giving access outside; who has access already keeps it.',
  anybody: 'The rule on access is changed below. *Save* lets people give anybody access.',
};

/** Returns a sentence that says where to find the team's rules. Returns undefined if this form itself shows the rules. */
function policyHint({ isAdmin, policy }: SettingsDisplay): string | undefined {
  if (policy) return undefined;
  return isAdmin
    ? 'Admin rules are under *The whole workspace’s* above.'
    : 'Slack admins set what holds for the whole workspace.';
}

/** Draws the menu "Whose defaults". Choosing an option redraws the form at once. */
function scopeMenu({ scope, channel, isAdmin }: SettingsDisplay): KnownBlock[] {
  const offered: [ScopeKind, string][] = [
    ['person', 'Mine'],
    ...(channel ? [['channel', 'This channel’s'] as [ScopeKind, string]] : []),
    ...(isAdmin ? [['team', 'The whole workspace’s'] as [ScopeKind, string]] : []),
  ];
  const blocks = menu(offered).blocks(SCOPE_FIELD, { label: 'Whose defaults', required: true }, scope);
  return blocks.map((block) => ({ ...block, dispatch_action: true }));
}

/**
 * Returns the form for a scope's defaults. Block ids contain the scope, because otherwise Slack would keep entries when the scope changes.
 */
export function settingsForm(
  scope: ScopeKind,
  { isClosedOutside }: Pick<SettingsDisplay, 'isClosedOutside'>,
) {
  return formOf(
    Object.fromEntries(
      Object.entries<Fields[string]>(defaultFields)
        .filter(([, { id }]) => !(isClosedOutside && id === defaultFields.externalAccess.id))
        .map(([key, field]) => [key, asSetting(key, field, scope)]),
    ),
  );
}

function asSetting(
  key: string,
  { id, label, hint, control }: Fields[string],
  scope: ScopeKind,
): Field<unknown, unknown, object, Defaults> {
  return {
    id: `${scope}_${id}`,
    section: 'defaults',
    label,
    ...(hint && { hint }),
    control: control.asDefault ?? control,
    to: (value) => ({ [key]: value }),
    from: (defaults) => defaults[key as keyof Defaults],
  };
}
