-- What the asks of a month have spent or may still spend (generations/spending.ts).
ALTER TABLE generations
  -- Whether the ask was a run of a digest. Kept after the ask was deleted.
  ADD COLUMN is_digest boolean NOT NULL DEFAULT false,
  -- Credits that were reserved when the create call was last sent. Null if the team had no budget then.
  ADD COLUMN reserved double precision,
  -- Credits that were reserved for earlier create calls whose outcome is not known.
  ADD COLUMN held double precision NOT NULL DEFAULT 0;
CREATE INDEX generations_sent ON generations (team, submitted_at) WHERE submitted_at IS NOT NULL;
