import type { ExportFormat } from '../../service/options.ts';
import type { Generation } from '../generation.ts';

const endings: Record<ExportFormat, string> = { pptx: 'pptx', pdf: 'pdf', png: 'zip' };

/** A name that every system takes: the title, without what Windows forbids in a name, at most 80 characters. */
export function fileName(generation: Pick<Generation, 'title' | 'label'>, exportAs: ExportFormat): string {
  const title = (generation.title ?? generation.label)
    .replace(/[\p{Cc}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 80)
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return `${title || 'Document'}.${endings[exportAs]}`;
}
