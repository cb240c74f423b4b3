-- Files that were posted together with the one in file_id, by spaces.
ALTER TABLE deliveries ADD COLUMN more_files text;
