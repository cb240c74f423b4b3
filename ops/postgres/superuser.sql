-- For compose.yaml: without a password, the superuser can log in only inside the database container.
ALTER ROLE postgres PASSWORD NULL;
