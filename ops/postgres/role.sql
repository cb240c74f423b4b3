-- Creates the database "deckhand" and the role "deckhand", which may connect to that database and create tables in it, and
-- nothing else. Can be repeated, for example to change the password. Run it with psql as a superuser of the server:
--
--   DECKHAND_PASSWORD=… psql --dbname=postgres --file=ops/postgres/role.sql
--
-- (psql before version 14 does not read the environment: use --set=password=… instead.)
\set ON_ERROR_STOP on
\if :{?password}
\else
  \getenv password DECKHAND_PASSWORD
\endif

SELECT 'CREATE ROLE deckhand' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'deckhand') \gexec
ALTER ROLE deckhand LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'password';

SELECT 'CREATE DATABASE deckhand' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'deckhand') \gexec
REVOKE ALL ON DATABASE deckhand FROM PUBLIC;
GRANT CONNECT, CREATE ON DATABASE deckhand TO deckhand;
\connect deckhand
GRANT USAGE, CREATE ON SCHEMA public TO deckhand;
