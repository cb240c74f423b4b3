import { templateRequest, textRequest } from './request.ts';
import type { Link, Work } from './work.ts';

/** A new document, from text or in the layout of a template. */
export const documentWork: Work = {
  async submit(client, ask, text) {
    const { generationId, warnings } = await (ask.template
      ? client.createFromTemplate(templateRequest(ask, ask.template.id, text))
      : client.createGeneration(textRequest(ask, text)));
    return { id: generationId, warnings };
  },
  poll: (client, id, signal) => client.getGeneration(id, signal),
  limits: (policy) => ({ follow: policy.followLimitMs, submitRetry: policy.submitRetryMs }),
  bringsLink: ({ exportAs }) => exportAs !== undefined,
  async link({ generationId = '' }, client, _, signal) {
    const status = await client.getGeneration(generationId, signal);
    return linkIn(status);
  },
};

export function linkIn(status: { status: string; exportUrl?: string | undefined }): Link {
  const { exportUrl } = status;
  return exportUrl ? { url: exportUrl } : { failure: { reason: 'export_late' } };
}
