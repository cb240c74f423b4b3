/**
 * The keys that a digest's generations are started with. They outlive what was asked, and are what a digest's generations
 * are known by.
 */

/** @param due of the run, in ISO 8601 */
export function runKey(digest: string, due: string): string {
  return `digest:${digest}:${due}`;
}

/** @param after the digest's generation before it */
export function byHandKey(digest: string, after: string): string {
  return `digest-now:${digest}:${after}`;
}
