import { LRUCache } from 'lru-cache';
import pptxgen from 'pptxgenjs';
import type { Deck } from '../deck.ts';
import type { Item, Scene, Shape, TextItem } from '../layout/scene.ts';
import type { Setting } from '../layout/setting.ts';
import { printable } from '../type/runs.ts';
import { pngOf } from './png.ts';
import { settled } from './settled.ts';
import { paintChart } from './slides/chart.ts';
import { fontNames, hex, inch, place } from './slides/measures.ts';
import { paintTable } from './slides/table.ts';
import { paintText, roomier, textOptions } from './slides/text.ts';
import { artSvg } from './svg.ts';

type Slide = pptxgen.default.Slide;

/**
 * Scenes as a PPTX that can be edited: text boxes, real tables, native charts; only artwork is pictures.
 * @param fineness of those pictures; 1: twice as fine as the screen
 */
export async function paintPptx(
  scenes: Scene[],
  deck: Deck,
  setting: Setting,
  fineness: number,
): Promise<Uint8Array> {
  // The package's types describe a namespace; what it exports at run time is the class.
  const pptx = new (pptxgen as unknown as { new (): pptxgen.default })();
  const [first] = scenes;
  pptx.defineLayout({ name: 'deck', width: inch(first?.width ?? 960), height: inch(first?.height ?? 540) });
  pptx.layout = 'deck';
  pptx.title = printable(deck.title);
  pptx.author = 'Deckhand sandbox';
  pptx.company = 'Deckhand sandbox';
  pptx.theme = { headFontFace: fontNames[setting.look.heading], bodyFontFace: fontNames[setting.look.body] };
  const masters = createMasters(pptx);
  for (const scene of scenes) paintSlide(pptx, masters, scene, setting, fineness);
  return settled((await pptx.write({ outputType: 'uint8array', compression: false })) as Uint8Array);
}

type Masters = ReturnType<typeof createMasters>;

/** Slide layouts, one for each place and style that a title has: a title in its placeholder is the slide's title. */
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

function paintSlide(
  pptx: pptxgen.default,
  masters: Masters,
  scene: Scene,
  setting: Setting,
  fineness: number,
): void {
  const title = scene.items.find((item): item is TextItem => item.kind === 'text' && item.role === 'title');
  const slide = pptx.addSlide({ masterName: masters(scene.background, title) });
  for (const item of scene.items) paintItem(slide, item, item === title, setting, fineness);
}

function paintItem(slide: Slide, item: Item, isTitle: boolean, setting: Setting, fineness: number): void {
  if (item.kind === 'text') paintText(slide, item, isTitle);
  else if (item.kind === 'shape') paintShape(slide, item.shape);
  else if (item.kind === 'table') paintTable(slide, item, setting);
  else if (item.kind === 'art') paintArt(slide, item, fineness);
  else paintChart(slide, item, setting);
}

function paintShape(slide: Slide, shape: Shape): void {
  if (shape.kind === 'path' || shape.kind === 'line') return;
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

/** Most slides of a theme share their artwork. */
const pictures = new LRUCache<string, string>({ max: 30 });

function pictureOf(svg: string, width: number): string {
  const key = `${width} ${svg}`;
  const known = pictures.get(key);
  if (known) return known;
  const picture = `image/png;base64,${Buffer.from(pngOf(svg, width)).toString('base64')}`;
  pictures.set(key, picture);
  return picture;
}

/** Artwork has curves and gradients that slides cannot hold: it goes in as a picture, at twice the size on screen. */
function paintArt(slide: Slide, item: Extract<Item, { kind: 'art' }>, fineness: number): void {
  const [only, ...more] = item.shapes;
  if (only?.kind === 'rect' && more.length === 0 && typeof only.fill === 'string') {
    paintShape(slide, { ...only, ...item.box });
    return;
  }
  slide.addImage({
    data: pictureOf(artSvg(item), item.box.width * (more.length > 0 ? 1.6 : 0.7) * fineness),
    ...place(item.box),
    altText: item.alt ?? 'Decoration',
  });
}
