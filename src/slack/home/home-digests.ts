import type { KnownBlock } from '@slack/types';
import type { Defaults } from '../../defaults/defaults.ts';
import { actions } from '../bolt/action-ids.ts';
import { digestPage, type ListedDigest } from '../digest/list-blocks.ts';
import { button, buttons, section, type Words } from '../kit/parts.ts';
import { escaped, oneLine } from '../kit/text.ts';
import { exportNames, formatNames } from '../result/describe.ts';

/** A person's digests on Home, from the page that shows the one at `at`. */
export function digestsSection(listed: ListedDigest[], words: Words, at = 0): KnownBlock[] {
  const none = section('None yet. A digest sums up a channel every week, or as often as you like.');
  return [...(listed.length > 0 ? [] : [none]), ...digestPage(listed, words, at)];
}

/** What is filled into this person's forms. */
export function defaultsSection(defaults: Defaults): KnownBlock[] {
  const said = wordsOf(defaults).join(' · ');
  return [
    section(said || 'None are set: forms open with a presentation and a PowerPoint file.'),
    ...buttons(button('Change defaults', actions.settings, 'home')),
  ];
}

function wordsOf({ theme, format, exportAs, language, tone }: Defaults): string[] {
  return [
    format && formatNames[format],
    theme && `theme ${escaped(oneLine(theme.name), 75)}`,
    exportAs && (exportAs === 'none' ? 'without a file' : `as ${exportNames[exportAs]}`),
    language && `in ${new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language}`,
    tone && `tone: ${escaped(tone, 100)}`,
  ].filter((part) => typeof part === 'string');
}
