import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const settings = z.object({
  signingSecret: z.string(),
  botToken: z.string(),
  apiKey: z.string(),
  encryptionKey: z.string(),
});

/** The sandbox's own secrets: made at random at the first start, kept so that a restart finds its data readable. */
export type Settings = z.output<typeof settings>;

export function loadSettings(dataDir: string): Settings {
  const path = join(dataDir, 'settings.json');
  try {
    return settings.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    const made = makeSettings();
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(path, JSON.stringify(made, null, 2), { mode: 0o600 });
    return made;
  }
}

function makeSettings(): Settings {
  return {
    signingSecret: randomBytes(16).toString('hex'),
    botToken: `xoxb-sandbox-${randomBytes(12).toString('hex')}`,
    apiKey: `sk-sandbox-${randomBytes(16).toString('hex')}`,
    encryptionKey: randomBytes(32).toString('base64'),
  };
}
