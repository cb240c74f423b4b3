-- What a team's admins decide had four places, and has one now, with a row for each setting.
INSERT INTO kv (namespace, key, value)
  SELECT 'team-settings', key || '/whoConnects', value FROM kv WHERE namespace = 'connect-policy'
  UNION ALL
  SELECT 'team-settings', key || '/pictures', value FROM kv WHERE namespace = 'picture-policy'
  UNION ALL
  SELECT 'team-settings', key || '/guests',
    json_build_object('value', CASE value::json ->> 'value' WHEN 'true' THEN 'yes' ELSE 'no' END)::text
  FROM kv WHERE namespace = 'guest-policy'
  UNION ALL
  SELECT 'team-settings', key || '/' || name, json_build_object('value', value::json -> 'value' -> name)::text
  FROM kv, (VALUES ('readers'), ('search')) AS names (name)
  WHERE namespace = 'document-policy' AND value::json -> 'value' -> name IS NOT NULL;
DELETE FROM kv WHERE namespace IN ('connect-policy', 'picture-policy', 'guest-policy', 'document-policy');
