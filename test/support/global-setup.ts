import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives the run a temporary folder of its own, which is gone after it. What a test leaves in it fails the run.
 */
export default function giveTemporaryFolder(): () => void {
  const before = process.env.TMPDIR;
  const folder = mkdtempSync(join(tmpdir(), 'deckhand-tests-'));
  process.env.TMPDIR = folder;
  return () => {
    // The browser's own lock, which it leaves where it is closed quickly.
    const left = readdirSync(folder).filter((name) => !name.startsWith('.org.chromium.'));
    rmSync(folder, { recursive: true, force: true });
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    if (left.length === 0) return;
    console.error(`Tests left these in the temporary folder: ${left.join(', ')}`);
    process.exitCode = 1;
  };
}
