import type { ViewOutput } from '@slack/bolt';
import type { Defaults } from '../../defaults/defaults.ts';
import { exportFormats, formats, TONE_LIMIT } from '../../service/options.ts';
import { fields } from '../deck/fields.ts';
import { isNotice } from '../kit/menu-notices.ts';
import { oneLine } from '../kit/text.ts';

/** Whose defaults the form shows; `channel` is the one that it was opened in. */
export type ScopeKind = 'person' | 'channel' | 'team';

/** A menu cannot be emptied, so this stands for "no default". */
export const UNSET = 'unset';

/**
 * Names of the fields of one scope. Slack keeps what stands in a field by its name, so that a field of another scope, which
 * shows something else, has another one. The theme is searched by its `action_id`, as in the deck form.
 */
export function settingsFields(scope: ScopeKind) {
  return {
    theme: `${scope}_${fields.theme}`,
    format: `${scope}_${fields.format}`,
    exportAs: `${scope}_${fields.exportAs}`,
    language: `${scope}_${fields.language}`,
    tone: `${scope}_${fields.tone}`,
  };
}

type Values = ViewOutput['state']['values'];

export function readDefaults(values: Values, scope: ScopeKind): Defaults {
  const names = settingsFields(scope);
  const at = (block: string, action = block) => values[block]?.[action];
  const selected = (block: string) => at(block)?.selected_option?.value;
  const theme = at(names.theme, fields.theme)?.selected_option;
  const language = selected(names.language);
  const tone = oneLine(at(names.tone)?.value ?? '').slice(0, TONE_LIMIT);
  return {
    ...(theme && !isNotice(theme.value) && { theme: { id: theme.value, name: theme.text.text } }),
    format: formats.find((format) => format === selected(names.format)),
    exportAs: [...exportFormats, 'none' as const].find((format) => format === selected(names.exportAs)),
    ...(language && language !== UNSET && { language }),
    ...(tone && { tone }),
  };
}
