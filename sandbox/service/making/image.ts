import { drawPicture, themes } from '../engine/engine.ts';
import { type ImageModel, priceOfImage } from '../image-models.ts';
import type { Service } from '../service.ts';
import type { ImageRecord } from '../store/records.ts';
import { settleJob } from './job.ts';

export const IMAGE_MODEL: ImageModel = 'gemini-3.1-flash-image';

export function settleImage(service: Service, image: ImageRecord): void {
  settleJob(service, image, () => ({ cost: priceOfImage(IMAGE_MODEL), keep: () => {} }));
}

/** Returns the address of a picture. It is on the host of the exports. */
export function imageUrl(service: Service, image: ImageRecord): string {
  return `${service.urls.files}/files/${image.id}/${image.token}/image.png`;
}

/** Draws a picture as a PNG. It depends on the words, but does not show what they say. */
export function drawImage({
  prompt,
  type = 'illustration',
  themeId,
  width,
  height,
}: ImageRecord): Uint8Array {
  return drawPicture(prompt, { type, themeId: themeId ?? themes[0]?.id ?? '', width, height });
}
