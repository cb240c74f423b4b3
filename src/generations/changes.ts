import type { Ask } from '../asks/schema.ts';
import type { Failure, Generation } from './generation.ts';

/** What a transition may write besides the state. */
export interface Changes {
  ask?: Ask | null;
  label?: string;
  generationId?: string;
  docId?: string;
  docUrl?: string;
  title?: string;
  warnings?: string;
  credits?: Generation['credits'];
  failure?: Failure | null;
  followSince?: Date;
  /** What collecting made of the source; deleted with the ask. */
  collected?: string | null;
  sourceNote?: string;
  submittedAt?: Date;
  madeWith?: string | null;
  unknownTo?: string | null;
}

const columns: Record<keyof Changes, string> = {
  ask: 'ask',
  label: 'label',
  generationId: 'generation_id',
  docId: 'doc_id',
  docUrl: 'doc_url',
  title: 'title',
  warnings: 'warnings',
  credits: 'credits',
  failure: 'failure',
  followSince: 'follow_since',
  collected: 'collected',
  sourceNote: 'source_note',
  submittedAt: 'submitted_at',
  madeWith: 'made_with',
  unknownTo: 'unknown_to',
};

const JSON_COLUMNS = new Set<keyof Changes>(['ask', 'credits', 'failure']);

/** The changes as SQL, `, column = $n …`, their placeholders beginning with `first`. */
export function assignments(changes: Changes, first: number): { sets: string; values: unknown[] } {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined);
  const sets = entries
    .map(([name], index) => `, ${columns[name as keyof Changes]} = $${first + index}${cast(name)}`)
    .join('');
  const values = entries.map(([name, value]) =>
    JSON_COLUMNS.has(name as keyof Changes) && value !== null ? JSON.stringify(value) : value,
  );
  return { sets, values };
}

function cast(name: string): string {
  return JSON_COLUMNS.has(name as keyof Changes) ? '::jsonb' : '';
}
