import { Inflate, Unzip, type UnzipFile, UnzipPassThrough } from 'fflate';
import { SaxesParser } from 'saxes';
import { FileProblem } from './blocks.ts';

/** Reads the XML files in a Word or PowerPoint file, which is a zip. Such an XML file is called a part. */

/** Maximum number of entries in the zip. */
const ENTRIES = 5_000;
/** Maximum total size of the parts that are read, in compressed bytes. The compressed bytes are kept in memory. */
const PACKED_BYTES = 16_000_000;
/** Maximum bytes of all parts after decompression. They are counted, because the sizes that a zip declares can be wrong. */
const XML_BYTES = 64_000_000;
/** Maximum size of one text, attribute or tag, in bytes, because the XML parser keeps it in memory. No prompt can contain a longer text. */
const TEXT_BYTES = 4_000_000;
/** Number of compressed bytes that are decompressed in one step. They can expand to a thousand times as many bytes. */
const PIECE = 1_024;
/** Maximum depth of nested XML elements. Files from Word have about 30 levels. */
const LEVELS = 256;

/** Decompresses a part and yields its XML in pieces, so that the whole XML is never in memory. Each call yields all pieces again. */
export type Part = () => Generator<Uint8Array>;
/** Parts by their name in the zip, such as `word/document.xml`. */
export type Parts = Map<string, Part>;

/** Matches names of parts that are read, such as `word/document.xml`. Word Online appends numbers, as in `document2.xml`. */
const WANTED =
  /^\/?(word\/(document|styles|numbering|footnotes|endnotes|comments)\d*|(word|ppt)\/charts\/chart[^/]*|ppt\/(presentation|slides\/[^/]+|notesSlides\/[^/]+|comments\/[^/]+|diagrams\/data[^/]*))\.xml$|\.xml\.rels$/;

/** Makes fflate return compressed entries without decompressing them. */
class PackedEntry extends UnzipPassThrough {
  static override compression = 8;
}

/** Collects the parts from a zip during its download. @throws FileProblem if the zip is damaged or too large */
export async function readParts(body: AsyncIterable<Uint8Array>): Promise<Parts> {
  const parts: Parts = new Map();
  let entries = 0;
  let packed = 0;
  let unpacked = 0;
  const count = ({ length }: Uint8Array) => {
    unpacked += length;
    if (unpacked > XML_BYTES) throw new FileProblem('file_too_large');
  };
  const unzip = new Unzip((file: UnzipFile) => {
    entries += 1;
    if (!WANTED.test(file.name)) return;
    const own: Uint8Array[] = [];
    const name = file.name.replace(/^\//, '').replace(/^(word\/(_rels\/)?[a-z]+)\d*\.xml/, '$1.xml');
    parts.set(name, () => piecesOf(own, file.compression === 8, count));
    file.ondata = (_, piece) => {
      packed += piece.length;
      own.push(piece.slice());
    };
    file.start();
  });
  unzip.register(PackedEntry);
  for await (const chunk of body) {
    unzip.push(chunk, false);
    if (entries > ENTRIES || packed > PACKED_BYTES) throw new FileProblem('file_too_large');
  }
  unzip.push(new Uint8Array(0), true);
  return parts;
}

function* piecesOf(own: Uint8Array[], isPacked: boolean, count: (piece: Uint8Array) => void) {
  const ready: Uint8Array[] = [];
  const inflate = new Inflate((piece) => void ready.push(piece));
  for (const bytes of own)
    for (let at = 0; at < bytes.length; at += PIECE) {
      const piece = bytes.subarray(at, at + PIECE);
      if (isPacked) inflate.push(piece);
      else ready.push(piece);
      for (const xml of ready.splice(0)) {
        count(xml);
        yield xml;
      }
    }
}

/** Attributes of an element, by name. A namespace prefix is removed but its colon is kept, so `r:id` becomes `:id`. */
export type Attributes = Record<string, string>;

export interface XmlHandlers {
  /** Called at the start of an element. @param name the element's name without its namespace prefix */
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
  /** Returns true to stop reading. */
  isDone?(): boolean;
}

/**
 * Parses a part. Skips `mc:Fallback`, because it repeats the `mc:Choice` before it.
 * @throws FileProblem if the XML is damaged or too deep, or has a document type, which could declare entities
 */
export function readXml(part: Part | undefined, { open, close, text, isDone }: XmlHandlers): void {
  if (!part) return;
  const parser = new SaxesParser();
  let level = 0;
  let skippedFrom = 0;
  let pending = 0;
  parser.on('error', (error) => {
    throw new FileProblem('file_damaged', error.message);
  });
  parser.on('doctype', () => {
    throw new FileProblem('file_damaged', 'It has a document type.');
  });
  parser.on('opentag', ({ name, attributes }) => {
    pending = 0;
    level += 1;
    if (level > LEVELS) throw new FileProblem('file_damaged', 'It is nested too deep.');
    if (!skippedFrom && name === 'mc:Fallback') skippedFrom = level;
    if (skippedFrom) return;
    const own: Attributes = {};
    for (const [key, value] of Object.entries(attributes)) {
      const colon = key.indexOf(':');
      own[key.slice(colon < 0 ? 0 : colon)] = value;
    }
    open?.(localName(name), own);
  });
  parser.on('closetag', ({ name }) => {
    pending = 0;
    if (!skippedFrom) close?.(localName(name));
    if (skippedFrom === level) skippedFrom = 0;
    level -= 1;
  });
  if (text) parser.on('text', (found) => !skippedFrom && text(found));
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for (const xml of part()) {
    const isWide = (xml[0] === 0xff && xml[1] === 0xfe) || xml[1] === 0;
    decoder ??= new TextDecoder(isWide ? 'utf-16le' : 'utf-8');
    pending += xml.length;
    parser.write(decoder.decode(xml, { stream: true }));
    if (pending > TEXT_BYTES) throw new FileProblem('file_too_large');
    if (isDone?.()) return;
  }
  parser.close();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Returns the value of an attribute, with or without a namespace prefix; '' if it is missing. */
export function attributeOf(attributes: Attributes, name = 'val'): string {
  return attributes[`:${name}`] ?? attributes[name] ?? '';
}

/** Returns whether a format is switched on: true for `<w:b/>` and false for `<w:b w:val="0"/>`. */
export function isOn(attributes: Attributes): boolean {
  return !/^(0|false|off|none)$/.test(attributeOf(attributes));
}

/** Maximum number of relations or styles that are read. Ordinary files have a few hundred. */
export const MANY = 10_000;

export interface Relation {
  /** The last segment of the type's URL, such as `notesSlide`. */
  type: string;
  /** Name of a part, or a URL if the relation is external. */
  target: string;
}

/** Returns the relations of a part, by id. Through a relation, a part refers to a picture, a chart, speaker notes or a URL, for example. */
export function relationsOf(parts: Parts, part: string): Map<string, Relation> {
  const found = new Map<string, Relation>();
  const [, folder = '', name = ''] = /^(.*\/)?([^/]*)$/.exec(part) ?? [];
  readXml(parts.get(`${folder}_rels/${name}.rels`), {
    open(element, { Id = '', Type = '', Target = '', TargetMode }) {
      if (element !== 'Relationship') return;
      const target = TargetMode === 'External' ? Target : partName(folder, Target);
      found.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target });
    },
    isDone: () => found.size >= MANY,
  });
  return found;
}

/** Returns the full name of a part in the zip. `target` may be relative to `folder`. */
function partName(folder: string, target: string): string {
  try {
    return decodeURI(new URL(target, `https://package/${folder}`).pathname).slice(1);
  } catch {
    return '';
  }
}

export function countIn(parts: Parts, part: string, element: string): number {
  let count = 0;
  readXml(parts.get(part), {
    open(name) {
      if (name === element) count += 1;
    },
  });
  return count;
}
