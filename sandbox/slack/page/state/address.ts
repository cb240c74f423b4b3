import { type Place, parsePlace, placeHash } from './place.ts';

/** The acting person: `?team=T…&user=U…`, so that two windows can be two people. */
export interface Identity {
  user: string | null;
  team: string | null;
}

/** Reads and writes the browser's address. */
export interface Address {
  identity(): Identity;
  setIdentity(identity: Identity): void;
  place(): Place;
  /** Adds an entry to the browser's history. */
  push(place: Place): void;
  /** Replaces the current entry. */
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
      // The installation page is opened by a link, and reads the acting person from this cookie.
      // biome-ignore lint/suspicious/noDocumentCookie: cookieStore needs https
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
