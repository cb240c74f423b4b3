import { z } from 'zod';
import { randomId } from '../chance.ts';
import type { Principal } from '../principal.ts';
import { visitsTo } from '../samples/visits.ts';
import type { Service } from '../service.ts';
import type { Doc, Visit } from '../store/records.ts';

const toldSchema = z.strictObject({
  /** null: somebody who did not sign in. */
  name: z.string().nullable().default('Priya Nair'),
  email: z.string().nullable().optional(),
  /** The same id is the same person. */
  id: z.string().min(1).optional(),
  /** On each card; one number is for all of them. 0: not seen. */
  seconds: z.union([z.number().min(0), z.array(z.number().min(0))]).default(20),
  /** Now unless told. */
  at: z.iso
    .datetime({ offset: true })
    .transform((text) => Date.parse(text))
    .optional(),
  /** So many people alike, numbered, to fill pages. */
  people: z.int().min(1).max(1_000).default(1),
});

/** Somebody whom a test or somebody in the sandbox lets read a doc. */
export type ToldVisit = z.input<typeof toldSchema>;

/** Who has looked at a doc until now, oldest first: those who came by themselves, and those who were told to. */
export function allVisits(service: Service, doc: Doc): Visit[] {
  const now = service.clock.now();
  const members = service.store.workspaces.get(doc.workspaceId)?.members ?? [];
  const byThemselves = service.quiet ? [] : visitsTo(doc, members, now);
  return [...byThemselves, ...(doc.visits ?? [])]
    .filter(({ at }) => at <= now)
    .sort((one, other) => one.at - other.at);
}

/** Those of them that the caller is told about. */
export function visitsOf(service: Service, doc: Doc, by: Principal): Visit[] {
  const all = allVisits(service, doc);
  return doc.analyticsScope === 'self' ? all.filter(({ viewer }) => viewer.id === by.personId) : all;
}

/** Has somebody read a doc; the ids of the readers. */
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

/** The same name is the same person; those without one are somebody new each time. */
const idOf = (name: string | null): string =>
  name === null ? `guest_${randomId(8)}` : `guest_${name.toLowerCase().replace(/\W+/g, '_')}`;

const addressOf = (name: string | null): string | null =>
  name === null ? null : `${name.toLowerCase().replace(/\W+/g, '.')}@harbor.example`;
