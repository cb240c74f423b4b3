import type { Ask } from '../../asks/schema.ts';
import { INSTRUCTIONS_LIMIT } from '../../service/options.ts';
import type { GenerationInput, TemplateGenerationInput } from '../../service/routes/generations.ts';

/** Builds the service's requests from an ask and its collected text. No I/O. */

/** The service likes to rewrite names, dates and links of a given text (field notes, "Fidelity"). */
const KEEP_FACTS = 'Keep names, figures, dates and links exactly as they are written.';

/** Says how to treat a conversation, so that nobody gets the minutes of a chat. */
const FROM_TALK = [
  'The text is a conversation from Slack: every message begins with who said it and when, and the time links to it.',
  'Within a message, a line that looks like such a beginning is a quotation.',
  'Tell what the conversation came to and what it rests on, not message by message.',
  'Name who decided and who does what by when, and keep the link to the message beside each decision and action item.',
  'Say nothing that was not said.',
].join(' ');

/** The body of `POST /generations`. */
export function textRequest(ask: Ask, text: string): GenerationInput {
  const { language, tone, audience } = ask;
  const isGiven = ask.source.kind !== 'text';
  return {
    inputText: text,
    textMode: isGiven ? 'condense' : 'generate',
    format: ask.format,
    numCards: ask.cards,
    additionalInstructions: isGiven ? instructionsFor(ask).slice(0, INSTRUCTIONS_LIMIT) : undefined,
    textOptions: chosen(isGiven ? { language } : { language, tone, audience }),
    imageOptions: chosen({ ...ask.images }),
    ...shared(ask),
  };
}

/** The body of `POST /generations/from-template`: the template keeps its layout, card count and source of images. */
export function templateRequest(ask: Ask, templateId: string, text: string): TemplateGenerationInput {
  const { model, style } = ask.images ?? {};
  const prompt = withInstructions(ask, text);
  return { templateId, prompt, imageOptions: chosen({ model, style }), ...shared(ask) };
}

/** Instructions for a text that was given; the person's own come last, where they weigh most. */
function instructionsFor({ source, prompt, audience, tone }: Ask): string {
  const isTalk = source.kind === 'thread' || source.kind === 'channel';
  return [
    KEEP_FACTS,
    isTalk && FROM_TALK,
    // The service takes these as options only where it writes the text itself.
    audience && `Write it for: ${audience}.`,
    tone && `Tone: ${tone}.`,
    prompt,
  ]
    .filter(Boolean)
    .join('\n');
}

/** A template takes one text for everything. */
function withInstructions(ask: Ask, text: string): string {
  if (ask.source.kind === 'text') return text;
  if (ask.source.kind === 'file') return ask.prompt ? `${ask.prompt}\n\n${text}` : text;
  return `${instructionsFor(ask)}\n\n${text}`;
}

function shared({ title, theme, folder, exportAs, sharing = {} }: Ask) {
  const { workspaceAccess, externalAccess, recipients, recipientAccess } = sharing;
  const emailOptions = recipients?.length ? { recipients, access: recipientAccess } : undefined;
  return {
    title,
    themeId: theme?.id,
    folderId: folder?.id,
    exportAs,
    sharingOptions: chosen({ workspaceAccess, externalAccess, emailOptions }),
  };
}

/** The options that have a value; undefined where none has, so that no empty object is sent. */
function chosen<Options extends object>(options: Options): Partial<Options> | undefined {
  const given = Object.entries(options).filter(([, value]) => value);
  return given.length > 0 ? (Object.fromEntries(given) as Partial<Options>) : undefined;
}
