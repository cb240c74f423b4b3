-- A document that may be the one of a create call whose response was lost (generations/steps/look-for-document.ts). Sealed.
ALTER TABLE generations ADD COLUMN found text;
-- When the last of them may have been made.
ALTER TABLE unnamed_documents ADD COLUMN latest timestamptz;
