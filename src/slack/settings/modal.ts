import type { KnownBlock, ModalView } from '@slack/types';
import type { Defaults } from '../../defaults/defaults.ts';
import { actions, SETTINGS_FORM } from '../bolt/action-ids.ts';
import { defaultFields } from '../kit/ask-fields/ask-form.ts';
import type { Field } from '../kit/form/field.ts';
import { type Fields, formOf } from '../kit/form/form.ts';
import { menu } from '../kit/form/menus.ts';
import { button, buttons, context, section } from '../kit/parts.ts';
import { channelMention, plain } from '../kit/text.ts';
import { policyBlocks, type TeamPolicy } from './team-policy.ts';

/** The owner of the defaults; `channel` is the one that the form was opened in. */
export type ScopeKind = 'person' | 'channel' | 'team';

export const SETTINGS_TITLE = 'Defaults';
export const SCOPE_FIELD = 'settings_scope';

export interface SettingsDisplay {
  scope: ScopeKind;
  /** The channel that it was opened in, if any. */
  channel?: string | undefined;
  /** Slack admins and owners set what holds for the whole team. */
  isAdmin: boolean;
  /** What admins decide besides, where the scope is the team. */
  policy?: TeamPolicy | undefined;
}

/** The form of the defaults of one person, one channel or the team. */
export function settingsModal(defaults: Defaults, display: SettingsDisplay): ModalView {
  const { scope, channel } = display;
  const form = settingsForm(scope);
  return {
    type: 'modal',
    callback_id: SETTINGS_FORM,
    title: plain(SETTINGS_TITLE, 24),
    submit: plain('Save', 24),
    close: plain('Cancel', 24),
    private_metadata: JSON.stringify({ scope, channel }),
    blocks: [
      ...whose(display),
      ...(scope === 'channel' && channel
        ? [section(`For everybody who asks in ${channelMention(channel)}.`)]
        : []),
      ...form.draw(form.from(defaults), 'defaults'),
      ...buttons(button('Forget these defaults', actions.forgetDefaults, scope)),
      ...context(
        'Defaults are filled into every form, where you can still choose otherwise. Your own go before the channel’s, and those before the workspace’s.',
        policyHint(display),
      ),
      ...(display.policy ? policyBlocks(display.policy) : []),
    ],
  };
}

/** Where to look for what admins decide besides defaults; nothing where it stands above. */
function policyHint({ isAdmin, policy }: SettingsDisplay): string | undefined {
  if (policy) return undefined;
  return isAdmin
    ? 'Guests, readers, search and pictures: choose The whole workspace’s above.'
    : 'Slack admins set what holds for the whole workspace.';
}

function whose({ scope, channel, isAdmin }: SettingsDisplay): KnownBlock[] {
  const offered: [ScopeKind, string][] = [
    ['person', 'Mine'],
    ...(channel ? [['channel', 'This channel’s'] as [ScopeKind, string]] : []),
    ...(isAdmin ? [['team', 'The whole workspace’s'] as [ScopeKind, string]] : []),
  ];
  const blocks = menu(offered).blocks(SCOPE_FIELD, { label: 'Whose defaults', required: true }, scope);
  return blocks.map((block) => ({ ...block, dispatch_action: true }));
}

/**
 * The form of one scope's defaults: fields of an ask, each of which may be left open. Slack keeps the content of a field by
 * its id, so the same field has another id in another scope.
 */
export function settingsForm(scope: ScopeKind) {
  return formOf(
    Object.fromEntries(
      Object.entries<Fields[string]>(defaultFields).map(([key, field]) => [
        key,
        asSetting(key, field, scope),
      ]),
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
