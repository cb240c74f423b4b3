-- The titles of a document's slides, for its card. Encrypted.
ALTER TABLE generations ADD COLUMN slide_titles text;
