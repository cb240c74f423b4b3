const kinds: Record<string, { letter: string; color: string }> = {
  pptx: { letter: 'P', color: '#d24726' },
  ppt: { letter: 'P', color: '#d24726' },
  pdf: { letter: 'PDF', color: '#cf2a3a' },
  zip: { letter: 'ZIP', color: '#7a6a3f' },
  png: { letter: 'IMG', color: '#2f7d95' },
  jpg: { letter: 'IMG', color: '#2f7d95' },
  jpeg: { letter: 'IMG', color: '#2f7d95' },
  gif: { letter: 'IMG', color: '#2f7d95' },
  docx: { letter: 'W', color: '#2b579a' },
  md: { letter: 'MD', color: '#4b5a6b' },
  txt: { letter: 'TXT', color: '#4b5a6b' },
  csv: { letter: 'CSV', color: '#217346' },
};

/** A coloured tile with the type of a file. */
export function FileIcon({ name, size = 32 }: { name: string; size?: number }) {
  const ending = name.split('.').at(-1)?.toLowerCase() ?? '';
  const { letter, color } = kinds[ending] ?? {
    letter: ending.slice(0, 4).toUpperCase() || 'FILE',
    color: '#616061',
  };
  const style = {
    width: size,
    height: size,
    background: color,
    fontSize: size * (letter.length > 2 ? 0.3 : 0.5),
  };
  return (
    <span className="avatar" style={{ ...style, borderRadius: 6 }} aria-hidden="true">
      {letter}
    </span>
  );
}
