import type { SlackStandIn } from './slack/stand-in.ts';

/**
 * Lets the app into a team as an admin with a browser would: the app's install address, Slack's page, Allow, and
 * back. Doing it again changes nothing.
 */
export async function installApp(slack: SlackStandIn, appUrl: string, person: string): Promise<void> {
  const start = await fetch(`${appUrl}/slack/install`, { redirect: 'manual' });
  const authorize = new URL(start.headers.get('location') ?? '');
  const cookie = start.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  authorize.pathname += '/decide';
  authorize.searchParams.set('user', slack.person(person).id);
  authorize.searchParams.set('allow', '1');
  const decided = await fetch(authorize, { redirect: 'manual' });
  const end = await fetch(decided.headers.get('location') ?? '', { headers: { cookie }, redirect: 'manual' });
  const page = await end.text();
  if (!end.ok) throw new Error(`The app could not be installed: ${end.status} ${page.slice(0, 200)}`);
}
