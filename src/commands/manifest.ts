import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** The arguments are invalid. The message says how to write them. */
class UsageError extends Error {
  override name = 'UsageError';
}

const FILE = new URL('../../manifest.yml', import.meta.url);
const EXAMPLE = 'https://deckhand.example.com';

/**
 * `deckhand manifest --url https://…`: returns the app's manifest with everything filled in, to paste at api.slack.com/apps.
 * @returns YAML
 * @throws UsageError
 */
export function manifest(args: string[]): string {
  const { values } = parseArgs({
    args,
    options: {
      url: { type: 'string' },
      name: { type: 'string' },
      'socket-mode': { type: 'boolean' },
      'org-wide': { type: 'boolean' },
    },
  });
  const template = readFileSync(FILE, 'utf8').replace(/^#.*\n/gm, '');
  const addressed = values.url
    ? template.replaceAll(EXAMPLE, addressOf(values.url))
    : withoutAddresses(template, values['socket-mode']);
  return named(addressed, values.name)
    .replace('socket_mode_enabled: false', `socket_mode_enabled: ${values['socket-mode'] ?? false}`)
    .replace('org_deploy_enabled: false', `org_deploy_enabled: ${values['org-wide'] ?? false}`);
}

function addressOf(given: string): string {
  const url = URL.parse(given);
  if (url?.protocol !== 'https:')
    throw new UsageError(`--url has to be an https address, for example ${EXAMPLE}`);
  if (url.search || url.hash) throw new UsageError('--url is an address without ? and #');
  return url.href.replace(/\/+$/, '');
}

/** Removes Deckhand's URLs, which Slack does not need with Socket Mode. Without the URLs, the app cannot be installed by a link. */
function withoutAddresses(template: string, isSocketMode = false): string {
  if (!isSocketMode)
    throw new UsageError(`Say where Slack reaches Deckhand: --url ${EXAMPLE}, or --socket-mode`);
  return template
    .split('\n')
    .filter((line) => !line.includes(EXAMPLE) && !line.includes('redirect_urls:'))
    .join('\n');
}

/** Writes the name of the app and of the bot. Slack allows 35 characters for the app's name, and 80 for the bot's. */
function named(template: string, name = 'Deckhand'): string {
  if (!/^[\p{L}\p{N} ._-]{1,35}$/u.test(name))
    throw new UsageError('--name has to be at most 35 letters, digits, spaces and . _ -');
  return template
    .replace('  name: Deckhand', `  name: "${name}"`)
    .replace('display_name: Deckhand', `display_name: "${name}"`);
}
