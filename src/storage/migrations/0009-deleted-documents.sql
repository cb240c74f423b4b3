-- When a person deleted the document of a generation. All that was known of it goes then; the service's id stays, so that
-- a search that still finds it there shows it to nobody.
ALTER TABLE generations ADD COLUMN deleted_at timestamptz;

-- What a search of the service finds is looked up here.
CREATE INDEX generations_doc ON generations (doc_id) WHERE doc_id IS NOT NULL;
