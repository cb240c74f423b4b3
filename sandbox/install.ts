import { cookiesOf } from './connect.ts';
import type { SlackStandIn } from './slack/stand-in.ts';

/**
 * Installs the app in a team through the pages that an admin sees: the app's install address, Slack's page with Allow, and
 * the redirect. It can be repeated.
 * @param granted the optional scopes whose checkboxes stay selected; all by default
 */
export async function installApp(
  slack: SlackStandIn,
  appUrl: string,
  person: string,
  granted?: string[],
): Promise<void> {
  const start = await fetch(`${appUrl}/slack/install`, { redirect: 'manual' });
  const authorize = new URL(start.headers.get('location') ?? '');
  authorize.pathname += '/decide';
  authorize.searchParams.set('user', slack.person(person).id);
  authorize.searchParams.set('allow', '1');
  if (granted) authorize.searchParams.set('chosen', '1');
  for (const scope of granted ?? []) authorize.searchParams.append('grant', scope);
  const decided = await fetch(authorize, { redirect: 'manual' });
  const headers = { cookie: cookiesOf(start) };
  const end = await fetch(decided.headers.get('location') ?? '', { headers, redirect: 'manual' });
  const page = await end.text();
  if (!end.ok) throw new Error(`The app could not be installed: ${end.status} ${page.slice(0, 200)}`);
}
