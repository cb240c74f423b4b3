import { useRef, useState } from 'react';
import type { FileInfo } from '../../../protocol.ts';
import { useClient } from '../../state/context.ts';

interface Upload {
  id: string;
  name: string;
  /** 0 to 1 */
  part: number;
}

interface Rules {
  /** `before`: how many of the same batch come before it, and how many are running. */
  check(file: File, before: number): string | null;
  onDone(file: FileInfo): void;
}

/** Uploads as they run. A cancelled one ends without effect. */
export function useUploads({ check, onDone }: Rules) {
  const client = useClient();
  const [running, setRunning] = useState<Upload[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  const started = useRef(0);
  const cancelled = useRef(new Set<string>());

  const end = (id: string): void => setRunning((uploads) => uploads.filter((upload) => upload.id !== id));
  const start = async (file: File): Promise<void> => {
    started.current += 1;
    const id = `upload-${started.current}`;
    const onProgress = (part: number): void =>
      setRunning((uploads) => uploads.map((upload) => (upload.id === id ? { ...upload, part } : upload)));
    setRunning((uploads) => [...uploads, { id, name: file.name, part: 0 }]);
    try {
      const uploaded = await client.api.upload(client.me(), file, onProgress);
      if (!cancelled.current.has(id)) onDone(uploaded);
    } catch {
      setFault(`${file.name} could not be uploaded. Try again?`);
    }
    end(id);
  };

  return {
    running,
    fault,
    add(files: File[]): void {
      setFault(null);
      let before = running.length;
      for (const file of files) {
        const found = check(file, before);
        if (found) setFault(found);
        else {
          before += 1;
          void start(file);
        }
      }
    },
    cancel(id: string): void {
      cancelled.current.add(id);
      end(id);
    },
  };
}
