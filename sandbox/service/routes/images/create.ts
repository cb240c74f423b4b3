import { randomBytes } from 'node:crypto';
import { json } from '../../http/answer.ts';
import { priceOfImage } from '../../image-models.ts';
import { IMAGE_MODEL } from '../../making/image.ts';
import { newJob, requireCredits } from '../../making/job.ts';
import { checkTheme } from '../creating/order.ts';
import { route } from '../route.ts';
import { imageBody } from './schemas.ts';

/** In pixels. */
const SIZES = {
  'social-square': { width: 1080, height: 1080 },
  'social-portrait': { width: 1080, height: 1350 },
  story: { width: 1080, height: 1920 },
  banner: { width: 1600, height: 900 },
  slide: { width: 1920, height: 1080 },
} as const;

/** POST /images: creates a picture from a prompt. */
export const createImage = route({
  method: 'POST',
  path: '/images',
  scope: 'generate',
  body: imageBody,
  handle(call, service) {
    const { prompt, type, sizePreset, themeId } = call.body;
    checkTheme(themeId);
    requireCredits(service, call.principal, priceOfImage(IMAGE_MODEL));
    const job = newJob(
      service,
      call.principal,
      service.timing.generationMs,
      service.rules.forJob(call.matchable),
    );
    const token = randomBytes(32).toString('base64url');
    const image = {
      ...job,
      ...SIZES[sizePreset],
      prompt,
      token,
      ...(type && { type }),
      ...(themeId && { themeId }),
    };
    service.store.images.set(image.id, image);
    service.store.changed();
    return json({ imageGenerationId: image.id });
  },
});
