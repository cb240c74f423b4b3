import { approve } from './service/oauth/approve.ts';
import type { Message } from './slack/protocol.ts';
import type { SlackStandIn } from './slack/stand-in.ts';

export interface Connecting {
  /** Who types `/deck connect`, and where. */
  person: string;
  channel: string;
  /** Who signs in at the service, and the workspace that is chosen there. */
  account: string;
  workspace: string;
  /** Presses Deny at the service. */
  deny?: boolean;
  /** The service's answer arrives in a browser that did not set out. */
  otherBrowser?: boolean;
}

/** The last page that the browser shows. */
export interface LastPage {
  status: number;
  text: string;
}

/** Connects a team as a person with a browser would: the command, its button, the sign-in, Allow, and back. */
export async function connectTeam(slack: SlackStandIn, connecting: Connecting): Promise<LastPage> {
  const page = await walk(await linkFor(slack, connecting), connecting);
  await slack.settle();
  return page;
}

/** The address of the private button that `/deck connect` gives. */
export async function linkFor(slack: SlackStandIn, { person, channel }: Connecting): Promise<string> {
  const someone = slack.person(person);
  const before = someone.ephemerals(channel).length;
  const typed = await someone.command(channel, '/deck connect');
  if (!typed.ok) throw new Error(`/deck connect failed: ${typed.error}`);
  await someone.waitForMessage(() => someone.ephemerals(channel).length > before, { channel });
  const link = buttonLink(someone.ephemerals(channel).at(-1));
  if (!link) throw new Error('/deck connect gave no link');
  return link;
}

function buttonLink(message: Message | undefined): string | undefined {
  return /"url":"([^"]+\/service\/connect[^"]*)"/.exec(JSON.stringify(message?.blocks ?? []))?.[1];
}

/** From the link through the service's pages and back. */
export async function walk(
  link: string,
  { account, workspace, deny, otherBrowser }: Omit<Connecting, 'person' | 'channel'>,
): Promise<LastPage> {
  const { cookie, page, location } = await setOut(link);
  if (!location) return page;
  const back = await approve(location, { account, workspace, ...(deny && { deny }) });
  const end = await fetch(back, otherBrowser ? {} : { headers: { cookie } });
  return { status: end.status, text: await end.text() };
}

interface Departure {
  /** What the browser is shown, where it is not sent on. */
  page: LastPage;
  /** The service's page. */
  location: string | null;
  /** What the browser then has for the way back. */
  cookie: string;
}

/** Opens the link and presses the button there. */
export async function setOut(link: string): Promise<Departure> {
  const first = await fetch(link);
  const page = { status: first.status, text: await first.text() };
  const next = /href="([^"]+)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&');
  if (!next) return { page, location: null, cookie: '' };
  const departure = await fetch(new URL(next, link), {
    redirect: 'manual',
    headers: { cookie: cookiesOf(first) },
  });
  return {
    page: { status: departure.status, text: await departure.text() },
    location: departure.headers.get('location'),
    cookie: cookiesOf(departure),
  };
}

function cookiesOf({ headers }: Response): string {
  return headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}
