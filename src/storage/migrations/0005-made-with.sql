-- Which connection of the team's sent the create call, and the one that a document in the making is not known to: polled
-- with the credentials of another workspace, the service says that there is no such generation.
ALTER TABLE generations ADD COLUMN made_with text, ADD COLUMN unknown_to text;

-- What waits for a connection is looked for now and then.
CREATE INDEX generations_disconnected ON generations (team) WHERE state = 'disconnected';
