/**
 * A statement the database refused. PostgreSQL's own errors carry parameter values in `detail`, `where` and, for
 * data errors, in the message; none of these is kept, so this error may be logged. There is no `cause` for the
 * same reason.
 */
export class StatementError extends Error {
  override name = 'StatementError';
  /** SQLSTATE, e.g. '23505' for a duplicate; undefined where the connection failed. */
  readonly code: string | undefined;
  readonly table: string | undefined;
  readonly constraint: string | undefined;

  constructor(error: unknown, sql: string) {
    const { code, table, constraint, message } = error as Partial<StatementError>;
    super(`${withoutValues(code, message)}, in: ${abridged(sql)}`);
    this.code = code;
    this.table = table;
    this.constraint = constraint;
  }
}

export function isDuplicate(error: unknown): boolean {
  return error instanceof StatementError && error.code === '23505';
}

/** Class 22 (data exceptions) quotes the offending value. */
function withoutValues(code: string | undefined, message: string | undefined): string {
  return code?.startsWith('22') ? `a value does not fit (${code})` : (message ?? 'unknown database error');
}

function abridged(sql: string): string {
  const line = sql.replace(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
