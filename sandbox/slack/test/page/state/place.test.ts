import { expect, it } from 'vitest';
import { placeOfPermalink } from '../../../page/state/place.ts';

const origin = 'http://127.0.0.1:4100';

it.each([
  ['a message', `${origin}/archives/C1/p1712000000000100`, { channel: 'C1' }],
  [
    'a reply',
    `${origin}/archives/C1/p1712000000000200?thread_ts=1712000000.000100&cid=C1`,
    { channel: 'C1', thread: '1712000000.000100' },
  ],
  ['another workspace', 'https://other.slack.com/archives/C1/p1712000000000100', null],
  ['any other page', `${origin}/files/F1`, null],
])('the place of a permalink of %s', (_, address, place) => {
  expect(placeOfPermalink(address, origin)).toEqual(place);
});
