import { plain } from '../deck.ts';
import { phrasesOf, statOf } from './figures.ts';
import type { Outline } from './outline.ts';
import { capitalised } from './sentences.ts';

/** A prompt of a line or two that names what a deck is to be about, rather than being its text. */
export interface Brief {
  title: string;
  /** "the board", where the prompt says for whom. */
  audience?: string;
  topics: Topic[];
}

export interface Topic {
  title: string;
  /** The prompt's own words for it. */
  words: string;
}

const BRIEF_LIMIT = 700;

/** "Please make me a 10-slide deck about …": the order to make something is not its content. */
const order =
  /^(?:(?:please|pls|can you|could you|hi|hey|hello)[,!]?\s+)*(?:create|make|write|build|generate|prepare|draft|design|give|put together|turn|summari[sz]e|produce)\s+(?:me\s+|us\s+)?(?:(?:a|an|the|some|this|these)\s+)?(?:(?:short|quick|brief|nice|good|new|simple|great|\d+[- ]?(?:slides?|cards?|pages?))\s+)*(?:(?:deck|presentation|slides?|slide deck|document|doc|one[- ]pager|web ?page|landing page|social post|post|summary|report|pitch|talk)\b\s*)?(?:(?:about|on|covering|that covers|explaining|describing|to explain|of|which explains)\s+)?/i;

function withoutOrder(text: string): string {
  const rest = text.replace(order, '').trim();
  return rest.length >= 3 ? rest : text;
}

export function isOrder(text: string): boolean {
  return text.length < 300 && order.test(text) && (order.exec(text)?.[0].length ?? 0) > 0;
}

/** Whether a text is a brief: short, no structure of its own. */
export function isBrief(text: string, outline: Outline): boolean {
  if (text.trim().length > BRIEF_LIMIT || outline.sections.length > 0 || outline.title !== undefined)
    return false;
  return outline.lead.length <= 2 && outline.lead.every((block) => block.kind === 'paragraph');
}

export function briefOf(outline: Outline): Brief {
  const text = outline.lead
    .map((block) => (block.kind === 'paragraph' ? plain(block.spans) : ''))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
  const { subject, rest } = parted(withoutOrder(text));
  const audience = audienceOf(subject) ?? audienceOf(rest);
  const topics = uniqueTopics(phrasesOf(rest).map(topicOf));
  return { title: titleOf(subject), audience, topics };
}

/** The subject, and what is to be said of it: after a colon or dash, in further sentences, or after "with", "covering". */
function parted(text: string): { subject: string; rest: string } {
  const found =
    /^(.{3,110}?)(?:\s*:\s+|\s+[–—-]\s+|[.!?]\s+|,?\s+(?:with|covering|including|focus(?:ing|ed)? on|and cover|cover)\s+)(.+)$/is.exec(
      text,
    );
  if (found) return { subject: found[1] ?? '', rest: found[2] ?? '' };
  const list = text.split(/,\s+/);
  if (list.length >= 3) return { subject: list[0] ?? '', rest: text };
  return { subject: text, rest: '' };
}

function audienceOf(text: string): string | undefined {
  const found =
    /\bfor\s+((?:the|our|my|all|new|a|an)\s+[\p{L}\s'-]{2,40}?)(?=[,.;:!?]|\s+(?:about|on|with|in|at|to|that|who|covering)\b|$)/iu.exec(
      text,
    );
  return found?.[1]?.trim();
}

function titleOf(subject: string): string {
  const bare = subject
    .replace(/[\s.,;:!?–—-]+$/, '')
    .replace(/^(?:about|on|an?|the)\s+(?=\S)/i, (article) => (/^(about|on)/i.test(article) ? '' : article));
  return capitalised(bare.length > 90 ? `${bare.slice(0, bare.lastIndexOf(' ', 88))} …` : bare) || 'Untitled';
}

function topicOf(phrase: string): Topic | undefined {
  const words = phrase
    .replace(
      /^(?:and|or|then|also|plus|as well as|the|our|a|an|cover|include|(?:mention|note|say)(?:\s+that)?|that|with)\s+/i,
      '',
    )
    .replace(/[.\s]+$/, '');
  if (!/\p{L}{2}/u.test(words)) return undefined;
  const stat = statOf(words);
  const title = stat?.label ?? words.replace(/\s*\([^)]*\)/g, '');
  return {
    title: capitalised(title.length > 60 ? `${title.slice(0, title.lastIndexOf(' ', 58))} …` : title),
    words,
  };
}

function uniqueTopics(topics: (Topic | undefined)[]): Topic[] {
  const seen = new Set<string>();
  return topics.filter((topic): topic is Topic => {
    if (!topic || seen.has(topic.title.toLowerCase())) return false;
    seen.add(topic.title.toLowerCase());
    return true;
  });
}
