-- What the message of a digest says about the channel, encrypted (sources/transcript/highlights.ts).
ALTER TABLE generations ADD COLUMN highlights text;
