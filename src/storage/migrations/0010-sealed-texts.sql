-- What people wrote is sealed (storage/sealed-columns.ts). These columns hold JSON as text: sealed from now on, and as it is in the
-- rows that were there before, which are sealed within the first hour.
ALTER TABLE generations
  ADD COLUMN prompt text,
  ADD COLUMN failure_message text,
  -- Null once the title says more, or it was deleted.
  ALTER COLUMN label DROP NOT NULL;
UPDATE generations SET
  prompt = (ask -> 'prompt')::text,
  ask = jsonb_set(ask, '{prompt}', '""'),
  collected = to_json(collected)::text,
  label = to_json(label)::text,
  title = to_json(title)::text,
  doc_url = to_json(doc_url)::text,
  warnings = to_json(warnings)::text,
  source_note = to_json(source_note)::text,
  failure_message = (failure -> 'message')::text,
  failure = failure - 'message';
DROP INDEX generations_texts;
ALTER TABLE generations ALTER COLUMN ask TYPE text;
CREATE INDEX generations_texts ON generations (created_at)
  WHERE ask IS NOT NULL OR prompt IS NOT NULL OR collected IS NOT NULL;

ALTER TABLE digests ALTER COLUMN focus TYPE text, ALTER COLUMN choices TYPE text;
