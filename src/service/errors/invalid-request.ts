import { type ErrorDetails, ServiceError } from './service-error.ts';

/** A field and what is wrong with it, e.g. `numCards` "must be at most 75". */
export interface FieldProblem {
  field: string;
  problem: string;
}

/**
 * The request cannot be carried out as it is. With `fields`, our own check found it and nothing was sent;
 * without, the service said so (400 and its kin), a template that does not exist included.
 */
export class InvalidRequest extends ServiceError {
  readonly fields: FieldProblem[];

  constructor(message: string, details?: ErrorDetails, fields: FieldProblem[] = []) {
    super(message, details);
    this.fields = fields;
  }
}
