import type { KnownBlock, ModalView } from '@slack/types';
import type { Defaults } from '../../defaults/defaults.ts';
import { actions, SETTINGS_FORM } from '../bolt/action-ids.ts';
import { menu } from '../kit/form/menus.ts';
import { button, buttons, context, section } from '../kit/parts.ts';
import { channelMention, plain } from '../kit/text.ts';
import { type ScopeKind, settingsForm } from './form.ts';

export const SETTINGS_TITLE = 'Defaults';
export const SCOPE_FIELD = 'settings_scope';

export interface SettingsDisplay {
  scope: ScopeKind;
  /** The channel that it was opened in, if any. */
  channel?: string | undefined;
  /** Slack admins and owners set what holds for the whole team. */
  isAdmin: boolean;
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
      ...buttons(button('Forget these', actions.forgetDefaults, scope)),
      ...context(
        'They are filled into every form, where you can still choose otherwise. Your own go before the channel’s, and those before the workspace’s.',
        display.isAdmin ? undefined : 'Slack admins set what holds for the whole workspace.',
      ),
    ],
  };
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
