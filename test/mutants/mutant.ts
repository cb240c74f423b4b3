/** One way to break a promise, and the tests that must notice. */
export interface Mutant {
  /** What goes wrong. */
  name: string;
  file: string;
  /** Stands in the file exactly once. */
  from: string;
  to: string;
  /** At least one of these goes red. */
  tests: string[];
}
