import type { Ask } from '../asks/schema.ts';
import type { Failure, Generation, State } from './generation.ts';

/**
 * Rows are read without the prompt: it can be 400,000 characters long, thousands of generations are held in memory
 * while they are followed, and no list or message needs it. `fullAsk` reads it where it is to be sent.
 */
export const COLUMNS = `id, team, person, state, jsonb_set(ask, '{prompt}', '""') as ask, label, generation_id, doc_id, doc_url,
  title, export_as, warnings, source_note, credits, failure, channel, thread_ts, root_ts, follow_since, made_with, created_at, updated_at`;

export interface Row {
  id: string;
  team: string;
  person: string;
  state: State;
  ask: Ask | null;
  label: string;
  generation_id: string | null;
  doc_id: string | null;
  doc_url: string | null;
  title: string | null;
  export_as: Generation['exportAs'] | null;
  warnings: string | null;
  source_note: string | null;
  credits: Generation['credits'] | null;
  failure: Failure | null;
  channel: string;
  thread_ts: string | null;
  root_ts: string | null;
  follow_since: Date | null;
  made_with: string | null;
  created_at: Date;
  updated_at: Date;
}

export function fromRow(row: Row): Generation {
  return {
    id: row.id,
    team: row.team,
    person: row.person,
    state: row.state,
    ask: row.ask,
    label: row.label,
    channel: row.channel,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    ...(row.generation_id && { generationId: row.generation_id }),
    ...(row.doc_id && { docId: row.doc_id }),
    ...(row.doc_url && { docUrl: row.doc_url }),
    ...(row.title && { title: row.title }),
    ...(row.export_as && { exportAs: row.export_as }),
    ...(row.warnings && { warnings: row.warnings }),
    ...(row.source_note && { sourceNote: row.source_note }),
    ...(row.credits && { credits: row.credits }),
    ...(row.failure && { failure: row.failure }),
    ...(row.thread_ts && { threadTs: row.thread_ts }),
    ...(row.root_ts && { rootTs: row.root_ts }),
    ...(row.made_with && { madeWith: row.made_with }),
    ...(row.follow_since && { followSince: new Date(row.follow_since) }),
  };
}
