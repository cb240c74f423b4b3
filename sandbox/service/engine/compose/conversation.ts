import { type Block, type BlockOf, plain } from '../deck.ts';
import { statsIn } from './figures.ts';
import type { Outline, Section } from './outline.ts';
import { best, sentencesOf, weight } from './sentences.ts';

/** One message of a conversation. */
interface Message {
  by: string;
  text: string;
}

const NAME = String.raw`@?\p{Lu}[\p{L}.'’-]*(?:\s\p{Lu}[\p{L}.'’-]*){0,3}`;
const spoken = new RegExp(
  String.raw`^(?:\[[^\]]{3,40}\]\s*)?(${NAME})\s*(?:\([^)]{2,60}\)|\[[^\]]{3,60}\]|[,·@]\s*[^:]{3,40})?\s*(?::|—|–)\s+(.+)$`,
  'su',
);

/** Messages in a text ("Ana: …", "**Ana** (10:02): …"), or nothing where it is no conversation. */
export function messagesIn(outline: Outline): Message[] | undefined {
  const blocks = [...outline.lead, ...outline.sections.flatMap((section) => section.blocks)];
  const texts = blocks.flatMap(textsOf);
  const messages: Message[] = [];
  for (const text of texts) {
    const found = spoken.exec(text);
    if (found) messages.push({ by: found[1] ?? '', text: (found[2] ?? '').trim() });
    else if (messages.length > 0) (messages.at(-1) as Message).text += ` ${text}`;
  }
  const people = new Set(messages.map((message) => message.by));
  const enough = messages.length >= 4 && people.size >= 2 && people.size < messages.length;
  return enough && messages.length >= texts.length * 0.5 ? messages : undefined;
}

function textsOf(block: Block): string[] {
  if (block.kind === 'paragraph' || block.kind === 'quote') return [plain(block.spans).trim()];
  return block.kind === 'list' ? block.items.map((item) => plain(item.spans).trim()) : [];
}

const decided =
  /\b(decided|decision|agreed|we agree|let['’]s (?!see\b|talk|discuss|wait|meet)\w+|go with|going with|approved|final call|settled|confirmed|signed off)\b/i;
const doing =
  /\b(i['’]ll|i will|i can take|can you|could you|will (?:send|write|do|take|check|prepare|share|fix|draft|ask|book|update|own|set up|talk)|todo|to do|action item|owner|by (?:mon|tues|wednes|thurs|fri)day|by tomorrow|by eod|by end of)\b/i;
const troubled =
  /\b(risk|blocked|blocker|problem|issue|worried|concern|delay|late|behind|disagree|not sure|however)\b/i;

interface Said {
  by: string;
  sentence: string;
}

/** A conversation as an outline: what was decided, who does what, what is open. Only what was said, with names. */
export function outlineOfConversation(outline: Outline, messages: Message[]): Outline {
  const said = messages.flatMap(({ by, text }) =>
    sentencesOf(text).map((sentence): Said => ({ by, sentence })),
  );
  const taken = new Set<Said>();
  const pick = (test: (sentence: string) => boolean, most: number) => {
    const found = said
      .filter((one) => !taken.has(one) && one.sentence.length >= 12 && test(one.sentence))
      .slice(0, most);
    for (const one of found) taken.add(one);
    return found;
  };
  const decisions = pick((sentence) => decided.test(sentence) && !/\?$|last time/.test(sentence), 6);
  const actions = pick((sentence) => doing.test(sentence), 8);
  const questions = pick((sentence) => sentence.endsWith('?'), 6);
  const concerns = pick((sentence) => troubled.test(sentence), 5);
  const stats = statsIn(said.map((one) => one.sentence).join(' '));
  const rest = said.filter((one) => !taken.has(one) && one.sentence.length >= 25);
  const voices = best(
    rest.map((one) => one.sentence),
    6,
  );
  const quote = quotable(rest.filter((one) => !voices.includes(one.sentence)).concat(decisions, concerns));
  return {
    title: outline.title,
    lead: openingOf(outline.lead),
    sections: [
      part(
        'What was discussed',
        rest.filter((one) => voices.includes(one.sentence)),
      ),
      ...(stats.length >= 2 ? [section('Numbers mentioned', [{ kind: 'stats', stats }])] : []),
      ...paired(part('Decisions', decisions), part('Concerns', concerns)),
      part('Open questions', questions),
      ...(quote ? [section('', [{ kind: 'quote', spans: [{ text: quote.sentence }], by: quote.by }])] : []),
      actions.length >= 3 ? section('Action items', [actionTable(actions)]) : part('Action items', actions),
    ].filter((one) => one.blocks.length > 0),
  };
}

/** What is told before anybody speaks is about the conversation: its first sentence says which it is. */
function openingOf(lead: Block[]): Block[] {
  const told = lead.filter((block) => block.kind === 'paragraph' && !spoken.test(plain(block.spans)));
  const [first] = told.flatMap((block) => textsOf(block).flatMap(sentencesOf));
  return first ? [{ kind: 'paragraph', spans: [{ text: first }] }] : [];
}

function section(title: string, blocks: Block[]): Section {
  return { title, level: 2, under: [], blocks };
}

function part(title: string, said: Said[]): Section {
  const list: BlockOf<'list'> = {
    kind: 'list',
    ordered: false,
    items: said.map(({ by, sentence }) => ({
      spans: [{ text: `${by}: `, bold: true }, { text: sentence }],
      level: 0,
    })),
  };
  return section(title, said.length > 0 ? [list] : []);
}

/** The sentence worth a card of its own. */
function quotable(said: Said[]): Said | undefined {
  const fitting = said.filter((one) => one.sentence.length > 40 && one.sentence.length < 220);
  return fitting.sort((a, b) => weight(b.sentence, 1) - weight(a.sentence, 1))[0];
}

/** Two short parts stand side by side. */
function paired(one: Section, other: Section): Section[] {
  const items = [one, other].flatMap(({ blocks: [list] }) =>
    list?.kind === 'list' ? [list.items.length] : [],
  );
  if (items.length < 2 || items.some((count) => count > 3)) return [one, other];
  const both = [one, other].flatMap((part): Block[] => [
    { kind: 'subheading', text: part.title },
    ...part.blocks,
  ]);
  return [section(`${one.title} and ${other.title.toLowerCase()}`, both)];
}

function actionTable(actions: Said[]): Block {
  return {
    kind: 'table',
    header: [[{ text: 'Who' }], [{ text: 'What they said' }]],
    rows: actions.map(({ by, sentence }) => [[{ text: by, bold: true }], [{ text: sentence }]]),
    align: ['left', 'left'],
  };
}
