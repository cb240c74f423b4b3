import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/**
 * A folder as PGlite's file system, with PostgreSQL's fsync passed on. PGlite leaves it out: a checkpoint then takes pages for written
 * that the kernel writes up to 30 s later, and a power cut in between loses rows that were acknowledged.
 */
export function syncedFolder(folder: string): NodeFS {
  const files = new NodeFS(folder);
  const init = files.init.bind(files);
  files.init = (pglite, options) =>
    init(pglite, { ...options, preRun: [...(options.preRun ?? []), passFsyncOn] });
  return files;
}

function passFsyncOn({ NODEFS }: { NODEFS: EmscriptenFolder }): void {
  NODEFS.stream_ops.fsync = ({ nfd }) => NODEFS.tryFSOperation(() => fsyncSync(nfd));
}

/** What Emscripten has of Node's files; its types do not say. */
interface EmscriptenFolder {
  stream_ops: { fsync?(stream: { nfd: number }): void };
  /** Turns Node's errors into PostgreSQL's. */
  tryFSOperation(work: () => void): void;
}
