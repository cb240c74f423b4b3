import type { ConnectFailure, ConnectProblem } from '../connections/failures.ts';
import { capitalized, clip } from '../text.ts';
import type { Page } from './page.ts';

/** The pages shown in the browser while a person connects a team to the service. */

/** The names of the person who connects and of the team. Unknown names are undefined. */
export interface Names {
  person?: string | undefined;
  team?: string | undefined;
  /** URL of the team's workspace in Slack. */
  slackUrl?: string | undefined;
}

interface StartPageOptions extends Names {
  /** True if the page is shown again after *Continue*, because its cookie was missing. The browser may have cookies turned off. */
  wasClicked?: boolean;
}

/** Puts a name in quotation marks, because people choose their own names, and a name could look like a sentence of the page. */
function quotedName(name: string): string {
  return `“${clip(name.replace(/[“”"]/g, ''), 80)}”`;
}

/**
 * Returns the first page. It shows the workspace's host name, which is unique, so that people notice a link from a stranger's workspace.
 * Such a link would spend their credits.
 */
export function startPage(
  service: string,
  { person, team, slackUrl, wasClicked }: StartPageOptions,
  href: string,
): Page {
  const title = `Connect Deckhand to ${service}`;
  if (!slackUrl)
    return {
      ...{ status: 503, title, mood: 'calm' },
      lines: [
        'Slack did not say in time which workspace this link is for, so nothing can be connected.',
        'Load this page again in a moment.',
      ],
    };
  const { host } = new URL(slackUrl);
  return {
    status: 200,
    title,
    mood: 'calm',
    lines: [
      `You connect the Slack workspace ${host}${team ? ` (${quotedName(team)})` : ''}${person ? `, as ${quotedName(person)}` : ''}.`,
      `Is ${host} not your workspace, or did somebody else send you this link? Then close this page: they would spend your credits.`,
      `At ${service} you sign in, choose one workspace and allow Deckhand to work in it. What anybody at ${host} makes with Deckhand then spends your credits there.`,
      ...(wasClicked ? ['If this page comes back when you continue, allow cookies for it first.'] : []),
    ],
    next: { label: `Continue to ${service}`, href },
  };
}

/**
 * Returns the page with the code to type in Slack. If a stranger sent the link, only this page's reader sees the code, so the stranger
 * cannot enter it.
 */
export function codePage(service: string, code: string, { slackUrl, person }: Omit<Names, 'team'>): Page {
  const host = slackUrl && new URL(slackUrl).host;
  return {
    status: 200,
    title: 'One step is left, in Slack',
    mood: 'calm',
    code: `${code.slice(0, 3)} ${code.slice(3)}`,
    lines: [
      `Deckhand has sent ${person ? quotedName(person) : 'you'} a message in Slack${host ? `, at ${host}` : ''}. Choose “Enter the code…” there, and type this code.`,
      'Did you get the link from somebody else? Then tell nobody the code, and close this page: they would spend your credits.',
      `The code works for ten minutes. Until it is typed, nothing is connected to ${service}.`,
    ],
    ...(slackUrl && { next: { label: 'Go to Slack', href: slackUrl } }),
  };
}

export function connectFailurePage(
  service: string,
  { problem, detail, reference, check }: ConnectFailure,
): Page {
  const { status, title, mood, lines } = failures(service)[problem];
  const cause = [
    check,
    detail && `In ${service}’s words: “${detail}”`,
    reference && `Reference: ${reference.slice(0, 100)}`,
  ];
  return { status, title, mood, lines: [...lines, ...cause.filter((line) => line !== undefined)] };
}

function failures(service: string): Record<ConnectProblem, Omit<Page, 'next'>> {
  const again = 'In Slack, type /deck connect for a new link.';
  return {
    expired: {
      status: 410,
      title: 'This link is no longer good',
      mood: 'calm',
      lines: ['A link to connect works once, within ten minutes.', again],
    },
    other_browser: {
      status: 403,
      title: 'This is not the browser it was begun in',
      mood: 'bad',
      lines: [
        'Connecting has to end in the browser in which the link from Slack was opened, so that nobody else can finish it. Nothing was connected.',
        `${again} Then stay in one browser, with cookies allowed.`,
      ],
    },
    not_allowed: {
      status: 403,
      title: 'You may not connect this Slack workspace',
      mood: 'bad',
      lines: [
        'Connecting is for the workspace’s Slack admins and owners, unless they have opened it to everyone; and Deckhand has to be installed there. Nothing was connected.',
        'Ask a Slack admin to type /deck connect.',
      ],
    },
    denied: {
      status: 200,
      title: 'Nothing was connected',
      mood: 'calm',
      lines: [`You chose not to let Deckhand work at ${service}. Nothing has changed.`, again],
    },
    registration_refused: {
      status: 502,
      title: `${capitalized(service)} does not let Deckhand register itself`,
      mood: 'bad',
      lines: [
        'Nothing was connected. Whoever runs this Deckhand has to register it at the service by hand, and set SERVICE_CLIENT_ID and, where there is one, SERVICE_CLIENT_SECRET.',
        'Until then a Slack admin can use an API key instead: type /deck connect in Slack.',
      ],
    },
    refused: {
      status: 502,
      title: `${capitalized(service)} refused the connection`,
      mood: 'bad',
      lines: [`Nothing was connected. ${again}`, 'If it happens again, tell whoever runs this Deckhand.'],
    },
    too_narrow: {
      status: 403,
      title: 'That is not enough for Deckhand',
      mood: 'bad',
      lines: [
        `${capitalized(service)} gave access for reading alone, with which nothing can be made. Nothing was connected.`,
        `${again} Allow full access this time, or use another workspace.`,
      ],
    },
    wrong_code: {
      status: 400,
      title: 'That is not the code',
      mood: 'bad',
      lines: ['Nothing was connected. Type the code that the browser shows.'],
    },
    key_refused: {
      status: 400,
      title: `${capitalized(service)} does not take this key`,
      mood: 'bad',
      lines: ['Nothing was connected.', again],
    },
    unavailable: {
      status: 503,
      title: `${capitalized(service)} is not available`,
      mood: 'bad',
      lines: [`Nothing was connected. Wait a few minutes. ${again}`],
    },
  };
}
