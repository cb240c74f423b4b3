/** Why a file may not be added, in words; null where it may. `count` are those already there. */
export function fileFault(
  file: { name: string },
  count: number,
  limit: number,
  filetypes: string[] = [],
): string | null {
  if (count >= limit) return `You can add at most ${limit} ${limit === 1 ? 'file' : 'files'}.`;
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? '';
  if (filetypes.length > 0 && !filetypes.includes(ending))
    return `${file.name} cannot be used here. Allowed: ${filetypes.join(', ')}.`;
  return null;
}
