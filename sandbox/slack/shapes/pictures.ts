import type { Slack } from '../slack.ts';
import type { Team } from '../workspace/model.ts';
import { findFile } from '../workspace/workspace.ts';
import { fileForPage } from './file.ts';

/** A file that a picture in a block names: by its id, or by an address (`url_private` or `permalink`) with the id in it. */
export function fileIdOf({ id, url = '' }: { id?: string; url?: string }): string {
  return id ?? /\/(?:files-pri\/[^/]+-|files\/[^/]+\/)(F[A-Z0-9]+)(?:\/|$)/.exec(url)?.[1] ?? '';
}

/** The same with pictures that are files of the workspace where the page can fetch them. */
export function withPictures<Value>(slack: Slack, team: Team, value: Value): Value {
  if (Array.isArray(value)) return value.map((each) => withPictures(slack, team, each)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => {
    if (key !== 'slack_file') return [key, withPictures(slack, team, each)];
    const file = findFile(team, fileIdOf(each));
    return [key, { url: file ? fileForPage(slack, file).url : '' }];
  });
  return Object.fromEntries(entries) as Value;
}
