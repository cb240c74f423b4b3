import type { ViewOutput } from '@slack/bolt';
import { exportFormats, formats } from '../../service/options.ts';
import { oneLine } from '../kit/text.ts';
import { type Field, fields, promptField } from './fields.ts';
import { type AttachedFile, type Choice, type DeckForm, emptyForm } from './form.ts';
import { type Metadata, unpackMetadata } from './metadata.ts';

type Values = ViewOutput['state']['values'];
type Value = Values[string][string];

/** The parts of a view that the form is read from. */
export interface FormView {
  state: { values: Values };
  private_metadata: string;
}

/** What the person has put into the form, from the fields on display and what is remembered of the others. */
export function readForm(view: FormView): { form: DeckForm; metadata: Metadata } {
  const metadata = unpackMetadata(view.private_metadata);
  const kept = defined({ ...metadata.hidden, source: metadata.source });
  const form = { ...emptyForm, ...kept, ...defined(shown(view.state.values, metadata)) };
  return { form, metadata };
}

/** Fields that are on display, empty ones included, so that what was cleared stays cleared. */
function shown(values: Values, { joins }: Metadata): Partial<DeckForm> {
  const at = (field: Field): Value | undefined => values[fields[field]]?.[fields[field]];
  return {
    startFrom: at('startFrom')?.selected_option?.value === 'template' ? 'template' : 'text',
    prompt: { texts: prompts(values), joins },
    file: file(at('file')),
    template: choice(at('template')),
    format: oneOf(formats, selected(at('format'))),
    cards: line(at('cards')),
    theme: choice(at('theme')),
    folder: choice(at('folder')),
    exportAs: oneOf([...exportFormats, 'none'], selected(at('exportAs'))),
    channel: at('channel')?.selected_conversation ?? undefined,
    title: line(at('title')),
    imageSource: selected(at('imageSource')),
    imageModel: selected(at('imageModel')),
    imageStyle: text(at('imageStyle')),
    workspaceAccess: selected(at('workspaceAccess')),
    externalAccess: selected(at('externalAccess')),
    recipients: text(at('recipients')),
    recipientAccess: selected(at('recipientAccess')),
    language: selected(at('language')),
    tone: line(at('tone')),
    audience: line(at('audience')),
  };
}

function prompts(values: Values): string[] {
  const texts: string[] = [];
  for (let part = 0; values[promptField(part)]; part++) {
    texts.push(text(values[promptField(part)]?.[promptField(part)]) ?? '');
  }
  return texts.length > 0 ? texts : [''];
}

/** undefined where the field is not on display; empty where it is and has nothing in it. */
function text(value: Value | undefined): string | undefined {
  return value && (value.value ?? '').toWellFormed();
}

function line(value: Value | undefined): string | undefined {
  return value && oneLine(value.value ?? '');
}

function selected(value: Value | undefined): string | undefined {
  return value?.selected_option?.value;
}

function choice(value: Value | undefined): Choice | undefined {
  const option = value?.selected_option;
  return option ? { id: option.value, name: option.text.text } : undefined;
}

function oneOf<const Name extends string>(
  names: readonly Name[],
  value: string | undefined,
): Name | undefined {
  return names.find((name) => name === value);
}

function file(value: Value | undefined): AttachedFile | undefined {
  const [first] = value?.files ?? [];
  return first && { id: first.id, name: first.name, ...(first.size !== undefined && { size: first.size }) };
}

function defined<Part extends object>(part: Part): { [Key in keyof Part]: Exclude<Part[Key], undefined> } {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as never;
}
