import { STYLE_LIMIT } from '../../service/options.ts';
import { askPatiently } from './document.ts';
import type { Work } from './work.ts';

/** A single picture. */
export const imageWork: Work = {
  async submit(client, { work, theme }, text) {
    if (work.kind !== 'image') throw new Error('Not a picture');
    const { imageGenerationId } = await client.createImage({
      prompt: [...text].slice(0, STYLE_LIMIT).join(''),
      type: work.type,
      sizePreset: work.size,
      themeId: theme?.id,
    });
    return { id: imageGenerationId };
  },
  async poll(client, id, signal) {
    const status = await client.getImage(id, signal);
    if (status.status !== 'completed') return status;
    return { status: 'completed', credits: status.credits };
  },
  limits: (policy) => ({
    follow: Math.min(policy.followLimitMs, policy.imageFollowLimitMs),
    submitRetry: policy.submitRetryMs,
  }),
  file: () => 'picture',
  // Where the picture lies is asked for when it is brought into Slack.
  bringsLink: () => false,
  async link({ generationId = '' }, client, context, signal) {
    const status = await askPatiently(() => client.getImage(generationId, signal), context, signal);
    if (status.status !== 'completed') return { failure: { reason: 'picture_lost' } };
    const { url, mimeType } = status.image;
    return { url, ending: endings[mimeType ?? ''] ?? endingOf(url) };
  },
};

const endings: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/svg+xml': 'svg',
};

/** Slack shows a file as a picture by the ending of its name. */
function endingOf(url: string): string {
  const [, ending] = /\.(png|jpe?g|webp|gif|svg)$/i.exec(new URL(url).pathname) ?? [];
  return ending?.toLowerCase() ?? 'png';
}
