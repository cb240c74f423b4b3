import type { Ask } from '../asks/schema.ts';
import type { GenerationInput, TemplateGenerationInput } from '../service/generations.ts';

/** From an ask and its collected text to what the service is asked for. No I/O. */

/** The service likes to rewrite names, dates and links of a given text (field notes, "Fidelity"). */
const KEEP_FACTS = 'Keep names, figures, dates and links exactly as they are written.';

/** The body of `POST /generations`. */
export function textRequest(ask: Ask, text: string): GenerationInput {
  const fromFile = ask.source.kind === 'file';
  const instructions = fromFile ? [KEEP_FACTS, ask.prompt].filter(Boolean).join('\n') : undefined;
  return {
    inputText: text,
    textMode: fromFile ? 'condense' : 'generate',
    format: ask.format,
    ...(ask.cards !== undefined && { numCards: ask.cards }),
    ...(instructions && { additionalInstructions: instructions.slice(0, 5000) }),
    ...textOptions(ask),
    ...images(ask, true),
    ...shared(ask),
  };
}

/** The body of `POST /generations/from-template`: the template keeps its layout and card count. */
export function templateRequest(ask: Ask, template: string, text: string): TemplateGenerationInput {
  const prompt = ask.source.kind === 'file' && ask.prompt ? `${ask.prompt}\n\n${text}` : text;
  return { templateId: template, prompt, ...images(ask, false), ...shared(ask) };
}

function shared(ask: Ask) {
  return {
    ...(ask.title && { title: ask.title }),
    ...(ask.theme && { themeId: ask.theme.id }),
    ...(ask.folder && { folderId: ask.folder.id }),
    ...(ask.exportAs && { exportAs: ask.exportAs }),
    ...sharing(ask),
  };
}

function sharing(ask: Ask) {
  if (!ask.sharing) return {};
  const { workspaceAccess, externalAccess, recipients, recipientAccess } = ask.sharing;
  const emailOptions = recipients?.length
    ? { recipients, ...(recipientAccess && { access: recipientAccess }) }
    : undefined;
  const options = {
    ...(workspaceAccess && { workspaceAccess }),
    ...(externalAccess && { externalAccess }),
    ...(emailOptions && { emailOptions }),
  };
  return Object.keys(options).length > 0 ? { sharingOptions: options } : {};
}

/** Only generation from text takes an image source; a template brings its own. */
function images(ask: Ask, withSource: boolean) {
  const options = {
    ...(withSource && ask.images?.source && { source: ask.images.source }),
    ...(ask.images?.model && { model: ask.images.model }),
    ...(ask.images?.style && { style: ask.images.style }),
  };
  return Object.keys(options).length > 0 ? { imageOptions: options } : {};
}

function textOptions(ask: Ask) {
  const options = {
    ...(ask.language && { language: ask.language }),
    ...(ask.tone && { tone: ask.tone }),
    ...(ask.audience && { audience: ask.audience }),
  };
  return Object.keys(options).length > 0 ? { textOptions: options } : {};
}
