/** The jobs there are, and what each is told. Every payload names its team. */
export interface JobPayloads {
  /** Takes one generation from where it stands to its outcome; active for as long as it is followed. */
  generation: { team: string; generation: string };
  /** Makes one export of a delivered doc and posts its file. */
  export: { team: string; delivery: string };
  /** Does the runs of one digest that are due. */
  digest: { team: string; digest: string };
  /** Posts a line of the outbox that belongs to no generation. */
  note: { team: string; delivery: string };
}

export type JobName = keyof JobPayloads;

export const jobNames = ['generation', 'export', 'digest', 'note'] as const satisfies JobName[];
