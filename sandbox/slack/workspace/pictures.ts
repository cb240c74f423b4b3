/** Returns the id of the file in a `slack_file`, which has an id or an address (`url_private` or `permalink`). */
export function fileIdOf({ id, url = '' }: { id?: string; url?: string }): string {
  return id ?? /\/(?:files-pri\/[^/]+-|files\/[^/]+\/)(F[A-Z0-9]+)(?:\/|$)/.exec(url)?.[1] ?? '';
}

/** Returns the files in blocks, with their paths. */
export function picturesIn(value: unknown, path: string[] = []): { id: string; path: string[] }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => {
    const here = [...path, key];
    return key === 'slack_file' ? [{ id: fileIdOf(each), path: here }] : picturesIn(each, here);
  });
}
