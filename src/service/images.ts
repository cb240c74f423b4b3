import { checked } from './checked.ts';
import type { Call } from './http/caller.ts';
import {
  type ImageInput,
  type ImageStatus,
  imageCreated,
  imageInput,
  imageStatus,
} from './schemas/images.ts';

export interface ImageCalls {
  /** Starts a single image. Spends credits, and is never repeated by itself: see `mayHaveBeenSpent`. */
  createImage(input: ImageInput): Promise<{ imageGenerationId: string }>;
  /** One look at it; not repeated by itself. */
  getImage(imageGenerationId: string, signal?: AbortSignal): Promise<ImageStatus>;
}

export function imageCalls(call: Call): ImageCalls {
  return {
    async createImage(input) {
      return call({ route: 'POST /images', body: checked(imageInput, input), answer: imageCreated });
    },
    async getImage(id, signal) {
      return call({
        route: 'GET /images/{id}',
        params: { id },
        retries: 'none',
        signal,
        answer: imageStatus,
      });
    },
  };
}
