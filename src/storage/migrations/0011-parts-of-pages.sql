-- A page of large messages is written in parts: each statement holds up a process with an embedded database for as long as it
-- takes to write. Pages are read again where they are missing.
DELETE FROM collected_pages;
ALTER TABLE collected_pages
  ADD COLUMN part integer NOT NULL,
  DROP CONSTRAINT collected_pages_pkey,
  ADD PRIMARY KEY (generation, walk, number, part),
  -- What is sealed cannot be compressed any more.
  ALTER COLUMN page SET STORAGE EXTERNAL;
ALTER TABLE generations
  ALTER COLUMN prompt SET STORAGE EXTERNAL,
  ALTER COLUMN collected SET STORAGE EXTERNAL;
