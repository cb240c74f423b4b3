import { z } from 'zod';
import type { Actor } from '../actor.ts';
import { styleSchema } from '../asks/schema.ts';
import { exportFormats } from '../service/options.ts';

/** Defaults of a person, a channel or a team, filled into every form; each part may be left out. */
export const defaultsSchema = styleSchema.extend({
  format: styleSchema.shape.format.unwrap().optional(),
  /** `none`: only the document. Left out: no opinion. */
  exportAs: z.enum([...exportFormats, 'none']).optional(),
});
export type Defaults = z.output<typeof defaultsSchema>;

/** The owner of defaults. */
export type Scope = { team: string } & (
  | { kind: 'team' }
  | { kind: 'channel'; id: string }
  | { kind: 'person'; id: string }
);

/** The actor and the channel; there is none in a direct message or on Home. */
export interface Asking extends Actor {
  channel?: string | undefined;
}

/** Each part as the first of them has it that has one. */
export function firstOf(...defaults: Defaults[]): Defaults {
  return Object.assign({}, ...defaults.toReversed().map(said));
}

function said<Part extends object>(part: Part): Part {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as Part;
}
