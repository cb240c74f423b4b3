import { buffer } from 'node:stream/consumers';
import { FileProblem } from './blocks.ts';
import type { Converted, ConvertedKind } from './converter.ts';
import { markdownFromDocx } from './docx.ts';
import { readParts } from './office-parts.ts';

/** Converts a Word, PowerPoint or PDF file to Markdown. */
export async function convertFile(
  kind: ConvertedKind,
  withNotes: boolean,
  body: AsyncIterable<Uint8Array>,
): Promise<Converted> {
  try {
    if (kind === 'pdf') {
      const { markdownFromPdf } = await import('./pdf.ts');
      return await markdownFromPdf(new Uint8Array(await buffer(body)));
    }
    const parts = await readParts(body);
    if (parts.has('word/document.xml')) return markdownFromDocx(parts);
    if (!parts.has('ppt/presentation.xml')) return { fault: 'file_wrong_type' };
    const { markdownFromPptx } = await import('./pptx.ts');
    return markdownFromPptx(parts, { withNotes });
  } catch (error) {
    // An unexpected error of a parser means that the file is damaged.
    return { fault: error instanceof FileProblem ? error.fault : 'file_damaged' };
  }
}
