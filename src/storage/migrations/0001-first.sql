-- Every row that belongs to a team names it, so that uninstalling can delete all of a team's rows.
-- Times are timestamptz; callers pass Dates or ISO strings.

-- Keys and values (storage/keyv-store.ts). What belongs to a team has it in front of its key: 'T0123' or 'T0123/...'.
CREATE TABLE kv (
  namespace text NOT NULL,
  key text NOT NULL,
  team text NOT NULL GENERATED ALWAYS AS (split_part(key, '/', 1)) STORED,
  value text NOT NULL,
  expires_at timestamptz,
  PRIMARY KEY (namespace, key)
);
CREATE INDEX kv_team ON kv (team);
CREATE INDEX kv_expires_at ON kv (expires_at) WHERE expires_at IS NOT NULL;

-- Dedupe keys (storage/seen.ts): an event id, a trigger id, a view id.
CREATE TABLE seen (
  team text NOT NULL,
  key text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (team, key)
);
CREATE INDEX seen_expires_at ON seen (expires_at);

-- One ask on its way through the service (generations/generation.ts).
CREATE TABLE generations (
  id uuid PRIMARY KEY,
  team text NOT NULL,
  person text NOT NULL,
  -- Names the one press or event it came from: the same press again finds the same row.
  key text NOT NULL,
  state text NOT NULL,
  -- Null once its texts were deleted: it can then no longer be run again.
  ask jsonb,
  -- What collecting made of a thread, a channel or a file; deleted with the ask.
  collected text,
  label text NOT NULL,
  generation_id text,
  doc_id text,
  doc_url text,
  title text,
  export_as text,
  warnings text,
  credits jsonb,
  failure jsonb,
  channel text NOT NULL,
  thread_ts text,
  root_ts text,
  submitted_at timestamptz,
  follow_since timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (team, key)
);
CREATE INDEX generations_recent ON generations (team, person, created_at DESC);
CREATE INDEX generations_unfinished ON generations (updated_at)
  WHERE state NOT IN ('delivered', 'failed', 'stopped');
CREATE INDEX generations_texts ON generations (created_at)
  WHERE ask IS NOT NULL OR collected IS NOT NULL;

-- The outbox: one row per message or file to be posted.
CREATE TABLE deliveries (
  id uuid PRIMARY KEY,
  team text NOT NULL,
  generation uuid NOT NULL REFERENCES generations (id) ON DELETE CASCADE,
  -- 'root', 'card', 'file', 'notice' ...
  kind text NOT NULL,
  -- Tells apart several of one kind: '' where there is only one, else e.g. the key of the press.
  sequence text NOT NULL DEFAULT '',
  -- Never an export link unless sealed (storage/cipher.ts): anyone who holds one can download.
  payload jsonb,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sending', 'sent', 'failed')),
  channel text NOT NULL,
  thread_ts text,
  message_ts text,
  file_id text,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  UNIQUE (generation, kind, sequence)
);
CREATE INDEX deliveries_team ON deliveries (team);
CREATE INDEX deliveries_unsent ON deliveries (created_at) WHERE state IN ('pending', 'sending');

-- Who is at work on which job (jobs/). One heartbeat per process; a process whose heartbeat is old is dead
-- and its jobs are given back.
CREATE TABLE processes (
  id uuid PRIMARY KEY,
  -- The opened database it works through: an embedded database opened anew has no living holders from before.
  opened uuid NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE held_jobs (
  queue text NOT NULL,
  job_id uuid NOT NULL,
  -- Never two jobs of one key at work at the same time, in any process.
  key text NOT NULL,
  attempt integer NOT NULL,
  -- Sent while this one was at work: queued when this one ends.
  next jsonb,
  -- Not deferrable: a process declared dead can hold nothing more.
  process uuid NOT NULL REFERENCES processes (id),
  PRIMARY KEY (queue, job_id),
  UNIQUE (queue, key)
);
CREATE INDEX held_jobs_process ON held_jobs (process);
