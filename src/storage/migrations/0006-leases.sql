-- pg-boss's own leases take the place of ours (jobs/leases.ts), and it groups jobs by their key, with the team as their
-- tier. Waiting jobs are kept, and so are those sent while one of their key was at work (held_jobs.next). A job at work
-- gets a lease here and goes on in another process once that has run out.
DO $$
BEGIN
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    UPDATE pgboss.job
      SET group_tier = group_id, group_id = singleton_key, heartbeat_seconds = 15, heartbeat_on = now()
      WHERE state <= 'active';
    INSERT INTO pgboss.job (name, data, singleton_key, group_id, group_tier, policy, retry_limit, expire_seconds,
        deletion_seconds, keep_until, heartbeat_seconds)
      SELECT queue.name, held.next, held.key, held.key, held.next ->> 'team', queue.policy, queue.retry_limit,
        queue.expire_seconds, queue.deletion_seconds, now() + queue.retention_seconds * interval '1 second', 15
      FROM held_jobs held JOIN pgboss.queue ON queue.name = held.queue
      WHERE held.next IS NOT NULL
      ON CONFLICT DO NOTHING;
  END IF;
END
$$;
DROP TABLE held_jobs;
DROP TABLE processes;
