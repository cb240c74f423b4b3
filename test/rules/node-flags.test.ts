import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nodeFlags } from '../support/child.ts';

test('the image runs Deckhand with the flags of npm start', () => {
  const [, entrypoint = '[]'] = /^ENTRYPOINT (.*)$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
  expect(nodeFlags.length).toBeGreaterThan(0);
  expect(JSON.parse(entrypoint)).toEqual(['node', ...nodeFlags, 'src/main.ts']);
});

test('the systemd unit runs Deckhand with the flags of npm start', () => {
  const [, command] = /^ExecStart=(.*)$/m.exec(readFileSync('ops/systemd/deckhand.service', 'utf8')) ?? [];
  expect(command).toBe(`/usr/bin/env node ${nodeFlags.join(' ')} src/main.ts`);
});
