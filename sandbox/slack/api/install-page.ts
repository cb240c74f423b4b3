import { escaped } from '../../html.ts';
import { answerText } from '../http/answer.ts';
import type { Visit } from '../http/router.ts';
import type { Slack } from '../slack.ts';
import { newSecret } from '../workspace/ids.ts';
import { findPerson } from '../workspace/workspace.ts';

/** Milliseconds for which an OAuth code can be exchanged. */
const CODE_LIFE = 10 * 60_000;

/** Shows Slack's page for installing the app in a team: `/oauth/v2/authorize`. */
export function showInstallPage(slack: Slack, { request, response, url }: Visit): void {
  const fault = faultOf(slack, url.searchParams);
  if (fault) answerText(response, 400, fault);
  else
    answerText(
      response,
      200,
      page(slack, url.searchParams, actingPerson(request.headers.cookie)),
      'text/html',
    );
}

/** Handles the buttons of the page: redirects with a code for `allow=1`, otherwise with `access_denied`. */
export function decideInstall(slack: Slack, { response, url }: Visit): void {
  const fault = faultOf(slack, url.searchParams);
  if (fault) answerText(response, 400, fault);
  else {
    response.writeHead(302, { location: addressAfter(slack, url.searchParams) });
    response.end();
  }
}

/** Handles Slack's address for links from other pages to an app in a team. */
export function redirectToTeam({ response, url }: Visit): void {
  const team = url.searchParams.get('team');
  response.writeHead(302, { location: team ? `/?${new URLSearchParams({ team })}` : '/' });
  response.end();
}

/** Returns the address of the app to which the browser is redirected, with a code or an error. */
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
      scopes: grantedIn(slack, query),
      redirectUri: query.get('redirect_uri') ?? undefined,
      expires: slack.clock.now() + CODE_LIFE,
    });
    back.searchParams.set('code', code);
  }
  return back.href;
}

const scopesIn = (query: URLSearchParams): string[] =>
  (query.get('scope') ?? '').split(/[ ,]+/).filter(Boolean);

/** Returns the requested scopes without the optional ones whose checkbox on the page was cleared. */
function grantedIn({ manifest }: Slack, query: URLSearchParams): string[] {
  const optional = manifest.oauth_config.scopes.bot_optional;
  const granted = query.has('chosen') ? query.getAll('grant') : optional;
  return scopesIn(query).filter((scope) => !optional.includes(scope) || granted.includes(scope));
}

function faultOf({ app, manifest }: Slack, query: URLSearchParams): string | undefined {
  if (!app.clientId || query.get('client_id') !== app.clientId) return 'invalid_client_id';
  const unknown = scopesIn(query).filter((scope) => !manifest.oauth_config.scopes.bot.includes(scope));
  if (scopesIn(query).length === 0 || unknown.length) return `invalid_scope: ${unknown.join(', ')}`;
  return isAllowedRedirect(manifest.oauth_config.redirect_urls, query.get('redirect_uri'))
    ? undefined
    : 'bad_redirect_uri';
}

/** Allows addresses that start with one in the manifest, and those on this machine, because the sandbox has no public address. */
function isAllowedRedirect(allowed: string[], given: string | null): boolean {
  if (given === null) return allowed.length > 0;
  const isLocal =
    URL.canParse(given) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(given).hostname);
  return isLocal || allowed.some((each) => given.startsWith(each));
}

/** Returns the person who is chosen in the sandbox's page, from its cookie; undefined if it was never open. */
const actingPerson = (cookies: string | undefined): string | undefined =>
  /(?:^|; )sandbox_person=([^;]+)/.exec(cookies ?? '')?.[1];

/** Descriptions of scopes. A scope without one is shown as it is. */
const MEANS: Record<string, string> = {
  'canvases:read': 'View canvases shared where it is',
  'links:read': 'View links to its documents in messages',
  'links:write': 'Show previews of links to its documents',
  'mcp:connect': 'Offer its tools in Slackbot',
  'app_mentions:read': 'See messages that mention it',
  'channels:history': 'View messages in public channels it is in',
  'channels:join': 'Join public channels',
  'channels:read': 'View basic information about public channels',
  'chat:write': 'Send messages as itself',
  commands: 'Add shortcuts and slash commands',
  'files:read': 'View files shared where it is',
  'files:write': 'Upload, edit and delete files as itself',
  'groups:history': 'View messages in private channels it is in',
  'groups:read': 'View basic information about private channels it is in',
  'im:history': 'View messages in direct messages with it',
  'im:read': 'View basic information about direct messages with it',
  'im:write': 'Start direct messages with people',
  'mpim:history': 'View messages in group direct messages it is in',
  'mpim:read': 'View basic information about group direct messages it is in',
  'usergroups:read': 'View user groups',
  'users:read': 'View people in the workspace',
};

const STYLE = `
:root{color-scheme:light dark;--ground:#f4ede4;--card:#fff;--ink:#1d1c1d;--soft:#616061;--line:#ddd;--frame:#4a154b;--go:#007a5a}
@media(prefers-color-scheme:dark){:root{--ground:#1a1d21;--card:#222529;--ink:#e8e8e8;--soft:#ababad;--line:#41454a;--frame:#2b0f2c;--go:#148567}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
header{padding:12px 24px;background:var(--frame);color:#fff;font-weight:700}
header span{margin-inline-start:8px;padding:1px 8px;border:1px solid rgb(255 255 255/40%);border-radius:10px;font-size:12px;font-weight:400}
main{max-width:36rem;margin:40px auto;padding:32px;border:1px solid var(--line);border-radius:12px;background:var(--card)}
h1{margin:0 0 20px;font-size:26px;line-height:1.2;text-wrap:balance}
label{display:block;font-weight:700}
li label{font-weight:400}
input[type=checkbox]{margin-inline-end:10px}
select{display:block;width:100%;margin-top:6px;padding:10px 12px;border:1px solid var(--line);border-radius:8px;background:var(--card);color:inherit;font:inherit}
h2{margin:24px 0 8px;font-size:16px}
ul{margin:0;padding:0;list-style:none}
li{padding:8px 0;border-top:1px solid var(--line)}
footer{position:sticky;bottom:0;display:flex;gap:12px;justify-content:flex-end;margin:0 -32px -32px;padding:16px 32px;border-top:1px solid var(--line);border-radius:0 0 12px 12px;background:var(--card)}
button{padding:10px 20px;border:1px solid var(--line);border-radius:8px;background:var(--card);color:inherit;font:inherit;font-weight:700;cursor:pointer}
button[value="1"]{border-color:var(--go);background:var(--go);color:#fff}
:focus-visible{outline:3px solid #1d9bd1;outline-offset:2px}
@media(max-width:640px){main{margin:0;border:0;border-radius:0;min-height:100vh}}`;

function page(slack: Slack, query: URLSearchParams, acting: string | undefined): string {
  const name = escaped(slack.manifest.display_information.name);
  const hidden = [...query].map(
    ([field, value]) => `<input type="hidden" name="${escaped(field)}" value="${escaped(value)}">`,
  );
  // Select the team from which the user came, with its first admin if the user may not install apps.
  const own = slack.workspace.teams.find((team) => acting && findPerson(team, acting));
  const mayInstall = (role: string) => role === 'owner' || role === 'admin';
  const chosen =
    own?.people.find((person) => person.id === acting && mayInstall(person.role)) ??
    own?.people.find((person) => mayInstall(person.role));
  const people = slack.workspace.teams.flatMap((team) =>
    team.people
      .filter((person) => mayInstall(person.role))
      .map(
        (person) =>
          `<option value="${person.id}"${person === chosen ? ' selected' : ''}>${escaped(`${team.name}, as ${person.name}`)}</option>`,
      ),
  );
  const { bot_optional: optional } = slack.manifest.oauth_config.scopes;
  const rows = (isOptional: boolean) =>
    scopesIn(query)
      .filter((scope) => optional.includes(scope) === isOptional)
      .map((scope) => {
        const words = escaped(MEANS[scope] ?? scope);
        const box = `<label><input type="checkbox" name="grant" value="${escaped(scope)}" checked>${words}</label>`;
        return `<li>${isOptional ? box : words}</li>`;
      })
      .join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Install ${name}</title><style>${STYLE}</style></head>
<body><header>Slack<span>Sandbox</span></header>
<main><h1>${name} is requesting permission to access a Slack workspace</h1>
<form action="/oauth/v2/authorize/decide">${hidden.join('')}
<label>Workspace <select name="user">${people.join('')}</select></label>
<h2>What will ${name} be able to do?</h2>
<ul>${rows(false)}</ul>
${rows(true) && `<h2>You can choose whether it can also</h2><input type="hidden" name="chosen" value="1"><ul>${rows(true)}</ul>`}
<footer><button name="allow" value="0">Cancel</button><button name="allow" value="1">Allow</button></footer>
</form></main></body></html>`;
}
