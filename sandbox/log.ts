type Write = (fields: object, message: string) => void;

/** What the stand-ins need of a logger; pino's has this shape. */
export interface Log {
  error: Write;
  warn: Write;
  debug: Write;
}
