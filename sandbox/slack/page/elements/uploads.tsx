import { useState } from 'react';
import type { FileInfo } from '../../protocol.ts';
import { FileIcon } from '../file/FileIcon.tsx';
import { CloseIcon } from '../parts/icons.tsx';
import { useClient } from '../state/context.ts';

interface Rules {
  /** Number of files that are already uploaded. */
  count: number;
  limit: number;
  /** Allowed extensions; by default all. */
  filetypes?: string[];
  onDone(file: FileInfo): void;
}

interface Uploads {
  /** Names of the files that are being uploaded. */
  running: string[];
  /** Why the last file was refused or failed. */
  fault: string | null;
  add(files: File[]): void;
}

/** Uploads files at once and returns those in progress. */
export function useUploads({ count, limit, filetypes = [], onDone }: Rules): Uploads {
  const client = useClient();
  const [running, setRunning] = useState<string[]>([]);
  const [fault, setFault] = useState<string | null>(null);

  const start = async (file: File): Promise<void> => {
    setRunning((names) => [...names, file.name]);
    await client.api
      .upload(client.me(), file)
      .then(onDone)
      .catch(() => setFault(`${file.name} could not be uploaded. Try again?`));
    setRunning((names) => names.toSpliced(names.indexOf(file.name), 1));
  };
  return {
    running,
    fault,
    add(files) {
      setFault(null);
      const fits = files.filter(({ name }) => {
        const ending = name.split('.').at(-1)?.toLowerCase() ?? '';
        const isAllowed = filetypes.length === 0 || filetypes.includes(ending);
        if (!isAllowed) setFault(`${name} cannot be used here. Allowed: ${filetypes.join(', ')}.`);
        return isAllowed;
      });
      const free = limit - count - running.length;
      if (fits.length > free) setFault(`You can add at most ${limit} ${limit === 1 ? 'file' : 'files'}.`);
      for (const file of fits.slice(0, Math.max(free, 0))) void start(file);
    },
  };
}

interface RowsProps {
  files: FileInfo[];
  uploads: Uploads;
  onRemove(id: string): void;
}

/** The files of a form or a message, and those in progress. */
export const FileRows = ({ files, uploads, onRemove }: RowsProps) => (
  <>
    {files.map(({ id, name }) => (
      <div key={id} className="file-row">
        <FileIcon name={name} />
        <span>{name}</span>
        <button
          type="button"
          className="icon-button"
          aria-label={`Remove ${name}`}
          onClick={() => onRemove(id)}
        >
          <CloseIcon />
        </button>
      </div>
    ))}
    {uploads.running.map((name, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
      <div key={index} className="file-row" role="status">
        <FileIcon name={name} />
        <span>{name}</span> Uploading…
      </div>
    ))}
    {uploads.fault && (
      <p className="input-error" role="alert">
        {uploads.fault}
      </p>
    )}
  </>
);
