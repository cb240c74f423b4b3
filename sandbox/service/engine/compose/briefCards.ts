import type { Block, Card, DeckFormat, Span } from '../deck.ts';
import { type Brief, briefOf, type Topic } from './brief.ts';
import { chartIn, statOf, statsIn } from './figures.ts';
import { guidanceFor } from './guidance.ts';
import type { Outline } from './outline.ts';
import { capitalised } from './sentences.ts';

/** Points; the lead of "Lead: rest" stands out. */
export function points(texts: string[]): Block {
  return { kind: 'list', ordered: false, items: texts.map((text) => ({ spans: ledSpans(text), level: 0 })) };
}

function ledSpans(text: string): Span[] {
  const found = /^([^:]{2,40}:)\s+(.+)$/s.exec(text);
  return found ? [{ text: `${found[1]} `, bold: true }, { text: found[2] ?? '' }] : [{ text }];
}

export function paragraph(text: string): Block {
  return { kind: 'paragraph', spans: [{ text }] };
}

/**
 * Cards from a prompt of a line or two: what it says, shown as well as it can be, and for what it only names the
 * questions that the card should answer.
 */
export function cardsOfBrief(
  outline: Outline,
  format: DeckFormat,
  source: string,
): { title: string; cards: Card[] } {
  const brief = briefOf(outline);
  const topics = brief.topics.length > 0 ? brief.topics : usual(brief);
  const named = brief.topics.length > 0;
  const cards: Card[] = [opening(brief, topics, named)];
  if (format === 'presentation' && topics.length >= 3)
    cards.push({
      layout: 'bullets',
      kicker: 'Agenda',
      title: 'What we will cover',
      blocks: [points(topics.map(agendaLine))],
    });
  cards.push(...glance(brief, source));
  cards.push(...topics.map((topic, i) => topicCard(topic, i, brief)));
  if (format !== 'social') cards.push(last(brief, topics));
  return { title: brief.title, cards };
}

function opening(brief: Brief, topics: Topic[], named: boolean): Card {
  const subtitle = named ? capitalised(joined(topics.slice(0, 5).map((topic) => lower(topic.title)))) : '';
  return {
    layout: 'title',
    title: brief.title,
    ...(brief.audience ? { kicker: `For ${brief.audience}` } : {}),
    blocks: subtitle ? [paragraph(subtitle)] : [],
  };
}

/** A subject alone: the questions any audience asks of it. */
function usual(brief: Brief): Topic[] {
  const subject = brief.title;
  return [
    { title: 'Why now', words: `What makes ${lower(subject)} matter today` },
    { title: 'Where we stand', words: 'What is known, and what is not' },
    { title: 'What we propose', words: `The main idea behind ${lower(subject)}` },
    { title: 'How we get there', words: 'The steps, and who takes them' },
    { title: 'What we need', words: 'Decisions, people and time' },
  ];
}

function agendaLine(topic: Topic): string {
  const said = capitalised(topic.words);
  return said.toLowerCase() === topic.title.toLowerCase()
    ? topic.title
    : `${topic.title}: ${said.replace(new RegExp(`^${escaped(topic.title)}[\\s,:]*`, 'i'), '')}`;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function glance(brief: Brief, source: string): Card[] {
  const found = chartIn(source);
  const charts: Card[] = found
    ? [
        {
          layout: 'chart',
          title: found.name ? capitalised(found.name) : brief.title,
          blocks: [{ kind: 'chart', chart: found.chart }],
        },
      ]
    : [];
  const stats = statsIn(brief.topics.map((topic) => topic.words).join('; '), 4);
  if (stats.length < 2 || found) return charts;
  return [
    ...charts,
    { layout: 'stats', kicker: 'At a glance', title: 'The numbers', blocks: [{ kind: 'stats', stats }] },
  ];
}

function topicCard(topic: Topic, index: number, brief: Brief): Card {
  const stat = statOf(topic.words);
  const guidance = guidanceFor(`${topic.title} ${topic.words}`);
  if (stat)
    return {
      layout: 'columns',
      kicker: 'To cover',
      title: topic.title,
      blocks: [{ kind: 'stats', stats: [stat] }, points(guidance)],
    };
  if (/timeline|roadmap|plan|steps|rollout|get there|schedule/i.test(topic.title))
    return {
      layout: 'steps',
      kicker: 'To cover',
      title: topic.title,
      blocks: [{ kind: 'steps', steps: guidance.map(step) }],
    };
  const said = capitalised(topic.words);
  const lead = said.toLowerCase() === topic.title.toLowerCase() ? [] : [paragraph(said)];
  if (index % 3 === 0)
    return {
      layout: 'picture',
      kicker: 'To cover',
      title: topic.title,
      blocks: [{ kind: 'picture', seed: `${brief.title} ${topic.title}` }, ...lead, points(guidance)],
    };
  return { layout: 'bullets', kicker: 'To cover', title: topic.title, blocks: [...lead, points(guidance)] };
}

function step(text: string): { label: string; text: string } {
  const [label = '', ...rest] = text.split(': ');
  return { label, text: capitalised(rest.join(': ')) };
}

function last(brief: Brief, topics: Topic[]): Card {
  const asks = topics.slice(0, 4).map((topic) => `${topic.title}: agree the next step, its owner and a date`);
  const whom = brief.audience ? ` from ${brief.audience}` : '';
  return { layout: 'closing', kicker: 'Next steps', title: `What we need${whom}`, blocks: [points(asks)] };
}

/** "Hiring plan" → "hiring plan", but "NPS" and "Q3 results" keep their capitals. */
function lower(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? (text[0] ?? '').toLowerCase() + text.slice(1) : text;
}

function joined(parts: string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
