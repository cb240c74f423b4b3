import { expect, test } from 'vitest';
import { imageModels } from '../../../src/service/options.ts';
import { imageModelGroups } from '../../../src/slack/kit/ask-fields/choices.ts';

test('every image model is in the menu once, in its family, within Slack’s limits', () => {
  const offered = imageModelGroups.flatMap(([, models]) => models.map(([model]) => model));
  expect(offered.toSorted()).toEqual([...imageModels].toSorted());
  expect(imageModelGroups.every(([name, models]) => name.length <= 75 && models.length > 0)).toBe(true);
  expect(offered.length).toBeLessThanOrEqual(100);
});
