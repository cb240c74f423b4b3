import type { ConnectionSummary } from '../connections/connection-state.ts';
import type { ConnectFailure, ConnectProblem } from '../connections/failures.ts';
import type { Page } from './page.ts';

/** The pages that a person sees in the browser while connecting a team to the service. */

/** The person who connects and the team, by name; an unknown name is left out. */
export interface Names {
  person?: string | undefined;
  team?: string | undefined;
  /** The team's Slack, in the browser. */
  slackUrl?: string | undefined;
}

interface Beginning extends Names {
  /** The button was pressed, though not in the browser that was shown it, or in one without cookies. */
  wasPressed?: boolean;
}

/**
 * Shown before the way to the service: a link can be forwarded, and a person who follows it must see whose Slack
 * workspace will spend their credits.
 */
export function beginPage(service: string, { person, team, wasPressed }: Beginning, href: string): Page {
  const where = team ? `the Slack workspace “${team}”` : 'a Slack workspace';
  return {
    status: 200,
    title: `Connect Deckhand to ${service}`,
    mood: 'calm',
    lines: [
      `You connect ${where}${person ? `, as ${person}` : ''}. If that is not you, close this page.`,
      `At ${service} you sign in, choose one workspace and allow Deckhand to work in it. What anybody in ${team ? `“${team}”` : 'that Slack workspace'} makes with Deckhand then spends your credits there.`,
      ...(wasPressed ? ['If this page comes back when you continue, allow cookies for it first.'] : []),
    ],
    next: { label: `Continue to ${service}`, href },
  };
}

export function connectedPage(
  service: string,
  { who }: ConnectionSummary,
  { slackUrl }: Pick<Names, 'slackUrl'> = {},
): Page {
  const as = who?.name ?? who?.email;
  const where = [who?.workspace && `workspace ${who.workspace}`, as && `as ${as}`].filter(Boolean).join(', ');
  return {
    status: 200,
    title: `Deckhand is connected to ${service}`,
    mood: 'good',
    lines: [
      ...(where ? [`${atStart(where)}.`] : []),
      'In Slack, type /deck followed by what it should be about.',
      ...(slackUrl ? [] : ['You can close this page.']),
    ],
    ...(slackUrl && { next: { label: 'Go to Slack', href: slackUrl } }),
  };
}

export function connectFailurePage(service: string, { problem, detail }: ConnectFailure): Page {
  const { status, title, mood, lines } = failures(service)[problem];
  const quote = detail && QUOTED.includes(problem) ? [`${atStart(service)} says: “${detail}”`] : [];
  return { status, title, mood, lines: [...lines, ...quote] };
}

/** Problems for which the service's own sentence helps. */
const QUOTED: ConnectProblem[] = ['registration_refused', 'refused'];

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
      title: `${atStart(service)} does not let Deckhand register itself`,
      mood: 'bad',
      lines: [
        'Nothing was connected. Whoever runs this Deckhand has to register it at the service by hand, and set SERVICE_CLIENT_ID and, where there is one, SERVICE_CLIENT_SECRET.',
        'Until then a Slack admin can use an API key instead: type /deck connect in Slack.',
      ],
    },
    refused: {
      status: 502,
      title: `${atStart(service)} refused the connection`,
      mood: 'bad',
      lines: [`Nothing was connected. ${again}`, 'If it happens again, tell whoever runs this Deckhand.'],
    },
    too_narrow: {
      status: 403,
      title: 'That is not enough for Deckhand',
      mood: 'bad',
      lines: [
        `${atStart(service)} gave access for reading alone, with which nothing can be made. Nothing was connected.`,
        `${again} Allow full access this time, or use another workspace.`,
      ],
    },
    key_refused: {
      status: 400,
      title: `${atStart(service)} does not take this key`,
      mood: 'bad',
      lines: ['Nothing was connected.', again],
    },
    unavailable: {
      status: 503,
      title: `${atStart(service)} does not answer`,
      mood: 'bad',
      lines: [`Nothing was connected. Wait a few minutes. ${again}`],
    },
  };
}

/** A name such as "the document service" at the beginning of a sentence. */
function atStart(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
