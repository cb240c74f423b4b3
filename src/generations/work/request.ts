import { instructionsFor, isWrittenOut, textModeOf, textToSend } from '../../asks/request-text.ts';
import type { Ask } from '../../asks/schema.ts';
import { isKeptAsPages, joinSections, keptSections } from '../../asks/sections.ts';
import { TITLE_LIMIT } from '../../service/options.ts';
import type { AgentGenerationInput } from '../../service/routes/agent.ts';
import type { GenerationInput, TemplateGenerationInput } from '../../service/routes/generations.ts';

/** The bodies of the service's requests, created from an ask and its text. */

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

/** Returns the fields that contain the text. Asks for one slide per page, because the service would otherwise make and charge for ten. */
function contentOf(
  ask: Ask,
  text: string,
): Pick<GenerationInput, 'inputText' | 'pages' | 'cardSplit' | 'numCards'> {
  const sections = keptSections(ask, text);
  if (!sections) return { inputText: text, numCards: ask.slides };
  if (!isKeptAsPages(ask)) return { inputText: joinSections(sections), cardSplit: 'inputTextBreaks' };
  return {
    pages: sections.map(({ text: inputText, title }) => ({
      inputText,
      ...(title && { title: title.slice(0, TITLE_LIMIT) }),
      numCards: 1,
    })),
  };
}

/** Returns the body of `POST /generations/from-template`. Choices for which this request has no field are written into the prompt. */
export function templateRequest(ask: FromTemplate, text: string): TemplateGenerationInput {
  const { model, style } = ask.images ?? {};
  const imageOptions = chosen({ model, style });
  return { templateId: ask.template.id, prompt: textToSend(ask, text), imageOptions, ...shared(ask) };
}

type FromTemplate = Ask & Required<Pick<Ask, 'template'>>;

/** Returns the body of `POST /agent/generations`. The service refuses a theme together with a template, which has its own theme. */
export function agentRequest(ask: Ask, text: string): AgentGenerationInput {
  const { work, template } = ask;
  const { title: _, themeId, ...rest } = shared(ask);
  return {
    prompt: text,
    // The service refuses only `webpage` here. The client checks the request and throws for this format, so the cast is safe.
    ...(!template && { format: ask.format as AgentGenerationInput['format'] }),
    numCards: ask.slides,
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
    // For a digest, the service chooses the title from the content, because the ask's title names only the channel and the days.
    title: digest ? undefined : title,
    themeId: theme?.id,
    folderId: folder?.id,
    exportAs,
    sharingOptions: chosen({ workspaceAccess, externalAccess, emailOptions }),
  };
}

/** Returns the options that have a value. Returns undefined if none has, so that no empty object is sent. */
function chosen<Options extends object>(options: Options): Partial<Options> | undefined {
  const given = Object.entries(options).filter(([, value]) => value);
  return given.length > 0 ? (Object.fromEntries(given) as Partial<Options>) : undefined;
}
