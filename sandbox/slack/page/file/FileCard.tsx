import './fileCard.css';
import { useState } from 'react';
import type { FileInfo } from '../../protocol.ts';
import { ChevronLeftIcon, ChevronRightIcon, DownloadIcon } from '../parts/icons.tsx';
import { fileKind, fileSize } from '../state/shown/fileWords.ts';
import { FileIcon } from './FileIcon.tsx';

/** Returns the pictures of a file's pages, made by the stand-in, or the file itself if it is a picture. */
function pagesOf({ previews, mimetype, url }: FileInfo): string[] {
  if (previews?.length) return previews;
  return mimetype.startsWith('image/') ? [url] : [];
}

/** A file in a message: its name, its pages one at a time, and a link that downloads it. */
export function FileCard({ file }: { file: FileInfo }) {
  const [page, setPage] = useState(0);
  const pages = pagesOf(file);
  const title = file.title || file.name;
  return (
    <section className={pages.length > 0 ? 'file-card' : 'file-card is-plain'} aria-label={`File ${title}`}>
      <header className="file-head">
        <FileIcon name={file.name} size={36} />
        <span className="file-words">
          <b>{title}</b>
          <small>
            {fileKind(file)} · {fileSize(file.size)}
            {pages.length > 1 && ` · ${pages.length} pages`}
          </small>
        </span>
        <a
          className="icon-button"
          href={file.url}
          download={file.name}
          aria-label={`Download ${file.name}`}
          title="Download"
        >
          <DownloadIcon />
        </a>
      </header>
      {pages.length > 0 && (
        <div className="file-pages">
          <a className="file-page" href={pages[page]} target="_blank" rel="noopener noreferrer">
            <img src={pages[page]} alt={`${title}, page ${page + 1} of ${pages.length}`} />
          </a>
          {pages.length > 1 && <Flip page={page} count={pages.length} onPage={setPage} />}
        </div>
      )}
    </section>
  );
}

const Flip = ({ page, count, onPage }: { page: number; count: number; onPage(page: number): void }) => (
  <div className="file-flip">
    <button type="button" aria-label="Previous page" disabled={page === 0} onClick={() => onPage(page - 1)}>
      <ChevronLeftIcon />
    </button>
    <span aria-live="polite">
      {page + 1} / {count}
    </span>
    <button
      type="button"
      aria-label="Next page"
      disabled={page === count - 1}
      onClick={() => onPage(page + 1)}
    >
      <ChevronRightIcon />
    </button>
  </div>
);
