-- Who did what (settings/audit.ts). No texts of people. When a team leaves, one line without names remains.
CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  -- Empty for what concerns all teams, and for teams that left.
  team text NOT NULL,
  -- Slack's id of a person, or a pseudonym after they were erased; empty for Deckhand itself.
  who text NOT NULL,
  what text NOT NULL,
  -- The id of what it was done to, or the new value of a setting.
  object text NOT NULL DEFAULT '',
  -- The surface or the command.
  via text NOT NULL
);
CREATE INDEX audit_team ON audit (team, id);
