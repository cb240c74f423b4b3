import type { Slack } from '../slack.ts';
import type { Team } from '../workspace/model.ts';
import { fileIdOf } from '../workspace/pictures.ts';
import { findFile } from '../workspace/workspace.ts';
import { fileForPage } from './file.ts';

/**
 * The same with pictures that are files of the workspace where the page can fetch them. Nobody but the app sees a file that no
 * message has shared, such as one that was edited into a message.
 */
export function withPictures<Value>(slack: Slack, team: Team, value: Value): Value {
  if (Array.isArray(value)) return value.map((each) => withPictures(slack, team, each)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => {
    if (key !== 'slack_file') return [key, withPictures(slack, team, each)];
    const file = findFile(team, fileIdOf(each));
    return [key, { url: file?.shares.length ? fileForPage(slack, file).url : '' }];
  });
  return Object.fromEntries(entries) as Value;
}
