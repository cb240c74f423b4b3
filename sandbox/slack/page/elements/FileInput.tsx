import type { FileInput as Element } from '@slack/types';
import type { FileInfo } from '../../protocol.ts';
import { MenuButton } from '../parts/Menu.tsx';
import { FileRows, useUploads } from './uploads.tsx';
import { useElement } from './useElement.ts';

/** Slack's default of `max_files`. */
const MAX_FILES = 10;

const filesIn = (value: unknown): FileInfo[] => (value ?? []) as FileInfo[];

/** A field for files, which are uploaded as soon as they are chosen. Their type and number are checked first. */
export function FileInput({ element }: { element: Element }) {
  const { value, change, aria } = useElement(element);
  const files = filesIn(value);
  const limit = element.max_files ?? MAX_FILES;
  const uploads = useUploads({
    count: files.length,
    limit,
    filetypes: element.filetypes,
    onDone: (uploaded) => change((before) => [...filesIn(before), uploaded]),
  });
  return (
    <div className="file-input">
      {files.length + uploads.running.length < limit && (
        <>
          <input
            type="file"
            {...aria}
            multiple={limit > 1}
            accept={element.filetypes?.map((type) => `.${type}`).join(',')}
            onChange={({ target }) => {
              uploads.add([...(target.files ?? [])]);
              target.value = '';
            }}
          />
          {uploads.samples.length > 0 && (
            <MenuButton
              name="Sample files"
              className="button"
              sections={[{ key: 'samples', items: uploads.samples }]}
            >
              Sample files
            </MenuButton>
          )}
        </>
      )}
      <FileRows
        files={files}
        uploads={uploads}
        onRemove={(id) => change((before) => filesIn(before).filter((file) => file.id !== id))}
      />
    </div>
  );
}
