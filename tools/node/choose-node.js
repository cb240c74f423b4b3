/** The oldest Node that runs TypeScript files directly and has all that Deckhand needs; `engines` in package.json. */
const OLDEST = [22, 20];

/**
 * Chooses the Node that runs the npm scripts: the machine's own if it is new enough, otherwise the packaged one.
 * @param {{
 *   own: { path: string, version: string },
 *   packaged: string | undefined,
 * }} found the machine's own Node, with its version as in `20.20.2`, and the path of the packaged one if it is installed
 * @returns {{ path: string } | { error: string }} the Node to run, or a sentence for the user
 */
export function chooseNode({ own, packaged }) {
  if (isNewEnough(own.version)) return { path: own.path };
  if (packaged) return { path: packaged };
  const error = `Deckhand needs Node ${OLDEST.join('.')} or newer, and this is Node ${own.version}: install a newer one from https://nodejs.org and try again.`;
  return { error };
}

/**
 * Returns the Node that npm itself runs on, or the running one without npm. `node` on the PATH of an npm script may be
 * the packaged one instead.
 * @param {Record<string, string | undefined>} env npm's variables, as a script gets them
 * @param {{ path: string, version: string }} running
 */
export function ownNode(env, running) {
  const path = env.npm_node_execpath;
  const version = / node\/v(\S+)/.exec(env.npm_config_user_agent ?? '')?.[1];
  return path && version ? { path, version } : running;
}

/** @param {string} version */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST;
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}
