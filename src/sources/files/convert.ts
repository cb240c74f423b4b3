import { text } from 'node:stream/consumers';
import { FileProblem, PDF_BYTES } from './blocks.ts';
import type { Converted, ConvertedKind } from './converter.ts';
import { markdownFromDocx } from './docx.ts';
import { readParts } from './office-parts.ts';

/** Converts a Word, PowerPoint or PDF file or a canvas to Markdown. */
export async function convertFile(
  kind: ConvertedKind,
  withNotes: boolean,
  body: AsyncIterable<Uint8Array>,
): Promise<Converted> {
  try {
    if (kind === 'pdf') {
      const { markdownFromPdf } = await import('./pdf.ts');
      return await markdownFromPdf(await bytesOf(body));
    }
    if (kind === 'canvas') {
      const { markdownFromCanvas } = await import('./canvas.ts');
      return markdownFromCanvas(await text(body));
    }
    const parts = await readParts(body);
    if (parts.has('word/document.xml')) return markdownFromDocx(parts);
    if (!parts.has('ppt/presentation.xml')) return { fault: 'file_wrong_type' };
    const { markdownFromPptx } = await import('./pptx.ts');
    return markdownFromPptx(parts, { withNotes });
  } catch (error) {
    // Parsers throw errors of many types. Unless the error is a FileProblem, assume that the file is damaged.
    return { fault: error instanceof FileProblem ? error.fault : 'file_damaged' };
  }
}

/** Reads a file into one growing buffer. Concatenating the chunks at the end would need twice the memory. */
async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const buffer = new ArrayBuffer(0, { maxByteLength: PDF_BYTES });
  const bytes = new Uint8Array(buffer);
  for await (const chunk of body) {
    const at = bytes.length;
    buffer.resize(at + chunk.length);
    bytes.set(chunk, at);
  }
  return bytes;
}
