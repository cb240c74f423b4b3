import pg from 'pg';

/** Connects to PostgreSQL and does nothing more. */
const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
await client.connect();
await client.query('select 1');
console.log('ready');
process.on('SIGTERM', () => client.end().then(() => process.exit(0)));
