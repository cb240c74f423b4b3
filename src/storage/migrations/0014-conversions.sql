-- How often the conversion of a source was begun since it last came to an end: each is a process that died of it or in it.
ALTER TABLE generations ADD COLUMN conversions integer;
