import { type Place, parsePlace, placeHash } from './place.ts';

/** Who the page is shown as: `?team=T…&user=U…`, so that two windows can be two people. */
export interface Identity {
  user: string | null;
  team: string | null;
}

/** The browser's address bar, the only part of the page that touches it. */
export interface Address {
  identity(): Identity;
  setIdentity(identity: Identity): void;
  place(): Place;
  /** A new step in the browser's history. */
  push(place: Place): void;
  /** Corrects the current step. */
  replace(place: Place): void;
  onMove(listener: (place: Place) => void): void;
}

export function browserAddress(): Address {
  return {
    identity() {
      const query = new URLSearchParams(location.search);
      return { user: query.get('user'), team: query.get('team') };
    },
    setIdentity({ user, team }) {
      const query = new URLSearchParams();
      if (team) query.set('team', team);
      if (user) query.set('user', user);
      // Slack's page for installing an app is asked for by a link, and begins with who one is here.
      // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is not there without https
      document.cookie = `sandbox_person=${user ?? ''}; path=/; samesite=lax`;
      history.replaceState(null, '', `?${query}${location.hash}`);
    },
    place: () => parsePlace(location.hash),
    push: (place) => history.pushState(null, '', placeHash(place)),
    replace: (place) => history.replaceState(null, '', placeHash(place)),
    onMove(listener) {
      addEventListener('popstate', () => listener(parsePlace(location.hash)));
    },
  };
}
