import { instructionsFor, isWrittenOut, textModeOf, textToSend } from '../../asks/request-text.ts';
import type { Ask } from '../../asks/schema.ts';
import { isKeptAsPages, joinSections, keptSections } from '../../asks/sections.ts';
import { TITLE_LIMIT } from '../../service/options.ts';
import type { AgentGenerationInput } from '../../service/routes/agent.ts';
import type { GenerationInput, TemplateGenerationInput } from '../../service/routes/generations.ts';

/** Builds the service's requests from an ask and its text. No I/O. */

/** Returns the body of `POST /generations`. */
export function textRequest(ask: Ask, text: string): GenerationInput {
  const { language, tone, audience } = ask;
  return {
    ...contentOf(ask, text),
    textMode: textModeOf(ask, text),
    format: ask.format,
    additionalInstructions: instructionsFor(ask) || undefined,
    textOptions: chosen(isWrittenOut(ask) ? { language, tone, audience } : { language }),
    imageOptions: chosen({ ...ask.images }),
    ...shared(ask),
  };
}

/**
 * Returns the fields of the request that contain the text: as a whole, as sections with breaks between them, or as pages. Each page is
 * limited to one slide. Without this limit, the service would make ten slides of each page and charge for all of them.
 */
function contentOf(
  ask: Ask,
  text: string,
): Pick<GenerationInput, 'inputText' | 'pages' | 'cardSplit' | 'numCards'> {
  const sections = keptSections(ask, text);
  if (!sections) return { inputText: text, numCards: ask.cards };
  if (!isKeptAsPages(ask)) return { inputText: joinSections(sections), cardSplit: 'inputTextBreaks' };
  return {
    pages: sections.map(({ text: inputText, title }) => ({
      inputText,
      ...(title && { title: title.slice(0, TITLE_LIMIT) }),
      numCards: 1,
    })),
  };
}

/** Returns the body of `POST /generations/from-template`. Options for which this request has no field are written into the prompt. */
export function templateRequest(ask: FromTemplate, text: string): TemplateGenerationInput {
  const { model, style } = ask.images ?? {};
  const imageOptions = chosen({ model, style });
  return { templateId: ask.template.id, prompt: textToSend(ask, text), imageOptions, ...shared(ask) };
}

type FromTemplate = Ask & Required<Pick<Ask, 'template'>>;

/**
 * Returns the body of `POST /agent/generations`. It has fewer options than the other requests, so the remaining options are written into
 * the instructions. A template has its own theme, and the service refuses a request with both a template and a theme.
 */
export function agentRequest(ask: Ask, text: string): AgentGenerationInput {
  const { work, template } = ask;
  const { title: _, themeId, ...rest } = shared(ask);
  return {
    prompt: text,
    // The client rejects the format `webpage`, because the service would refuse it.
    ...(!template && { format: ask.format as AgentGenerationInput['format'] }),
    numCards: ask.cards,
    additionalInstructions: instructionsFor(ask) || undefined,
    quality: work.kind === 'agent' ? work.quality : undefined,
    ...(template ? { templateId: template.id } : { themeId }),
    ...rest,
  };
}

function shared({ title, digest, theme, folder, exportAs, sharing = {} }: Ask) {
  const { workspaceAccess, externalAccess, recipients, recipientAccess } = sharing;
  const emailOptions = recipients?.length ? { recipients, access: recipientAccess } : undefined;
  return {
    // The title of a digest names only its channel and days. The service gives the document a title by its content instead.
    title: digest ? undefined : title,
    themeId: theme?.id,
    folderId: folder?.id,
    exportAs,
    sharingOptions: chosen({ workspaceAccess, externalAccess, emailOptions }),
  };
}

/** Returns the options that have a value; undefined if none has, so that no empty object is sent. */
function chosen<Options extends object>(options: Options): Partial<Options> | undefined {
  const given = Object.entries(options).filter(([, value]) => value);
  return given.length > 0 ? (Object.fromEntries(given) as Partial<Options>) : undefined;
}
