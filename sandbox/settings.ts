import { randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import { readJson, storeIn } from './json-file.ts';

/** The sandbox's own secrets. */
export interface Settings {
  signingSecret: string;
  /** Of the app at the stand-in Slack. */
  slackClientId: string;
  slackClientSecret: string;
  apiKey: string;
  encryptionKey: string;
}

/** Creates random secrets at the first start and stores them, so that the data can be read after a restart. */
export async function loadSettings(dataDir: string): Promise<Settings> {
  const path = join(dataDir, 'settings.json');
  // A folder of an earlier version may have fewer settings.
  const settings = { ...createSettings(), ...(await readJson<Partial<Settings>>(path)) };
  const file = storeIn(path, () => settings);
  file.changed();
  await file.close();
  return settings;
}

const createSettings = (): Settings => ({
  signingSecret: randomBytes(16).toString('hex'),
  slackClientId: `${randomDigits()}.${randomDigits()}`,
  slackClientSecret: randomBytes(16).toString('hex'),
  apiKey: `sk-sandbox-${randomBytes(16).toString('hex')}`,
  encryptionKey: randomBytes(32).toString('base64'),
});

const randomDigits = () => String(randomInt(10 ** 11, 10 ** 12));
