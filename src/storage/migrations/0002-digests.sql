-- Scheduled channel summaries (digests/digest.ts).
CREATE TABLE digests (
  id uuid PRIMARY KEY,
  team text NOT NULL,
  owner text NOT NULL,
  -- Names the press that set it up: the same press again finds the same row.
  key text NOT NULL,
  channel text NOT NULL,
  -- Frequency, time of day and zone (digests/schedule.ts).
  schedule jsonb NOT NULL,
  focus jsonb NOT NULL,
  -- What is made of it: format, theme or template, export.
  choices jsonb NOT NULL,
  -- Messages below which a run counts as quiet.
  threshold integer NOT NULL,
  quiet text NOT NULL CHECK (quiet IN ('say', 'silent')),
  deliver_to jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('active', 'paused')),
  paused_because text,
  -- Null where a cron line has no more runs.
  next_run timestamptz,
  last_run timestamptz,
  -- The next window begins where the last one that was summed up ended.
  last_window_end timestamptz,
  -- What the owner should know, e.g. that a run was skipped.
  note jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (team, key)
);
CREATE INDEX digests_due ON digests (next_run) WHERE state = 'active';
CREATE INDEX digests_owner ON digests (team, owner);

-- One row for each due time that was claimed: whoever inserts it has the run.
CREATE TABLE digest_runs (
  digest uuid NOT NULL REFERENCES digests (id) ON DELETE CASCADE,
  due timestamptz NOT NULL,
  team text NOT NULL,
  -- 'claimed', then 'started', 'quiet', 'covered', 'skipped' or 'paused'
  state text NOT NULL,
  generation uuid,
  PRIMARY KEY (digest, due)
);
CREATE INDEX digest_runs_team ON digest_runs (team);
CREATE INDEX digest_runs_due ON digest_runs (due);

-- The outbox also takes what belongs to no generation: a line that the week was quiet, a note to a digest's owner.
ALTER TABLE deliveries ALTER COLUMN generation DROP NOT NULL;
