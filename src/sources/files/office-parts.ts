import { Unzip, type UnzipFile, UnzipInflate } from 'fflate';
import { SaxesParser } from 'saxes';
import { FileProblem } from './blocks.ts';

/** Reads the parts of a Word or PowerPoint file, which is a zip of XML files. */

/** Maximum number of entries of the zip. */
const ENTRIES = 5_000;
/** Maximum size of all XML in the zip once unpacked, in bytes. Unpacked bytes are counted, because declared sizes can be wrong. */
const XML_BYTES = 64_000_000;
/** Number of packed bytes that are unpacked at once. They can become a thousand times as many bytes. */
const PIECE = 8_192;
/** Maximum number of levels of nested elements. Word writes about 30. */
const LEVELS = 256;

/** The XML files of a Word or PowerPoint file, by their name in the zip. */
export type Parts = Map<string, Uint8Array>;

/** Matches the names of parts with text. Other parts, such as pictures, are not unpacked. */
const WANTED =
  /^\/?(word\/(document|styles|numbering|footnotes|endnotes|comments)|ppt\/(presentation|slides\/[^/]+|notesSlides\/[^/]+|comments\/[^/]+|charts\/chart[^/]*|diagrams\/data[^/]*))\.xml$|\.xml\.rels$/;

/** Unpacks the parts with text while the zip is being downloaded. @throws FileProblem if the zip is damaged or too large */
export async function readParts(body: AsyncIterable<Uint8Array>): Promise<Parts> {
  const pieces = new Map<string, Uint8Array[]>();
  let entries = 0;
  let bytes = 0;
  // The error is stored and thrown later, because fflate catches errors that are thrown while it unpacks.
  let problem: FileProblem | undefined;
  const unzip = new Unzip((file: UnzipFile) => {
    entries += 1;
    if (entries > ENTRIES) problem ??= new FileProblem('file_too_large');
    if (problem || !WANTED.test(file.name)) return;
    const own: Uint8Array[] = [];
    pieces.set(file.name.replace(/^\//, ''), own);
    file.ondata = (error, piece) => {
      if (error) problem ??= new FileProblem('file_damaged', error.message);
      bytes += piece?.length ?? 0;
      if (bytes > XML_BYTES) problem ??= new FileProblem('file_too_large');
      if (!problem && piece.length > 0) own.push(piece.slice());
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length; at += PIECE) {
      unzip.push(chunk.subarray(at, at + PIECE), false);
      if (problem) throw problem;
    }
  }
  unzip.push(new Uint8Array(0), true);
  if (problem) throw problem;
  return new Map([...pieces].map(([name, own]) => [name, Buffer.concat(own)]));
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
export function readXml(bytes: Uint8Array | undefined, { open, close, text, isDone }: XmlHandlers): void {
  if (!bytes) return;
  const parser = new SaxesParser();
  let level = 0;
  let skippedFrom = 0;
  parser.on('error', (error) => {
    throw new FileProblem('file_damaged', error.message);
  });
  parser.on('doctype', () => {
    throw new FileProblem('file_damaged', 'It has a document type.');
  });
  parser.on('opentag', ({ name, attributes }) => {
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
    if (!skippedFrom) close?.(localName(name));
    if (skippedFrom === level) skippedFrom = 0;
    level -= 1;
  });
  if (text) parser.on('text', (found) => !skippedFrom && text(found));
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || bytes[1] === 0;
  const decoder = new TextDecoder(isWide ? 'utf-16le' : 'utf-8');
  for (let at = 0; at < bytes.length && !isDone?.(); at += XML_PIECE)
    parser.write(decoder.decode(bytes.subarray(at, at + XML_PIECE), { stream: true }));
  if (!isDone?.()) parser.close();
}

const XML_PIECE = 65_536;

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
