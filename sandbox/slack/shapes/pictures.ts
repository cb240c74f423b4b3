import type { Slack } from '../slack.ts';
import type { Team } from '../workspace/model.ts';
import { fileIdOf } from '../workspace/pictures.ts';
import { findFile } from '../workspace/workspace.ts';
import { fileForPage } from './file.ts';

/**
 * Replaces pictures that are files by addresses for the page. People do not see a file that is not shared, such as one that was
 * added to a message by an edit.
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
