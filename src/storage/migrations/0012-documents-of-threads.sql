-- A mention in a thread is looked up against the documents that were made there.
CREATE INDEX generations_root ON generations (team, channel, root_ts) WHERE doc_id IS NOT NULL;
CREATE INDEX generations_thread ON generations (team, channel, thread_ts) WHERE doc_id IS NOT NULL;
