-- Documents at the service that were made with Deckhand, but whose id is not known (generations/unnamed-documents.ts).
CREATE TABLE unnamed_documents (
  -- The account at the service, or the connection if the account is not known. Several teams can use one account.
  account text PRIMARY KEY,
  -- When the first of them may have been made.
  since timestamptz NOT NULL
);
CREATE INDEX generations_unnamed ON generations (submitted_at)
  WHERE doc_id IS NULL AND submitted_at IS NOT NULL AND work IN ('document', 'agent');
