import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import type { Defaults } from '../../defaults/defaults.ts';
import { TONE_LIMIT } from '../../service/options.ts';
import { actions, SETTINGS_FORM } from '../bolt/action-ids.ts';
import { exportChoices, formatChoices, languageChoices } from '../deck/choices.ts';
import { fields } from '../deck/fields.ts';
import { menu, searchMenu, textInput } from '../deck/inputs.ts';
import { channelMention } from '../digest/digest-words.ts';
import { button, buttons, context, section } from '../kit/parts.ts';
import { plain } from '../kit/text.ts';
import { type ScopeKind, settingsFields, UNSET } from './form.ts';

export const SETTINGS_TITLE = 'Defaults';
export const SCOPE_FIELD = 'settings_scope';

export interface SettingsDisplay {
  scope: ScopeKind;
  /** Where it was opened, if in a channel. */
  channel?: string | undefined;
  /** Slack admins and owners set what holds for the whole team. */
  isAdmin: boolean;
}

/** What is filled into every form, for one person, channel or the team. */
export function settingsModal(defaults: Defaults, display: SettingsDisplay): ModalView {
  const { scope, channel } = display;
  return {
    type: 'modal',
    callback_id: SETTINGS_FORM,
    title: plain(SETTINGS_TITLE, 24),
    submit: plain('Save', 24),
    close: plain('Cancel', 24),
    private_metadata: JSON.stringify({ scope, channel }),
    blocks: [
      whose(display),
      ...(scope === 'channel' && channel
        ? [section(`For everybody who asks in ${channelMention(channel)}.`)]
        : []),
      ...choices(defaults, scope),
      ...buttons(button('Forget these', actions.forgetDefaults, scope)),
      ...context(
        'They are filled into every form, where you can still choose otherwise. Your own go before the channel’s, and those before the workspace’s.',
        display.isAdmin ? undefined : 'Slack admins set what holds for the whole workspace.',
      ),
    ],
  };
}

function whose({ scope, channel, isAdmin }: SettingsDisplay): InputBlock {
  const offered: [ScopeKind, string][] = [
    ['person', 'Mine'],
    ...(channel ? [['channel', 'This channel’s'] as [ScopeKind, string]] : []),
    ...(isAdmin ? [['team', 'The whole workspace’s'] as [ScopeKind, string]] : []),
  ];
  const labels = { label: 'Whose defaults', required: true };
  return { ...menu(SCOPE_FIELD, labels, offered, scope), dispatch_action: true };
}

const NONE = [UNSET, 'No default'] as const;

function choices({ theme, format, exportAs, language, tone }: Defaults, scope: ScopeKind): KnownBlock[] {
  const names = settingsFields(scope);
  const themeMenu = searchMenu(fields.theme, { label: 'Theme' }, theme, 'No default');
  return [
    { ...themeMenu, block_id: names.theme },
    menu(names.format, { label: 'Format' }, [NONE, ...formatChoices], format ?? UNSET),
    menu(names.exportAs, { label: 'Bring into Slack' }, [NONE, ...exportChoices], exportAs ?? UNSET),
    menu(names.language, { label: 'Language' }, [NONE, ...languageChoices], language ?? UNSET),
    textInput(names.tone, { label: 'Tone' }, tone ?? '', {
      limit: TONE_LIMIT,
      placeholder: 'Warm and to the point',
    }),
  ];
}
