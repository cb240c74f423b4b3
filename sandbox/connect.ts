import { approve } from './service/oauth/approve.ts';
import type { Message } from './slack/protocol.ts';
import type { SlackStandIn } from './slack/stand-in.ts';

export interface Connecting {
  /** User who types `/deck connect`, and the channel for it. */
  person: string;
  channel: string;
  /** Account that signs in at the service, and the workspace that it chooses. */
  account: string;
  workspace: string;
  /** Clicks Deny instead of Allow at the service. */
  deny?: boolean;
  /** Opens the callback in another browser than the one that started the sign-in. */
  otherBrowser?: boolean;
}

/** The last page that the browser shows. */
export interface LastPage {
  status: number;
  text: string;
}

/** Connects a team as a person does: the command, its button, the sign-in, Allow, the callback, and the code in Slack. */
export async function connectTeam(slack: SlackStandIn, connecting: Connecting): Promise<LastPage> {
  const page = await walk(await linkFor(slack, connecting), connecting);
  const code = codeOn(page);
  await slack.settle();
  if (code) await enterCode(slack, connecting.person, code);
  await slack.settle();
  return page;
}

/** Returns the code on the last page; undefined if the sign-in failed. */
export function codeOn({ text }: LastPage): string | undefined {
  return /<p class="code">(\d{3} \d{3})<\/p>/.exec(text)?.[1];
}

/** Opens the form from the newest message that asks for the code, types it and submits it. The form stays open if it has an error. */
export async function enterCode(slack: SlackStandIn, person: string, code: string): Promise<void> {
  const someone = slack.person(person);
  const asks = (message: Message) => /"connect_code"/.test(JSON.stringify(message.blocks ?? []));
  await someone.waitForMessage(asks, { channel: someone.appDm() });
  const message = someone.history(someone.appDm()).findLast(asks);
  if (!message) throw new Error('No message asks for the code');
  await someone.press(message, 'connect_code');
  await someone.waitForView(({ view }) => view.callback_id === 'connect_code_form');
  await someone.fill({ connect_code: code });
  const { errors } = await someone.submit();
  if (!errors) await someone.close();
}

/** Runs `/deck connect` and returns the address of the button in its ephemeral message. */
export async function linkFor(slack: SlackStandIn, { person, channel }: Connecting): Promise<string> {
  const someone = slack.person(person);
  const before = someone.ephemerals(channel).length;
  const typed = await someone.command(channel, '/deck connect');
  if (!typed.ok) throw new Error(`/deck connect failed: ${typed.error}`);
  await someone.waitForMessage(() => someone.ephemerals(channel).length > before, { channel });
  const link = buttonLink(someone.ephemerals(channel).at(-1));
  if (!link) throw new Error('/deck connect posted no link');
  return link;
}

function buttonLink(message: Message | undefined): string | undefined {
  return /"url":"([^"]+\/service\/connect[^"]*)"/.exec(JSON.stringify(message?.blocks ?? []))?.[1];
}

/** Follows the link through the service's pages to the callback. */
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
  /** The page shown, if there is no redirect. */
  page: LastPage;
  /** Address of the service's sign-in page. */
  location: string | null;
  /** Cookies that the callback needs. */
  cookie: string;
}

/** Opens the link and clicks the button on its page. */
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

/** Returns the cookies that a response sets, as the `cookie` header of the next request. */
export function cookiesOf({ headers }: Response): string {
  return headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}
