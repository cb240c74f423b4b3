import type { KnownBlock } from '@slack/types';
import type { Defaults } from '../../defaults/defaults.ts';
import { actions } from '../bolt/action-ids.ts';
import { digestPage, type ListedDigest } from '../digest/list-blocks.ts';
import { defaultsSaid } from '../kit/ask-fields/ask-form.ts';
import { button, buttons, section, type Words } from '../kit/parts.ts';

/** A person's digests on Home, from the page that shows the one at `at`. */
export function digestsSection(listed: ListedDigest[], words: Words, at = 0): KnownBlock[] {
  const none = section('None yet. A digest sums up a channel every week, or as often as you like.');
  return [...(listed.length > 0 ? [] : [none]), ...digestPage(listed, words, at)];
}

/** What is filled into this person's forms. */
export function defaultsSection(defaults: Defaults): KnownBlock[] {
  const said = defaultsSaid(defaults).join(' · ');
  return [
    section(said || 'None are set: forms open with a presentation and a PowerPoint file.'),
    ...buttons(button('Change defaults', actions.settings, 'home')),
  ];
}
