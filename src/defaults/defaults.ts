import { z } from 'zod';
import { styleSchema } from '../asks/schema.ts';
import { exportFormats } from '../service/options.ts';

/** What a person, a channel or a team usually wants, filled into every form; as in an ask, each part on its own. */
export const defaultsSchema = styleSchema.extend({
  format: styleSchema.shape.format.unwrap().optional(),
  /** `none`: only the document. Left out: no opinion. */
  exportAs: z.enum([...exportFormats, 'none']).optional(),
});
export type Defaults = z.output<typeof defaultsSchema>;

/** Whose defaults. */
export type Scope = { team: string } & (
  | { kind: 'team' }
  | { kind: 'channel'; id: string }
  | { kind: 'person'; id: string }
);

/** Who asks, and where: in a direct message or on Home there is no channel. */
export interface Asking {
  team: string;
  person: string;
  channel?: string | undefined;
}

/** The first one that says something about a part decides it. */
export function firstOf(...defaults: Defaults[]): Defaults {
  return Object.assign({}, ...defaults.toReversed().map(said));
}

function said<Part extends object>(part: Part): Part {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as Part;
}
