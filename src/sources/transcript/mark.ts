import { isLoose } from '../loose.ts';

/** Written into a message, it keeps that message out of what is made; formatting around it does not matter. */
const MARK = /(?<![\p{L}\p{N}])!nodeck(?![\p{L}\p{N}])/iu;

/** Whether it stands in any text within the value. Not recursive, since Slack's blocks may be nested without end. */
export function hasMark(value: unknown): boolean {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string' && MARK.test(next)) return true;
    if (Array.isArray(next)) for (const each of next) waiting.push(each);
    else if (isLoose(next)) for (const each of Object.values(next)) waiting.push(each);
  }
  return false;
}
