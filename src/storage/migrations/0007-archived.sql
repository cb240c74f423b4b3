-- When a person archived the document of a generation; its card says so from then on.
ALTER TABLE generations ADD COLUMN archived_at timestamptz;
