import type { ExportFormat, Format } from '../../service/options.ts';
import type { ThreadRef } from '../thread/threads.ts';

/** What a person has put into the form so far, valid or not. Text is as typed; menus hold what was chosen. */
export interface DeckForm {
  /** The thread that it is made of, where the form was opened on one; `prompt` then says what to look for in it. */
  source?: ThreadSource;
  startFrom: 'text' | 'template';
  /** More than one where a text from the command is longer than one Slack field; see continuation.ts. */
  prompt: PromptParts;
  file?: AttachedFile;
  template?: Choice;
  format: Format;
  cards: string;
  theme?: Choice;
  folder?: Choice;
  exportAs: ExportFormat | 'none';
  /** Where to post. */
  channel?: string;
  title: string;
  imageSource?: string;
  imageModel?: string;
  imageStyle: string;
  workspaceAccess?: string;
  externalAccess?: string;
  recipients: string;
  recipientAccess?: string;
  language?: string;
  tone: string;
  audience: string;
}

export interface ThreadSource extends ThreadRef {
  /** How it begins. */
  name?: string | undefined;
}

export interface PromptParts {
  texts: string[];
  /** What stood between two neighbours before they were parted: one fewer than the texts. */
  joins: Join[];
}
export type Join = '\n' | ' ' | '';

/** An option of a searchable menu. */
export interface Choice {
  id: string;
  name: string;
}

export interface AttachedFile {
  id: string;
  name: string;
  /** bytes, where Slack says it */
  size?: number;
}

export const emptyForm: DeckForm = {
  startFrom: 'text',
  prompt: { texts: [''], joins: [] },
  format: 'presentation',
  cards: '',
  exportAs: 'pptx',
  title: '',
  imageStyle: '',
  recipients: '',
  tone: '',
  audience: '',
};

/** Fields behind "More options", in their order. */
export const moreFields = [
  'title',
  'imageSource',
  'imageModel',
  'imageStyle',
  'workspaceAccess',
  'externalAccess',
  'recipients',
  'recipientAccess',
  'language',
  'tone',
  'audience',
] as const;
export type MoreField = (typeof moreFields)[number];

export function isFilled(form: DeckForm, field: MoreField): boolean {
  return Boolean(form[field]);
}

/** Fields that a generation from a template does not take: the template decides them. */
export const textOnlyFields = ['format', 'cards', 'imageSource', 'language', 'tone', 'audience'] as const;

/** Fields that a thread does without: it is the text, and the result comes back into it. */
const notOfThreads: (keyof DeckForm)[] = ['file', 'channel'];

export function takesField(form: DeckForm, field: keyof DeckForm): boolean {
  if (form.source && notOfThreads.includes(field)) return false;
  if (field === 'template') return form.startFrom === 'template';
  return form.startFrom === 'text' || !(textOnlyFields as readonly string[]).includes(field);
}
