import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { manifestOptions } from '../slack-client.ts';

/** Thrown if the arguments are invalid. The message says how to write them. */
class UsageError extends Error {
  override name = 'UsageError';
}

const FILE = new URL('../../manifest.yml', import.meta.url);
const EXAMPLE = 'https://deckhand.example.com';
const EXAMPLE_HOST = 'documents.example.com';

/**
 * `deckhand manifest`: returns the app's manifest as YAML. A line of manifest.yml that begins with `#--mcp` is used only with `--mcp`.
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
      unfurl: { type: 'string' },
      mcp: { type: 'boolean' },
      steps: { type: 'boolean' },
    },
  });
  if (values.mcp && !values.url)
    throw new UsageError('--mcp needs --url, because Slackbot calls this address');
  const options = manifestOptions.filter((option) => values[option]);
  const template = readFileSync(FILE, 'utf8')
    .replace(/^#--(\w+) ?(.*\n)/gm, (_, option, line) => (options.includes(option) ? line : ''))
    .replace(/^#.*\n/gm, '')
    .replace(EXAMPLE_HOST, hostOf(values.unfurl));
  const addressed = values.url
    ? template.replaceAll(EXAMPLE, addressOf(values.url))
    : withoutAddresses(template, values['socket-mode']);
  const filled = named(addressed, values.name)
    .replace('socket_mode_enabled: false', `socket_mode_enabled: ${values['socket-mode'] ?? false}`)
    // Slack requires an org-wide app for steps of workflows.
    .replace(
      'org_deploy_enabled: false',
      `org_deploy_enabled: ${values['org-wide'] ?? values.steps ?? false}`,
    );
  const setting = `# Set SLACK_MANIFEST_OPTIONS=${options.join(',')} in Deckhand's environment, too.\n`;
  return options.length > 0 ? setting + filled : filled;
}

/** Returns the host whose links are unfurled. Slack expects a domain without a port, and also unfurls links to its subdomains. */
function hostOf(given = EXAMPLE_HOST): string {
  if (/^([a-z\d-]+\.)+[a-z]{2,}$/i.test(given)) return given.toLowerCase();
  throw new UsageError('--unfurl is the host of the documents, for example --unfurl documents.example.com');
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
