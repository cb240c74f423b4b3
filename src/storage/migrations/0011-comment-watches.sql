-- Documents whose thread hears of new comments, for a while (documents/watch/).
CREATE TABLE comment_watches (
  generation uuid PRIMARY KEY REFERENCES generations (id) ON DELETE CASCADE,
  team text NOT NULL,
  -- Who asked for it.
  person text NOT NULL,
  -- Keys of the comments that were there already, or were told.
  seen jsonb NOT NULL,
  next_look timestamptz NOT NULL,
  ends_at timestamptz NOT NULL
);
CREATE INDEX comment_watches_due ON comment_watches (next_look);
CREATE INDEX comment_watches_team ON comment_watches (team);
