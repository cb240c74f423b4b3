-- Every row that belongs to a team names the team, so that uninstalling can delete all of its rows.
-- "Sealed" columns hold JSON that is encrypted before it reaches the database (storage/sealed-columns.ts).
-- Sealed texts that can be long are stored EXTERNAL, because compressing what is encrypted saves nothing.

-- Which PostgreSQL cluster and which tables these are. A restored copy differs from this row (storage/identity.ts).
CREATE TABLE identity (
  -- Allows one row.
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  -- pg_control_system(); null if the role may not call it.
  system_identifier text,
  -- The oid of the table generations.
  tables text NOT NULL
);

-- Keys and values (storage/keyv-store.ts). A key that belongs to a team begins with it: 'T0123' or 'T0123/...'.
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

-- Deduplication keys (storage/seen.ts): the id of an event, a trigger or a view.
CREATE TABLE seen (
  team text NOT NULL,
  key text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (team, key)
);
CREATE INDEX seen_expires_at ON seen (expires_at);

-- One row for each ask on its way to a document (generations/generation.ts).
CREATE TABLE generations (
  id uuid PRIMARY KEY,
  team text NOT NULL,
  person text NOT NULL,
  -- Idempotency key: the press or event that started the generation.
  key text NOT NULL,
  state text NOT NULL,
  -- What the service makes: a document, a change of one, and so on. Kept after the ask was deleted.
  work text NOT NULL DEFAULT 'document',
  -- Sealed. The choices of the ask without its prompt; null once it was deleted.
  ask text,
  -- Sealed.
  prompt text,
  -- Sealed. The text that was collected from a thread, a channel or a file; deleted with the ask.
  collected text,
  -- Sealed. Null once it was deleted.
  label text,
  -- The service's ids.
  generation_id text,
  doc_id text,
  -- Sealed.
  doc_url text,
  title text,
  warnings text,
  -- Sealed. What was left out of a thread or channel, and why.
  source_note text,
  export_as text,
  credits jsonb,
  failure jsonb,
  -- Sealed. The service's own words, which may quote the prompt.
  failure_message text,
  channel text NOT NULL,
  thread_ts text,
  -- Our first message, which becomes the result card.
  root_ts text,
  -- When the create call was sent.
  submitted_at timestamptz,
  follow_since timestamptz,
  -- Which connection sent the create call, and which one does not know the document.
  made_with text,
  unknown_to text,
  -- Slack's file id of the picture on the card.
  thumbnail text,
  archived_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (team, key)
);
ALTER TABLE generations
  ALTER COLUMN prompt SET STORAGE EXTERNAL,
  ALTER COLUMN collected SET STORAGE EXTERNAL;
CREATE INDEX generations_recent ON generations (team, person, created_at DESC);
CREATE INDEX generations_unfinished ON generations (updated_at)
  WHERE state NOT IN ('delivered', 'failed', 'stopped');
-- For retention.
CREATE INDEX generations_texts ON generations (created_at)
  WHERE ask IS NOT NULL OR prompt IS NOT NULL OR collected IS NOT NULL;
-- Generations that wait for their team's connection.
CREATE INDEX generations_disconnected ON generations (team) WHERE state = 'disconnected';
-- To let changes of one document, and thorough generations of one team, wait for each other.
CREATE INDEX generations_work ON generations (team, work)
  WHERE state IN ('queued', 'collecting', 'submitting', 'following');
-- To match search results of the service with generations.
CREATE INDEX generations_doc ON generations (doc_id) WHERE doc_id IS NOT NULL;
-- To find the documents that were made in a thread.
CREATE INDEX generations_root ON generations (team, channel, root_ts) WHERE doc_id IS NOT NULL;
CREATE INDEX generations_thread ON generations (team, channel, thread_ts) WHERE doc_id IS NOT NULL;
-- For the cost of a team's last documents, and for searches by time.
CREATE INDEX generations_newest_made ON generations (team, created_at DESC) WHERE state = 'delivered';

-- Pages of a long thread or channel that a generation has read, so that a restart does not read them again
-- (generations/collected-pages.ts). Deleted once the whole text is in `collected`.
CREATE TABLE collected_pages (
  generation uuid NOT NULL REFERENCES generations (id) ON DELETE CASCADE,
  team text NOT NULL,
  -- Which list the page belongs to: the channel's history, or the replies of its threads.
  walk text NOT NULL,
  number integer NOT NULL,
  -- A page of long messages is written in several rows.
  part integer NOT NULL,
  -- Sealed.
  page text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (generation, walk, number, part)
);
ALTER TABLE collected_pages ALTER COLUMN page SET STORAGE EXTERNAL;
CREATE INDEX collected_pages_team ON collected_pages (team);

-- The outbox: one row for each message or file to post (generations/delivery/outbox.ts).
CREATE TABLE deliveries (
  id uuid PRIMARY KEY,
  team text NOT NULL,
  -- Null for a message that is not about a generation, for example a note to the owner of a digest.
  generation uuid REFERENCES generations (id) ON DELETE CASCADE,
  -- 'root', 'notice', 'file', 'thumbnail' or 'post'
  kind text NOT NULL,
  -- Distinguishes several rows of one kind, for example by the key of the button press.
  sequence text NOT NULL DEFAULT '',
  -- Never an export link unless it is encrypted, because anybody who has one can download the file.
  payload jsonb,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sending', 'sent', 'failed')),
  channel text NOT NULL,
  thread_ts text,
  message_ts text,
  file_id text,
  -- Ids of files that were posted together with file_id, separated by spaces.
  more_files text,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  UNIQUE (generation, kind, sequence)
);
CREATE INDEX deliveries_team ON deliveries (team);
CREATE INDEX deliveries_unsent ON deliveries (created_at) WHERE state IN ('pending', 'sending');

-- Documents whose new comments are posted to their thread for a while (documents/watch/).
CREATE TABLE comment_watches (
  generation uuid PRIMARY KEY REFERENCES generations (id) ON DELETE CASCADE,
  team text NOT NULL,
  -- Who asked for the document.
  person text NOT NULL,
  -- Keys of the comments that existed when the watch began or that have been reported.
  seen jsonb NOT NULL,
  next_look timestamptz NOT NULL,
  ends_at timestamptz NOT NULL
);
CREATE INDEX comment_watches_due ON comment_watches (next_look);
CREATE INDEX comment_watches_team ON comment_watches (team);

-- Scheduled channel summaries (digests/digest.ts).
CREATE TABLE digests (
  id uuid PRIMARY KEY,
  team text NOT NULL,
  owner text NOT NULL,
  -- Idempotency key: the press that created the digest.
  key text NOT NULL,
  channel text NOT NULL,
  -- Frequency, time of day and time zone (digests/schedule.ts).
  schedule jsonb NOT NULL,
  -- Sealed. What the digest looks for.
  focus text NOT NULL,
  -- Sealed. Format, theme or template, export.
  choices text NOT NULL,
  -- A run with fewer messages than this makes no document.
  threshold integer NOT NULL,
  quiet text NOT NULL CHECK (quiet IN ('say', 'silent')),
  deliver_to jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('active', 'paused')),
  paused_because text,
  -- Null if the schedule has no further run.
  next_run timestamptz,
  last_run timestamptz,
  -- The next window begins at the end of the last one that became a document.
  last_window_end timestamptz,
  -- What the owner should know, for example that a run was skipped.
  note jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (team, key)
);
CREATE INDEX digests_due ON digests (next_run) WHERE state = 'active';
CREATE INDEX digests_owner ON digests (team, owner);

-- One row for each run that was claimed. The process that inserts the row does the run.
CREATE TABLE digest_runs (
  digest uuid NOT NULL REFERENCES digests (id) ON DELETE CASCADE,
  due timestamptz NOT NULL,
  team text NOT NULL,
  -- 'claimed', then 'started', 'quiet', 'covered', 'skipped' or 'paused'
  state text NOT NULL,
  generation uuid,
  -- Where the run's window began. A run without a document gives its window back to the next run.
  since timestamptz,
  PRIMARY KEY (digest, due)
);
CREATE INDEX digest_runs_team ON digest_runs (team);
CREATE INDEX digest_runs_due ON digest_runs (due);
CREATE INDEX digest_runs_generation ON digest_runs (generation);
