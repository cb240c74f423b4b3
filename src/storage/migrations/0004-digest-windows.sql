-- Where the window of a run began: what ends without a document gives it back to the next run (digests/told.ts).
ALTER TABLE digest_runs ADD COLUMN since timestamptz;
CREATE INDEX digest_runs_generation ON digest_runs (generation);
