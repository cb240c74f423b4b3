-- Slack's file of the picture on a card: set once Slack can show it.
ALTER TABLE generations ADD COLUMN thumbnail text;
