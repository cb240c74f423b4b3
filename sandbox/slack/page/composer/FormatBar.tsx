import { BoldIcon, CodeIcon, ItalicIcon, ListIcon, QuoteIcon, StrikeIcon } from '../parts/icons.tsx';

const formats = [
  { name: 'Bold', mark: '*', Icon: BoldIcon },
  { name: 'Italic', mark: '_', Icon: ItalicIcon },
  { name: 'Strikethrough', mark: '~', Icon: StrikeIcon },
  { name: 'Bulleted list', mark: '• ', Icon: ListIcon },
  { name: 'Quote', mark: '> ', Icon: QuoteIcon },
  { name: 'Code', mark: '`', Icon: CodeIcon },
];

export const FormatBar = ({ onFormat }: { onFormat(mark: string): void }) => (
  <div className="format-bar" role="toolbar" aria-label="Formatting">
    {formats.map(({ name, mark, Icon }) => (
      <button
        key={name}
        type="button"
        tabIndex={-1}
        aria-label={name}
        title={name}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onFormat(mark)}
      >
        <Icon />
      </button>
    ))}
  </div>
);
