-- The person who paused a digest. NULL if Deckhand paused it, or before this column existed.
ALTER TABLE digests ADD COLUMN paused_by text;
