import { FileIcon } from '../../file/FileIcon.tsx';
import { CloseIcon } from '../../parts/icons.tsx';

interface Props {
  name: string;
  /** Of an upload that is running: how much is done, 0 to 1. */
  part?: number;
  onRemove(): void;
}

export const FileRow = ({ name, part, onRemove }: Props) => (
  <div className="file-row">
    <FileIcon name={name} />
    <span className="file-row-name">{name}</span>
    {part !== undefined && (
      <progress value={part} max={1}>
        {Math.round(part * 100)}%
      </progress>
    )}
    <button type="button" aria-label={`Remove ${name}`} onClick={onRemove}>
      <CloseIcon />
    </button>
  </div>
);
