-- What a generation has the service do: make a document, change one, … It is known for as long as the row stands, while
-- the ask that says the rest is deleted earlier.
ALTER TABLE generations ADD COLUMN work text NOT NULL DEFAULT 'document';

-- The service changes a document once at a time, so those under way are looked for before another begins.
CREATE INDEX generations_work ON generations (team, work) WHERE state IN ('queued', 'collecting', 'submitting', 'following');
