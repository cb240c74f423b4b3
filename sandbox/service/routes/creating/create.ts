import type { DocInput } from '../../engine/engine.ts';
import { withPictures } from '../../making/pictures.ts';
import type { Order } from '../../making/start.ts';
import { route } from '../route.ts';
import { accept } from './accept.ts';
import { checkCards, checkedFolder, checkTheme, sharingOf } from './order.ts';
import { type CreateBody, createBody, dimensionsOf, type Page } from './schemas.ts';
import { createWarnings } from './warnings.ts';

/** POST /generations: creates a doc from a text, or a site from several pages. */
export const createGeneration = route({
  method: 'POST',
  path: '/generations',
  scope: 'generate',
  body: createBody,
  async handle(call, service) {
    const { body } = call;
    checkTheme(body.themeId);
    const folderId = checkedFolder(service, call.principal, body);
    const inputs = pagesOf(body).map((page) => inputOf(body, page));
    for (const { numCards } of inputs) checkCards(numCards, service.maxCards);
    const order: Order = {
      inputs: await Promise.all(inputs.map(withPictures)),
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

/** Returns the input of a page. Its own fields override those of the request. */
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
    ...(dimensions && allowed.includes(dimensions) && { dimensions }),
    ...(said.textOptions?.language && { language: said.textOptions.language }),
    ...(said.textMode && { textMode: said.textMode }),
    ...(body.additionalInstructions && { instructions: body.additionalInstructions }),
  };
}
