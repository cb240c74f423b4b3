import { Resvg } from '@resvg/resvg-js';
import type { Scene } from '../layout/scene.ts';
import type { Setting } from '../layout/setting.ts';
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
