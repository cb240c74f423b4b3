import { useState } from 'react';
import type { FileInfo } from '../../protocol.ts';
import { FileIcon } from '../file/FileIcon.tsx';
import { CloseIcon } from '../parts/icons.tsx';
import type { MenuItem } from '../parts/Menu.tsx';
import { useClient, useWorkspace } from '../state/context.ts';

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
  /** Menu items that add a sample file. */
  samples: MenuItem[];
}

/** Uploads files at once and returns those in progress. */
export function useUploads({ count, limit, filetypes = [], onDone }: Rules): Uploads {
  const client = useClient();
  const { samples } = useWorkspace();
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
  const isAllowed = (name: string): boolean =>
    filetypes.length === 0 || filetypes.includes(name.split('.').at(-1)?.toLowerCase() ?? '');
  const add = (files: File[]): void => {
    setFault(null);
    const fits = files.filter(({ name }) => isAllowed(name));
    const refused = files.find(({ name }) => !isAllowed(name));
    if (refused) setFault(`${refused.name} cannot be used here. Allowed: ${filetypes.join(', ')}.`);
    const free = limit - count - running.length;
    if (fits.length > free) setFault(`You can add at most ${limit} ${limit === 1 ? 'file' : 'files'}.`);
    for (const file of fits.slice(0, Math.max(free, 0))) void start(file);
  };
  return {
    running,
    fault,
    add,
    samples: samples.filter(isAllowed).map((name) => ({
      key: name,
      label: name,
      lead: <FileIcon name={name} />,
      onSelect: () => void client.api.sample(name).then((file) => add([file])),
    })),
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
