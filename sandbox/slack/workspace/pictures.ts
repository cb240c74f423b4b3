/** A file that a picture in a block names: by its id, or by an address (`url_private` or `permalink`) with the id in it. */
export function fileIdOf({ id, url = '' }: { id?: string; url?: string }): string {
  return id ?? /\/(?:files-pri\/[^/]+-|files\/[^/]+\/)(F[A-Z0-9]+)(?:\/|$)/.exec(url)?.[1] ?? '';
}

/** Files that blocks name, with where. */
export function picturesIn(value: unknown, path: string[] = []): { id: string; path: string[] }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => {
    const here = [...path, key];
    return key === 'slack_file' ? [{ id: fileIdOf(each), path: here }] : picturesIn(each, here);
  });
}
