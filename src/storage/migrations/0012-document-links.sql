-- A hash of the team and doc_url, which is sealed. It finds the document of a link that somebody pastes.
ALTER TABLE generations ADD COLUMN doc_link text;
CREATE INDEX generations_link ON generations (team, doc_link) WHERE doc_link IS NOT NULL;
