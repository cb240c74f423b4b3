type Write = (fields: object, message: string) => void;

/** The part of pino's logger that the stand-ins use. */
export interface Log {
  error: Write;
  warn: Write;
  debug: Write;
}
