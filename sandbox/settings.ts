import { randomBytes, randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const settings = z.object({
  signingSecret: z.string(),
  /** Of the app at the stand-in Slack. */
  slackClientId: z.string(),
  slackClientSecret: z.string(),
  apiKey: z.string(),
  encryptionKey: z.string(),
});

/** The sandbox's own secrets: made at random at the first start, kept so that a restart finds its data readable. */
export type Settings = z.output<typeof settings>;

export function loadSettings(dataDir: string): Settings {
  const path = join(dataDir, 'settings.json');
  try {
    return settings.parse(kept(path));
  } catch {
    const made = { ...makeSettings(), ...kept(path) };
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(path, JSON.stringify(made, null, 2), { mode: 0o600 });
    return made;
  }
}

/** What an earlier sandbox wrote, which may have had fewer settings. */
function kept(path: string): object {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as object;
  } catch {
    return {};
  }
}

function makeSettings(): Settings {
  return {
    signingSecret: randomBytes(16).toString('hex'),
    slackClientId: `${randomDigits()}.${randomDigits()}`,
    slackClientSecret: randomBytes(16).toString('hex'),
    apiKey: `sk-sandbox-${randomBytes(16).toString('hex')}`,
    encryptionKey: randomBytes(32).toString('base64'),
  };
}

const randomDigits = () => String(randomInt(10 ** 11, 10 ** 12));
