import { unzipSync } from 'fflate';
import pptxgen from 'pptxgenjs';
import type { Deck } from '../deck.ts';
import type { Setting } from '../layout/canvas.ts';
import { dataUrl, type Item, type Scene, type Shape, type TextItem } from '../layout/scene.ts';
import { withRegion } from '../read/sentences.ts';
import { printable } from '../type/runs.ts';
import { pngOf, zipped } from './png.ts';
import { paintChart } from './slides/chart.ts';
import { paintTable } from './slides/table.ts';
import { fontNames, hex, inch, paintText, place, roomier, textOptions } from './slides/text.ts';
import { artSvg } from './svg.ts';

type Slide = pptxgen.default.Slide;

/**
 * Draws scenes as a PPTX with editable text boxes, tables and charts. Artwork is drawn as pictures.
 * @param fineness resolution of these pictures; 1 is the normal one
 */
export async function paintPptx(
  scenes: Scene[],
  deck: Deck,
  setting: Setting,
  fineness: number,
): Promise<Uint8Array> {
  // The package's types describe a namespace, but at run time it exports the class.
  const pptx = new (pptxgen as unknown as { new (): pptxgen.default })();
  const [first] = scenes;
  pptx.defineLayout({ name: 'deck', width: inch(first?.width ?? 960), height: inch(first?.height ?? 540) });
  pptx.layout = 'deck';
  pptx.title = printable(deck.title);
  pptx.author = 'Deckhand sandbox';
  pptx.company = 'Deckhand sandbox';
  pptx.theme = { headFontFace: fontNames[setting.look.heading], bodyFontFace: fontNames[setting.look.body] };
  const masters = createMasters(pptx);
  const style = { setting, fineness, language: withRegion(deck.language) };
  for (const scene of scenes) paintSlide(pptx, masters, scene, style);
  return repaired((await pptx.write({ outputType: 'uint8array', compression: false })) as Uint8Array);
}

/** Removes the paragraph properties that pptxgenjs repeats after each run of text. Only those at the start are valid. */
function repaired(pptx: Uint8Array): Uint8Array {
  const files = Object.entries(unzipSync(pptx)).filter(([name]) => !name.endsWith('/'));
  const repair = (xml: string) => xml.replace(/(<\/a:r>)<a:pPr\b(?:[^>]*\/>|.*?<\/a:pPr>)/gs, '$1');
  return zipped(
    Object.fromEntries(
      files.map(([name, bytes]) => [
        name,
        /slides\/slide\d+\.xml$/.test(name)
          ? Buffer.from(repair(Buffer.from(bytes).toString('utf8')))
          : bytes,
      ]),
    ),
  );
}

type Masters = ReturnType<typeof createMasters>;

/** Creates slide masters: one for each position and style of a title, because a slide's title must be in a placeholder. */
function createMasters(pptx: pptxgen.default) {
  const known = new Map<string, string>();
  return (background: string, title: TextItem | undefined): string => {
    const key = JSON.stringify([background, title?.box, title?.anchor, title?.paragraphs[0]?.align]);
    const name = known.get(key);
    if (name) return name;
    const made = `Card ${known.size + 1}`;
    known.set(key, made);
    pptx.defineSlideMaster({
      title: made,
      background: { color: hex(background) },
      ...(title
        ? {
            objects: [
              {
                placeholder: {
                  options: {
                    name: 'title',
                    type: 'title',
                    ...place(roomier(title)),
                    ...textOptions(title),
                  },
                  text: '',
                },
              },
            ],
          }
        : {}),
    });
    return made;
  };
}

interface Style {
  setting: Setting;
  fineness: number;
  /** BCP 47 with a region, for spell checkers. */
  language: string;
}

function paintSlide(pptx: pptxgen.default, masters: Masters, scene: Scene, style: Style): void {
  const title = scene.items.find((item): item is TextItem => item.kind === 'text' && item.role === 'title');
  const slide = pptx.addSlide({ masterName: masters(scene.background, title) });
  for (const item of scene.items) paintItem(slide, item, item === title, style);
}

function paintItem(slide: Slide, item: Item, isTitle: boolean, { setting, fineness, language }: Style): void {
  if (item.kind === 'text') paintText(slide, item, isTitle, language);
  else if (item.kind === 'shape') paintShape(slide, item.shape);
  else if (item.kind === 'table') paintTable(slide, item, setting, language);
  else if (item.kind === 'art') paintArt(slide, item, fineness);
  else if (item.kind === 'chart') paintChart(slide, item, setting);
  else
    slide.addImage({
      data: dataUrl(item.picture),
      ...place(item.box),
      altText: item.picture.alt || 'Picture',
    });
}

function paintShape(slide: Slide, shape: Shape): void {
  const fill = {
    color: hex(typeof shape.fill === 'string' ? shape.fill : shape.fill.from),
    transparency: Math.round((1 - (shape.opacity ?? 1)) * 100),
  };
  if (shape.kind === 'ellipse') {
    slide.addShape('ellipse', {
      ...place({ x: shape.cx - shape.rx, y: shape.cy - shape.ry, width: 2 * shape.rx, height: 2 * shape.ry }),
      fill,
    });
    return;
  }
  const radius = Math.min(shape.radius ?? 0, shape.width / 2, shape.height / 2);
  slide.addShape(radius > 0 ? 'roundRect' : 'rect', {
    ...place(shape),
    fill,
    ...(radius > 0 ? { rectRadius: inch(radius) } : {}),
  });
}

/** Draws artwork as a picture, because slides do not support its curves and gradients. */
function paintArt(slide: Slide, item: Extract<Item, { kind: 'art' }>, fineness: number): void {
  const png = pngOf(artSvg(item), item.box.width * 1.6 * fineness);
  const data = `image/png;base64,${Buffer.from(png).toString('base64')}`;
  slide.addImage({ data, ...place(item.box), altText: 'Decoration' });
}
