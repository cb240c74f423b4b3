import type { FileInput as Element } from '@slack/types';
import { useRef, useState } from 'react';
import type { FileInfo } from '../../../protocol.ts';
import { UploadIcon } from '../../parts/icons.tsx';
import { useElement } from '../useElement.ts';
import { FileRow } from './FileRow.tsx';
import { fileFault } from './fileRules.ts';
import { useUploads } from './useUploads.ts';

/** Slack's own limit where the app names none. */
const MAX_FILES = 10;

const filesIn = (value: unknown): FileInfo[] => (value ?? []) as FileInfo[];
const without = (files: FileInfo[], id: string): FileInfo[] => files.filter((file) => file.id !== id);

/** Files, chosen or dropped, uploaded at once. Kinds and number are checked before anything is sent. */
export function FileInput({ element }: { element: Element }) {
  const { value, change, aria } = useElement(element);
  const files = filesIn(value);
  const limit = element.max_files ?? MAX_FILES;
  const { running, fault, add, cancel } = useUploads({
    check: (file, before) => fileFault(file, files.length + before, limit, element.filetypes),
    onDone: (uploaded) => change((before) => [...filesIn(before), uploaded]),
  });
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const accept = element.filetypes?.map((type) => `.${type}`).join(',');
  const isFull = files.length + running.length >= limit;
  return (
    <div className="file-input">
      {!isFull && (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's short way to the button inside
        <div
          className={isOver ? 'drop-zone is-over' : 'drop-zone'}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            add([...event.dataTransfer.files]);
          }}
        >
          <button type="button" className="button" onClick={() => picker.current?.click()}>
            <UploadIcon /> {limit === 1 ? 'Upload a file' : 'Upload files'}
          </button>
          <span>or drop {limit === 1 ? 'it' : 'them'} here</span>
        </div>
      )}
      <input
        ref={picker}
        type="file"
        {...aria}
        className="visually-hidden"
        tabIndex={-1}
        multiple={limit > 1}
        accept={accept}
        onChange={({ target }) => {
          add([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      {files.map(({ id, name }) => (
        <FileRow key={id} name={name} onRemove={() => change((before) => without(filesIn(before), id))} />
      ))}
      {running.map(({ id, name, part }) => (
        <FileRow key={id} name={name} part={part} onRemove={() => cancel(id)} />
      ))}
      {fault && (
        <p className="input-error" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
