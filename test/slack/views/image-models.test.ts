import { expect, test } from 'vitest';
import { imageModels } from '../../../src/service/options.ts';
import { imageModelGroups } from '../../../src/slack/kit/ask-fields/image-models.ts';

test('every image model is in the menu once, in its family, with a sentence, within Slack’s limits', () => {
  const offered = imageModelGroups.flatMap(([, models]) => models);
  expect(offered.map(([model]) => model).toSorted()).toEqual([...imageModels].toSorted());
  expect(imageModelGroups.every(([name, models]) => name.length <= 75 && models.length > 0)).toBe(true);
  expect(offered.length).toBeLessThanOrEqual(100);
  for (const [, , sentence = ''] of offered) expect(sentence).toMatch(/^[A-Z][^\n]{9,74}\.$/);
});
