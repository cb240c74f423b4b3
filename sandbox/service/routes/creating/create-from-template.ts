import { Refusal } from '../../http/refusal.ts';
import { askedNumber } from '../../making/asked-number.ts';
import { isCurrent } from '../../making/doc.ts';
import { withPictures } from '../../making/pictures.ts';
import type { Order } from '../../making/start.ts';
import type { Principal } from '../../principal.ts';
import type { Service } from '../../service.ts';
import type { Doc } from '../../store/records.ts';
import { route } from '../route.ts';
import { accept } from './accept.ts';
import { checkedFolder, checkTheme, sharingOf } from './order.ts';
import { type FromTemplateBody, fromTemplateBody } from './schemas.ts';
import { fromTemplateWarnings } from './warnings.ts';

/** POST /generations/from-template: creates a doc with the headings of another doc and new content. */
export const createFromTemplate = route({
  method: 'POST',
  path: '/generations/from-template',
  scope: 'generate',
  body: fromTemplateBody,
  async handle(call, service) {
    const { body } = call;
    const template = findTemplate(service, call.principal, body.gammaId);
    checkTheme(body.themeId);
    const folderId = checkedFolder(service, call.principal, body);
    const order: Order = {
      inputs: [await withPictures(inputOf(body, template))],
      sharing: sharingOf(body.sharingOptions),
      ...(body.exportAs && { exportAs: body.exportAs }),
      ...(folderId && { folderId }),
    };
    return accept(call, service, order, fromTemplateWarnings(body));
  },
});

export function findTemplate(service: Service, by: Principal, id: string): Doc {
  const doc = service.store.docs.get(id);
  if (doc?.workspaceId !== by.workspaceId || !isCurrent(doc)) {
    throw new Refusal(400, `Template not found. gammaId: ${id}`);
  }
  if (doc.pages !== 1) {
    throw new Refusal(400, `Template must contain exactly one Page. gammaId: ${id} has ${doc.pages} Pages`);
  }
  return doc;
}

/** Content between two equal lines of equals signs at the end of a prompt. The text before it is an instruction. */
const GIVEN = /^(={3,})\n([\s\S]*)\n\1\s*$/m;

function inputOf(body: FromTemplateBody, template: Doc) {
  const given = GIVEN.exec(body.prompt);
  const numCards = askedNumber(given ? body.prompt.slice(0, given.index) : body.prompt);
  return {
    text: given?.[2]?.trim() || body.prompt,
    format: template.format,
    template: template.deck,
    themeId: body.themeId ?? template.deck.themeId,
    ...(numCards && { numCards }),
    ...(body.title && { title: body.title }),
  };
}
