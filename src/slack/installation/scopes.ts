import { methodScopes } from '../../slack-client.ts';

/** For what Slack sends: the command and the shortcuts, mentions, direct messages. */
const TO_LISTEN = ['commands', 'app_mentions:read', 'im:history'];

/** The scopes that Deckhand asks of a team; manifest.yml lists the same, each with its reason. */
export const BOT_SCOPES: string[] = [...new Set([...TO_LISTEN, ...Object.values(methodScopes).flat()])];
