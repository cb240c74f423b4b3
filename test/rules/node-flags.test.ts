import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nodeFlags } from '../support/child.ts';

test('the image and the commands that operators are given run Deckhand with the flags of npm start', () => {
  expect(nodeFlags.length).toBeGreaterThan(0);
  const started = ['Dockerfile', '.env.example', 'docs/operators.md', 'docs/runbook.md'].map((file) => {
    // The image's is a list in JSON.
    const text = readFileSync(file, 'utf8').replaceAll('", "', ' ').replaceAll('["', ' ');
    const commands = text.match(/node --liftoff-only[^`"]* src\/main\.ts/g) ?? [];
    return {
      file,
      flags: commands.map((command) => command.split(' ').filter((word) => word.startsWith('--'))),
    };
  });
  for (const { file, flags } of started) {
    expect(flags, file).not.toEqual([]);
    for (const each of flags)
      expect(
        each.filter((flag) => !flag.startsWith('--env-file')),
        file,
      ).toEqual(nodeFlags);
  }
});
