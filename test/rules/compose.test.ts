import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../src/config.ts';
import { testKey } from '../support/test-key.ts';

/** compose.yaml, as far as it can be read without Docker. */

interface Service {
  image: string;
  environment: Record<string, string>;
  volumes?: string[];
  [name: string]: unknown;
}
const { services, volumes } = parse(readFileSync('compose.yaml', 'utf8')) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};
const example = readFileSync('.env.example', 'utf8');

test.each(Object.entries(services))('%s writes where it is to, and may do nothing else', (_, service) => {
  expect(service).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    restart: 'unless-stopped',
  });
  const written = service.volumes?.filter((volume) => !volume.endsWith(':ro')) ?? [];
  for (const volume of written) expect(volumes).toHaveProperty(volume.split(':')[0] ?? '');
});

test('Deckhand waits for a healthy database, and takes what is filled in for it', () => {
  const { deckhand, database } = services;
  expect(deckhand?.depends_on).toEqual({ database: { condition: 'service_healthy' } });
  expect(database?.healthcheck).toBeDefined();
  expect(readFileSync('Dockerfile', 'utf8')).toContain('HEALTHCHECK');
  const filled = (text = '') => text.replace(/\$\{POSTGRES_PASSWORD:\?[^}]*\}/, '0123456789abcdef');
  const url = filled(deckhand?.environment.DATABASE_URL);
  const config = readConfig({
    DATABASE_URL: url,
    SLACK_SIGNING_SECRET: '8f742231b10e8888abcd99eee0085a5c',
    SLACK_BOT_TOKEN: 'xoxb-of-nobody',
    SERVICE_BASE_URL: 'https://service.example.com',
    ENCRYPTION_KEYS: testKey(7),
  });
  const { username, password, hostname, pathname } = new URL(config.DATABASE_URL ?? '');
  expect(password).toBe(filled(database?.environment.DECKHAND_PASSWORD));
  const script = readFileSync('ops/postgres/role.sql', 'utf8');
  expect(script).toContain(`CREATE ROLE ${username}'`);
  expect(script).toContain(`CREATE DATABASE ${pathname.slice(1)}'`);
  expect(Object.keys(services)).toContain(hostname);
});

test('a copy of .env.example names the password, and sets no database of its own', () => {
  expect(example).toContain('POSTGRES_PASSWORD');
  expect(example).not.toMatch(/^DATABASE_URL=/m);
});
