import { Resvg } from '@resvg/resvg-js';
import { type Zippable, zipSync } from 'fflate';
import type { Setting } from '../layout/canvas.ts';
import type { Scene } from '../layout/scene.ts';
import { paintSvg } from './svg.ts';

/** Draws a scene as a PNG, `width` pixels wide. */
export function paintPng(scene: Scene, setting: Setting, width: number): Uint8Array {
  return pngOf(paintSvg(scene, setting), width);
}

export function pngOf(svg: string, width: number): Uint8Array {
  return new Resvg(svg, {
    fitTo: { mode: 'width', value: Math.round(width) },
    font: { loadSystemFonts: false },
  })
    .render()
    .asPng();
}

/** The earliest time of zip files, so that the same files always give the same bytes. Zip times are local times. */
const ALWAYS = new Date(1980, 0, 1);

/** Creates a zip. Pictures are stored as they are, because they are already compressed. */
export function zipped(files: Record<string, Uint8Array>): Uint8Array {
  const entries: Zippable = {};
  for (const [name, bytes] of Object.entries(files))
    entries[name] = [bytes, { mtime: ALWAYS, level: /\.(png|jpe?g|xlsx)$/.test(name) ? 0 : 6 }];
  return zipSync(entries);
}
