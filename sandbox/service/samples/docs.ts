import type { Deck } from '../engine/deck.ts';
import { composeDeck } from '../engine/engine.ts';
import { newDoc } from '../making/doc.ts';
import type { Doc } from '../store/records.ts';
import { builtInTemplates } from './templates.ts';

/** Returns the templates of a new workspace. Their ids are constant, so that tests can refer to them. */
export function sampleDocs(workspaceId: string, ownerId: string, createdAt: number): Doc[] {
  const common = { workspaceId, ownerId, createdAt, sharing: {} };
  const templates = builtInTemplates.map(({ id, description, deck }) => ({
    ...newDoc({ ...common, deck, pages: 1, template: { description } }),
    id: templateId(workspaceId, id),
  }));
  return [...templates, handbook(common)];

  function handbook(from: typeof common): Doc {
    const template = { description: 'A small site with a Page for each subject.' };
    const doc = newDoc({ ...from, deck: handbookDeck(), pages: HANDBOOK.length, template });
    return { ...doc, id: templateId(workspaceId, 'g_tmpl_team_handbook') };
  }
}

let composed: Deck | undefined;
/** Returns the deck of the handbook. It is composed once, because this takes most of the time of a start. */
function handbookDeck(): Deck {
  if (composed) return composed;
  const [first, ...others] = HANDBOOK.map((text) => composeDeck({ text, format: 'webpage' }));
  if (!first) throw new Error('The handbook has pages');
  composed = { ...first, cards: [first, ...others].flatMap(({ cards }) => cards) };
  return composed;
}

function templateId(workspaceId: string, id: string): string {
  return `${id}_${workspaceId.replace('ws_', '')}`;
}

/** A site of three pages. It is listed as a template, but cannot be used as one. */
const HANDBOOK = [
  '# Team handbook\n\nHow we work, in one place.\n\n- Who does what\n- How we decide\n- Where things are',
  '# How we decide\n\n- Small things: whoever is closest\n- Large things: in writing, with two days to answer',
  '# Where things are\n\n- Plans in the roadmap folder\n- Numbers in data reviews\n- Everything else: ask',
];
