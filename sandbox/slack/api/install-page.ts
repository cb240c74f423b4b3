import { escapeAttribute } from '../client/avatar.ts';
import { answerText } from '../http/answer.ts';
import type { Visit } from '../http/router.ts';
import type { Slack } from '../slack.ts';
import { newSecret } from '../workspace/ids.ts';
import { findPerson } from '../workspace/workspace.ts';

/** Milliseconds for which an OAuth code can be exchanged. */
const CODE_LIFE = 10 * 60_000;

/** Slack's page where somebody lets the app into their team: `/oauth/v2/authorize`. */
export function showInstallPage(slack: Slack, { response, url }: Visit): void {
  const fault = faultOf(slack, url.searchParams);
  if (fault) answerText(response, 400, fault);
  else answerText(response, 200, page(slack, url.searchParams), 'text/html');
}

/** The answer given on it: `allow=1` goes back with a code, anything else with `access_denied`. */
export function decideInstall(slack: Slack, { response, url }: Visit): void {
  const fault = faultOf(slack, url.searchParams);
  if (fault) answerText(response, 400, fault);
  else {
    response.writeHead(302, { location: addressAfter(slack, url.searchParams) });
    response.end();
  }
}

/** Slack's address for links to an app in a team, as pages outside Slack have them. */
export function redirectToTeam({ response, url }: Visit): void {
  const team = url.searchParams.get('team');
  response.writeHead(302, { location: team ? `/?${new URLSearchParams({ team })}` : '/' });
  response.end();
}

/** Where the browser goes next: back to the app, with a code or with the refusal. */
function addressAfter(slack: Slack, query: URLSearchParams): string {
  const team = slack.workspace.teams.find((each) => findPerson(each, query.get('user') ?? ''));
  const back = new URL(query.get('redirect_uri') ?? slack.manifest.oauth_config.redirect_urls[0] ?? '');
  back.searchParams.set('state', query.get('state') ?? '');
  if (query.get('allow') !== '1' || !team) back.searchParams.set('error', 'access_denied');
  else {
    const code = newSecret();
    slack.codes.set(code, {
      team,
      user: query.get('user') ?? '',
      scopes: scopesIn(query),
      redirectUri: query.get('redirect_uri') ?? undefined,
      expires: slack.clock.now() + CODE_LIFE,
    });
    back.searchParams.set('code', code);
  }
  return back.href;
}

const scopesIn = (query: URLSearchParams): string[] =>
  (query.get('scope') ?? '').split(/[ ,]+/).filter(Boolean);

function faultOf({ app, manifest }: Slack, query: URLSearchParams): string | undefined {
  if (!app.clientId || query.get('client_id') !== app.clientId) return 'invalid_client_id';
  const unknown = scopesIn(query).filter((scope) => !manifest.oauth_config.scopes.bot.includes(scope));
  if (scopesIn(query).length === 0 || unknown.length) return `invalid_scope: ${unknown.join(', ')}`;
  return isAllowedRedirect(manifest.oauth_config.redirect_urls, query.get('redirect_uri'))
    ? undefined
    : 'bad_redirect_uri';
}

/** One that begins with an address in the manifest, or one on this machine, since the sandbox has no public address. */
function isAllowedRedirect(allowed: string[], given: string | null): boolean {
  if (given === null) return allowed.length > 0;
  const isLocal =
    URL.canParse(given) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(given).hostname);
  return isLocal || allowed.some((each) => given.startsWith(each));
}

function page(slack: Slack, query: URLSearchParams): string {
  const hidden = [...query].map(
    ([name, value]) =>
      `<input type="hidden" name="${escapeAttribute(name)}" value="${escapeAttribute(value)}">`,
  );
  const people = slack.workspace.teams.flatMap((team) =>
    team.people
      .filter((person) => person.role === 'owner' || person.role === 'admin')
      .map(
        (person) =>
          `<option value="${person.id}">${escapeAttribute(`${person.name}, ${team.name}`)}</option>`,
      ),
  );
  const scopes = scopesIn(query).map((scope) => `<li><code>${escapeAttribute(scope)}</code></li>`);
  const name = escapeAttribute(slack.manifest.display_information.name);
  return `<!doctype html><meta charset="utf-8"><title>Install ${name}</title>
<style>body{font:16px system-ui;max-width:36rem;margin:4rem auto;padding:0 1rem;color:#1d1c1d}button{font:inherit;padding:.6rem 1.2rem;border-radius:.5rem;border:1px solid #bbb;background:#fff}button[value="1"]{background:#007a5a;border-color:#007a5a;color:#fff}select{font:inherit;padding:.4rem}</style>
<h1>${name} is requesting permission to access your workspace</h1>
<form action="/oauth/v2/authorize/decide">${hidden.join('')}
<p><label>Install as <select name="user">${people.join('')}</select></label></p>
<p>What it will be able to do:</p><ul>${scopes.join('')}</ul>
<p><button name="allow" value="0">Cancel</button> <button name="allow" value="1">Allow</button></p></form>`;
}
