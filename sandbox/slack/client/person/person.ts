import type { Person } from '../../contract.ts';
import type { Me } from '../me.ts';
import { formsOf } from './forms.ts';
import { seeingOf } from './seeing.ts';
import { talkOf } from './talk.ts';
import { createWaiting } from './waiting.ts';

/** Creates a person who uses the same code as the page, for tests. */
export function createPerson(me: Me): Person {
  const waiting = createWaiting(me.slack.workspace);
  return { id: me.person.id, ...talkOf(me), ...formsOf(me, waiting), ...seeingOf(me, waiting) };
}
