-- Of a change that the service refused for another one: whether the person's own is kept for later, or was sent again since.
ALTER TABLE generations ADD COLUMN own_wish text;
