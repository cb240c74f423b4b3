import { expect, test } from 'vitest';
import { declineButton, deleteButton, runButton } from '../../../src/slack/digest/button-blocks.ts';
import { archiveButton } from '../../../src/slack/kit/blocks/document-buttons.ts';
import { stopButton } from '../../../src/slack/result/stopped-card.ts';
import { aGeneration } from '../../support/harness/a-generation.ts';

const words = { serviceName: 'Gamma' };

test.each([
  ['Stop', stopButton(aGeneration({ state: 'following' }), words)],
  ['Archive', archiveButton(aGeneration({ state: 'delivered' }), words)],
  ['Delete', deleteButton('d1 0')],
  ['Stop it', declineButton('d1 0')],
])('the confirmation of “%s” is red', (yes, button) => {
  expect(button?.confirm).toMatchObject({ confirm: { text: yes }, style: 'danger' });
});

test('a confirmation that destroys nothing is green', () => {
  expect(runButton('d1 0').confirm).not.toHaveProperty('style');
});
