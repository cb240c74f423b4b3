import type { z } from 'zod';
import type { Deck } from '../../engine/deck.ts';
import type { DocInput } from '../../engine/engine.ts';
import { json } from '../../http/answer.ts';
import { withPictures } from '../../making/pictures.ts';
import { type Order, startGeneration } from '../../making/start.ts';
import { findTemplate } from '../creating/create-from-template.ts';
import { checkCards, checkedFolder, checkTheme, sharingOf } from '../creating/order.ts';
import { route } from '../route.ts';
import { requireRoom } from './concurrency.ts';
import { agentBody } from './schemas.ts';

type Body = z.output<typeof agentBody>;

/** Duration as a multiple of an ordinary generation's. */
const PACES: Record<Body['quality'], number> = { lite: 2, standard: 2, max: 4 };

/** POST /agent/generations: creates a doc from a prompt. */
export const createAgentGeneration = route({
  method: 'POST',
  path: '/agent/generations',
  scope: 'generate',
  body: agentBody,
  async handle(call, service) {
    const { body, principal } = call;
    checkTheme(body.themeId);
    checkCards(body.numCards, service.maxCards);
    const template =
      body.templateId === undefined ? undefined : findTemplate(service, principal, body.templateId);
    const folderId = checkedFolder(service, principal, body);
    const input = await withPictures(inputOf(body, template?.deck));
    requireRoom(service, principal);
    const order: Order = {
      inputs: [input],
      sharing: sharingOf(body.sharingOptions),
      byAgent: true,
      pace: PACES[body.quality],
      ...(body.exportAs && { exportAs: body.exportAs }),
      ...(folderId && { folderId }),
    };
    const { id } = startGeneration(service, principal, order, service.rules.forJob(call.matchable));
    return json({ generationId: id }, 202);
  },
});

function inputOf(body: Body, template: Deck | undefined): DocInput {
  // The route has no field for the title.
  const title = /^Title: (.+)$/m.exec(body.additionalInstructions ?? '')?.[1];
  return {
    text: body.prompt,
    format: template?.format ?? body.format,
    ...(template && { template, themeId: template.themeId }),
    ...(body.numCards && { numCards: body.numCards }),
    ...(body.themeId && { themeId: body.themeId }),
    ...(title && { title }),
    ...(body.additionalInstructions && { instructions: body.additionalInstructions }),
  };
}
