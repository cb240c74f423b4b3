import type { Ask } from '../../asks/schema.ts';
import type { GenerationInput, TemplateGenerationInput } from '../../service/routes/generations.ts';

/** Builds the service's requests from an ask and its collected text. No I/O. */

/** The service likes to rewrite names, dates and links of a given text (field notes, "Fidelity"). */
const KEEP_FACTS = 'Keep names, figures, dates and links exactly as they are written.';

/** Says how to treat a conversation, so that nobody gets the minutes of a chat. */
const FROM_TALK = [
  'The text is a conversation from Slack: every message begins with who said it and when, and the time links to it.',
  'Tell what the conversation came to and what it rests on, not message by message.',
  'Name who decided and who does what by when, and keep the link to the message beside each decision and action item.',
  'Say nothing that was not said.',
].join(' ');

/** The body of `POST /generations`. */
export function textRequest(ask: Ask, text: string): GenerationInput {
  const isGiven = ask.source.kind !== 'text';
  const instructions = isGiven ? instructionsFor(ask) : undefined;
  return {
    inputText: text,
    textMode: isGiven ? 'condense' : 'generate',
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
  const prompt = withInstructions(ask, text);
  return { templateId: template, prompt, ...images(ask, false), ...shared(ask) };
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

function textOptions({ source, language, tone, audience }: Ask) {
  const isWritten = source.kind === 'text';
  const options = {
    ...(language && { language }),
    ...(isWritten && tone && { tone }),
    ...(isWritten && audience && { audience }),
  };
  return Object.keys(options).length > 0 ? { textOptions: options } : {};
}
