import './fileCard.css';
import { useState } from 'react';
import type { FileInfo } from '../../protocol.ts';
import { DownloadIcon } from '../parts/icons.tsx';
import { fileKind, fileSize } from '../state/shown/fileWords.ts';
import { FileIcon } from './FileIcon.tsx';
import { FilePages } from './FilePages.tsx';
import { Lightbox } from './Lightbox.tsx';

/** What can be looked at: pages drawn by the stand-in, or the picture itself. */
function pagesOf({ previews, mimetype, url }: FileInfo): string[] {
  if (previews?.length) return previews;
  return mimetype.startsWith('image/') ? [url] : [];
}

/** A file in a message: its name, a large first page to flip through, and ways to open and download it. */
export function FileCard({ file }: { file: FileInfo }) {
  const [page, setPage] = useState(0);
  const [isLarge, setLarge] = useState(false);
  const pages = pagesOf(file);
  const title = file.title || file.name;
  return (
    <section className={pages.length > 0 ? 'file-card' : 'file-card is-plain'} aria-label={`File ${title}`}>
      <header className="file-head">
        <FileIcon name={file.name} size={36} />
        <span className="file-words">
          <b>{title}</b>
          <span>
            {fileKind(file)} · {fileSize(file.size)}
            {pages.length > 1 && ` · ${pages.length} pages`}
          </span>
        </span>
        <a
          className="file-download"
          href={file.url}
          download={file.name}
          aria-label={`Download ${file.name}`}
          title="Download"
        >
          <DownloadIcon />
        </a>
      </header>
      {pages.length > 0 && (
        <FilePages name={title} pages={pages} page={page} onPage={setPage} onOpen={() => setLarge(true)} />
      )}
      {isLarge && (
        <Lightbox
          title={title}
          detail={`${fileKind(file)} · ${fileSize(file.size)}`}
          pages={pages}
          page={page}
          onPage={setPage}
          download={{ url: file.url, name: file.name }}
          onClose={() => setLarge(false)}
        />
      )}
    </section>
  );
}
