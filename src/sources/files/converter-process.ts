import { convertFile } from './convert.ts';
import type { ConvertedKind } from './converter.ts';

/** Entry point of the child process that converts one file from stdin and writes JSON to stdout. converter.ts starts and limits it. */

const [kind, notes] = process.argv.slice(2) as [ConvertedKind, string];
const answer = await convertFile(kind, notes === 'notes', process.stdin);
process.stdout.write(JSON.stringify(answer), () => process.exit());
