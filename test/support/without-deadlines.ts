/**
 * For `--import` of a process: what it gives up after ten seconds or more, it never does. A start may take as long on a machine that is
 * busy enough, and a test that is about another matter would find it given up.
 */
const { setTimeout } = globalThis;
const LONG_MS = 10_000;
globalThis.setTimeout = Object.assign(
  (...[work, ms = 0, ...args]: Parameters<typeof setTimeout>) =>
    setTimeout(work, ms < LONG_MS ? ms : 2 ** 31 - 1, ...args),
  setTimeout,
) as typeof setTimeout;
