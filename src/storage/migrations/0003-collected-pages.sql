-- What a generation has read of a long thread or channel, page by page, so that after a restart none is asked for twice
-- (storage/collected-pages.ts). Deleted as soon as the whole text was written down.
CREATE TABLE collected_pages (
  generation uuid NOT NULL REFERENCES generations (id) ON DELETE CASCADE,
  team text NOT NULL,
  -- What is paged through: the channel's history, or one thread of it.
  walk text NOT NULL,
  number integer NOT NULL,
  -- JSON. As text, since jsonb does not hold every character that JSON does.
  page text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (generation, walk, number)
);
CREATE INDEX collected_pages_team ON collected_pages (team);

-- What was left out of a thread or channel and why, for the people who get the result.
ALTER TABLE generations ADD COLUMN source_note text;
