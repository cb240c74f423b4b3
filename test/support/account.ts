import { spawnSync } from 'node:child_process';

/** Whom a child runs as where this process is root's, for servers that refuse to be root's; nothing where it is not. */
export function unprivileged(account: string): { uid?: number; gid?: number } | undefined {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, account]).stdout.toString() || Number.NaN),
  );
  return uid && gid ? { uid, gid } : undefined;
}
