import { json } from '../../http/answer.ts';
import { imageUrl, settleImage } from '../../making/image.ts';
import { findJob } from '../../making/job.ts';
import { route } from '../route.ts';

/** GET /images/{id}: returns the status and address of a picture. */
export const readImage = route({
  method: 'GET',
  path: '/images/{id}',
  scope: 'generate',
  handle(call, service) {
    const id = call.params.id ?? '';
    const unknown = `Image generation ID not found. imageGenerationId: ${id}`;
    const image = findJob(service.store.images, call.principal, id, unknown);
    settleImage(service, image);
    image.seen = true;
    const { status, error, credits, width, height } = image;
    const shown = { url: imageUrl(service, image), width, height, mimeType: 'image/png' };
    return json({
      imageGenerationId: id,
      status,
      ...(status === 'completed' && { image: shown, credits }),
      ...(status === 'failed' && { error, retryable: (error?.statusCode ?? 500) >= 500, credits }),
    });
  },
});
