import type { DocInput } from '../../engine/engine.ts';
import { priceFor } from '../../making/price.ts';
import type { Order } from '../../making/start.ts';
import { route } from '../route.ts';
import { accept } from './accept.ts';
import { checkCards, checkedFolder, checkTheme, sharingOf, usableModel } from './order.ts';
import { type CreateBody, createBody, dimensionsOf, type Page } from './schemas.ts';
import { createWarnings } from './warnings.ts';

/** POST /generations: a doc from text, or a site from several pages of it. */
export const createGeneration = route({
  method: 'POST',
  path: '/generations',
  scope: 'generate',
  body: createBody,
  handle(call, service) {
    const { body } = call;
    checkTheme(body.themeId);
    const folderId = checkedFolder(service, call.principal, body);
    const inputs = pagesOf(body).map((page) => inputOf(body, page));
    for (const { numCards } of inputs) checkCards(numCards, service.maxCards);
    const order: Order = {
      inputs,
      price: priceFor(body.imageOptions?.source, usableModel(body.imageOptions?.model)),
      sharing: sharingOf(body.sharingOptions),
      ...(body.exportAs && { exportAs: body.exportAs }),
      ...(folderId && { folderId }),
    };
    return accept(call, service, order, createWarnings(body));
  },
});

function pagesOf(body: CreateBody): Page[] {
  return body.pages ?? [{ inputText: body.inputText ?? '' }];
}

/** A page says what it says differently; the rest is said once for all of them. */
function inputOf(body: CreateBody, page: Page): DocInput {
  const said = { ...body, ...page };
  const dimensions = said.cardOptions?.dimensions;
  const allowed: readonly (string | undefined)[] = dimensionsOf[body.format];
  return {
    text: page.inputText,
    format: body.format,
    ...(said.numCards && said.cardSplit !== 'inputTextBreaks' && { numCards: said.numCards }),
    ...(said.cardSplit && { cardSplit: said.cardSplit }),
    ...(said.title && { title: said.title }),
    ...(body.themeId && { themeId: body.themeId }),
    ...(said.imageOptions?.source && { imageSource: said.imageOptions.source }),
    ...(said.imageOptions?.style && { imageStyle: said.imageOptions.style }),
    ...(dimensions && allowed.includes(dimensions) && { dimensions }),
    ...(said.textOptions?.language && { language: said.textOptions.language }),
    ...(said.textMode && { textMode: said.textMode }),
    ...(said.additionalInstructions && { instructions: said.additionalInstructions }),
    ...(said.textOptions?.audience && { audience: said.textOptions.audience }),
    ...(said.textOptions?.tone && { tone: said.textOptions.tone }),
  };
}
