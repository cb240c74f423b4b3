-- What the last documents of a team have cost is looked up at the end of each ask, and searches go by time as well: without this, all
-- that the team has ever made was read and sorted.
CREATE INDEX generations_newest_made ON generations (team, created_at DESC) WHERE state = 'delivered';
