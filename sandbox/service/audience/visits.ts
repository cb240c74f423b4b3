import { z } from 'zod';
import { randomId } from '../chance.ts';
import type { Principal } from '../principal.ts';
import type { Service } from '../service.ts';
import type { Doc, Visit } from '../store/records.ts';

const toldSchema = z.strictObject({
  /** null: the reader did not sign in. */
  name: z.string().nullable().default('Priya Nair'),
  email: z.string().nullable().optional(),
  /** Visits with the same id are by the same person. */
  id: z.string().min(1).optional(),
  /** Seconds on each card, or one number for all cards. 0 means not seen. */
  seconds: z.union([z.number().min(0), z.array(z.number().min(0))]).default(20),
  /** ISO time; by default now. */
  at: z.iso
    .datetime({ offset: true })
    .transform((text) => Date.parse(text))
    .optional(),
  /** Number of readers, to fill pages. */
  people: z.int().min(1).max(1_000).default(1),
});

/** A visit as a test or a button of the sandbox describes it. */
export type ToldVisit = z.input<typeof toldSchema>;

/** Returns the visits to a doc until now, oldest first. */
export function allVisits(service: Service, doc: Doc): Visit[] {
  const now = service.clock.now();
  return (doc.visits ?? []).filter(({ at }) => at <= now).sort((one, other) => one.at - other.at);
}

/** Returns the visits that the caller may see. */
export function visitsOf(service: Service, doc: Doc, by: Principal): Visit[] {
  const all = allVisits(service, doc);
  return doc.analyticsScope === 'self' ? all.filter(({ viewer }) => viewer.id === by.personId) : all;
}

/** Adds visits to a doc. Returns the ids of the readers. */
export function addVisit(service: Service, doc: Doc, told: ToldVisit): string[] {
  const { name, email, id, seconds, at = service.clock.now(), people } = toldSchema.parse(told);
  const visits = Array.from({ length: people }, (_, index): Visit => {
    const isNumbered = people > 1;
    const numbered = name !== null && isNumbered ? `${name} ${index + 1}` : name;
    return {
      viewer: {
        id: id === undefined ? idOf(numbered) : isNumbered ? `${id}_${index + 1}` : id,
        name: numbered,
        email: email === undefined ? addressOf(numbered) : email,
      },
      at: at - (people - 1 - index),
      seconds: doc.deck.cards.map((_, card) => (Array.isArray(seconds) ? (seconds[card] ?? 0) : seconds)),
    };
  });
  doc.visits = [...(doc.visits ?? []), ...visits];
  service.store.changed();
  return visits.map(({ viewer }) => viewer.id);
}

/** The same name gives the same id. A reader without a name gets a new id each time. */
const idOf = (name: string | null): string =>
  name === null ? `guest_${randomId(8)}` : `guest_${name.toLowerCase().replace(/\W+/g, '_')}`;

const addressOf = (name: string | null): string | null =>
  name === null ? null : `${name.toLowerCase().replace(/\W+/g, '.')}@harbor.example`;
