import { Inflate, Unzip, type UnzipFile, UnzipPassThrough } from 'fflate';
import { SaxesParser } from 'saxes';
import { FileProblem } from './blocks.ts';

/** Reads the parts of a Word or PowerPoint file, which is a zip of XML files. */

/** Maximum number of entries of the zip. */
const ENTRIES = 5_000;
/** Maximum size of all parts with text in the zip, in bytes, before they are unpacked. The packed parts are kept in memory. */
const PACKED_BYTES = 16_000_000;
/** Maximum size of all XML once unpacked, in bytes. Unpacked bytes are counted, because declared sizes can be wrong. */
const XML_BYTES = 64_000_000;
/** Maximum size of one text, attribute or tag, in bytes, because the parser keeps it in memory. A longer text would exceed a prompt anyway. */
const TEXT_BYTES = 4_000_000;
/** Number of packed bytes that are unpacked at once. Unpacked, they can be a thousand times as many. */
const PIECE = 1_024;
/** Maximum number of levels of nested elements. Word writes about 30. */
const LEVELS = 256;

/** A part of a Word or PowerPoint file. It is unpacked piece by piece each time it is read, so its XML is never in memory as a whole. */
export type Part = () => Generator<Uint8Array>;
/** The parts by their name in the zip. */
export type Parts = Map<string, Part>;

/** Matches the names of parts with text. Other parts, such as pictures, are not unpacked. Word Online adds numbers, as in `document2.xml`. */
const WANTED =
  /^\/?(word\/(document|styles|numbering|footnotes|endnotes|comments)\d*|(word|ppt)\/charts\/chart[^/]*|ppt\/(presentation|slides\/[^/]+|notesSlides\/[^/]+|comments\/[^/]+|diagrams\/data[^/]*))\.xml$|\.xml\.rels$/;

/** Makes fflate pass on the bytes of a compressed entry without unpacking them. */
class PackedEntry extends UnzipPassThrough {
  static override compression = 8;
}

/** Reads the parts with text from a zip while it is being downloaded. @throws FileProblem if the zip is damaged or too large */
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

/** Attributes by name. If a name has a prefix, only the colon of the prefix is kept: `r:id` becomes `:id`. */
export type Attributes = Record<string, string>;

export interface XmlHandlers {
  /** Called at the start of an element. @param name the element's name without its prefix */
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
  /** Returns true to stop reading. */
  isDone?(): boolean;
}

/**
 * Parses a part. `mc:Fallback` is skipped, because it repeats the content of the `mc:Choice` before it.
 * @throws FileProblem for XML that is not well-formed, that has a document type (which could declare entities), or is nested too deep
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

/** Returns the value of an attribute, with or without a prefix; '' if it is missing. Attributes in Word files have a prefix. */
export function attributeOf(attributes: Attributes, name = 'val'): string {
  return attributes[`:${name}`] ?? attributes[name] ?? '';
}

/** Returns false for `<w:b w:val="0"/>` and true for `<w:b/>`. */
export function isOn(attributes: Attributes): boolean {
  return !/^(0|false|off|none)$/.test(attributeOf(attributes));
}

/** Maximum number of relations or styles that are read. Files have a few hundred. */
export const MANY = 10_000;

export interface Relation {
  /** The last segment of the type's URL, such as `notesSlide`. */
  type: string;
  /** Name of a part, or a URL if the relation is external. */
  target: string;
}

/** Returns the relations of a part by id. A relation leads to a picture, a chart, speaker notes or a URL, for example. */
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

/** Resolves the name of a part, which may be relative to a folder of the zip. */
function partName(folder: string, target: string): string {
  try {
    return decodeURI(new URL(target, `https://package/${folder}`).pathname).slice(1);
  } catch {
    return '';
  }
}

/** Returns the number of elements with this name in a part. */
export function countIn(parts: Parts, part: string, element: string): number {
  let count = 0;
  readXml(parts.get(part), {
    open(name) {
      if (name === element) count += 1;
    },
  });
  return count;
}
