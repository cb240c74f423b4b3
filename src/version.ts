import { readFileSync } from 'node:fs';

const ROOT = new URL('../', import.meta.url);

/** Returns Deckhand's version and commit. Images have a file `commit`, clones have `.git`. Otherwise the commit is `unknown`. */
export function readVersion(): { version: string; commit: string } {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  return { version, commit: read('commit') || commitOfClone() };
}

function commitOfClone(): string {
  const head = read('.git/HEAD');
  const ref = head.replace(/^ref: /, '');
  if (ref === head) return head || 'unknown';
  const packed = new RegExp(`^(\\w+) ${ref}$`, 'm');
  return read(`.git/${ref}`) || (packed.exec(read('.git/packed-refs'))?.[1] ?? 'unknown');
}

function read(path: string): string {
  try {
    return readFileSync(new URL(path, ROOT), 'utf8').trim();
  } catch {
    return '';
  }
}
