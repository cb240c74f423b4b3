import { expect, test } from 'vitest';
import { changesInWords } from '../../src/slack/settings/audit-words.ts';

test.each([
  [
    'creditsOfPerson=null→30 creditsOfTeam=null→200',
    'limit of a person: none to 30; limit of the workspace: none to 200',
  ],
  [
    'accessFor=anybody→workspace pictures=on→off seenBy=unset→me',
    'who may get access: anybody to nobody outside; first slide on results: on to off; who sees new results: not set to only the asker',
  ],
  [
    'C1=tone=unset→(text) seenBy=me→unset',
    'C1 tone: not set to a text; who sees new results: only the asker to not set',
  ],
  ['UBEN=none→35', 'UBEN: none to 35'],
  ['UBEN=80→no limit', 'UBEN: 80 to no limit'],
  [
    'spendOn=["quick","digest"]→["quick"] asksPerHour=60→5',
    'what may be made: quick, digest to quick; asks per hour: 60 to 5',
  ],
  [
    'C2=d1 owner=UANA every Friday at 4:30 PM (UTC) channel=C1→C2 deliverTo=channel→UBEN',
    'C2=d1; owner=UANA every Friday at 4:30 PM (UTC); channel: C1 to C2; posted to: channel to UBEN',
  ],
  ['private=ded414b1 g_1mehr67 document', 'private=ded414b1 g_1mehr67 document'],
  ['C0REVENUE=72 messages for ded414b1', 'C0REVENUE=72 messages for ded414b1'],
  ['U0ANA=workspace=Studio account=Vera Stolz', 'U0ANA=workspace=Studio account=Vera Stolz'],
  ['', ''],
])('“%s” is read as “%s”', (object, words) => {
  expect(changesInWords(object)).toBe(words);
});
