import { SlackFault } from '../fault.ts';
import type { Slack } from '../slack.ts';
import type { StoredCard, Team } from '../workspace/model.ts';
import type { Entity } from './card.ts';

/** Links that the app was told about, and what Slack waits for from it. */
export interface Links {
  /** Opened panels, by `trigger_id`. */
  opened: Map<string, Opened>;
  /** Panels that were shown, by person and card. Slack keeps them for ten minutes. */
  panels: Map<string, { at: number; panel: Panel }>;
}

interface Opened {
  /** The Work Object of the card. */
  entity: Entity;
  show(panel: Panel): void;
}

/** The panel, or the status of the app's error. */
export type Panel = { entity: Entity; card: StoredCard } | { error: string };

export const createLinks = (): Links => ({ opened: new Map(), panels: new Map() });

/** Returns the addresses in an encoded text, each once. */
export function urlsIn(text: string): string[] {
  return [
    ...new Set([...text.matchAll(/<(https?:[^>|\s]+)/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'))),
  ];
}

/** Returns the app's domain that an address belongs to. Subdomains count. */
export function domainOf({ manifest, localDomain }: Slack, url: string): string | undefined {
  const { hostname = '' } = URL.parse(url) ?? {};
  const named = ['127.0.0.1', 'localhost'].includes(hostname) ? (localDomain ?? hostname) : hostname;
  return manifest.features.unfurl_domains.find((domain) => named === domain || named.endsWith(`.${domain}`));
}

/**
 * Sends the event about the links of the app's domains in a text. Slack sends it also from conversations without the app, and while a message is
 * written. The stand-in does not play that, because Deckhand shows nothing in the composer.
 */
export function emitLinks(slack: Slack, team: Team, text: string, where: Record<string, unknown>): void {
  const links = urlsIn(text).flatMap((url) => {
    const domain = domainOf(slack, url);
    return domain ? [{ url, domain }] : [];
  });
  if (links.length === 0 || !team.installation?.scopes.includes('links:read')) return;
  slack.emit(team.id, { type: 'link_shared', event_ts: slack.workspace.nextTs(), ...where, links });
}

/** Throws unless the app was told about a link. */
export function requireTold(slack: Slack, url: string, told: readonly string[]): void {
  if (!told.includes(url)) throw new SlackFault('cannot_unfurl_message');
  if (!domainOf(slack, url)) throw new SlackFault('cannot_unfurl_url');
}
