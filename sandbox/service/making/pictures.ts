import PDFDocument from 'pdfkit';
import type { DocInput } from '../engine/engine.ts';

/** An address that ends like that of a picture. */
const ADDRESSES = /https?:\/\/[^\s<>()"]+\.(?:png|jpe?g)(?:\?[^\s<>()"]*)?/gi;
/** Most pictures of a text that are fetched. Further ones stay links. */
const MOST = 10;
/** Most bytes of a picture. */
const LIMIT = 2_000_000;
/** Milliseconds for all pictures of a text. */
const PATIENCE_MS = 3_000;

/** Fetches the pictures whose addresses stand in a text. One that cannot be fetched or read stays a link. */
export async function withPictures(input: DocInput): Promise<DocInput> {
  const addresses = [...new Set(input.text.match(ADDRESSES))].slice(0, MOST);
  if (addresses.length === 0) return input;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const found = await Promise.all(
    addresses.map(
      async (address) => [address, await pictureAt(address, signal).catch(() => undefined)] as const,
    ),
  );
  return { ...input, pictures: Object.fromEntries(found.filter(([, picture]) => picture)) as Pictures };
}

/** Reads the size of PNG and JPEG pictures, and throws for all others. The package's types lack this function. */
const opener = new PDFDocument() as unknown as {
  openImage(bytes: Buffer): { width: number; height: number };
};

type Pictures = NonNullable<DocInput['pictures']>;

async function pictureAt(address: string, signal: AbortSignal): Promise<Pictures[string] | undefined> {
  const response = await fetch(address, { signal });
  if (!response.ok || Number(response.headers.get('content-length') ?? 0) > LIMIT) return undefined;
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length > LIMIT) return undefined;
  const { width, height } = opener.openImage(bytes);
  const mimetype = bytes[0] === 0x89 ? 'image/png' : 'image/jpeg';
  return { base64: bytes.toString('base64'), mimetype, width, height, alt: '' };
}
