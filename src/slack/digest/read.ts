import type { ViewOutput } from '@slack/bolt';
import { topics } from '../../digests/digest.ts';
import { exportFormats, formats } from '../../service/options.ts';
import type { Choice } from '../kit/form/controls.ts';
import { deliverChoices, everyChoices, quietChoices } from './choices.ts';
import { digestFields } from './fields.ts';
import { type DigestField, type DigestForm, emptyDigestForm } from './form.ts';
import { type DigestMetadata, unpackMetadata } from './metadata.ts';

type Values = ViewOutput['state']['values'];
type Value = Values[string][string];

/** What the person has put into the form, from the fields on display and what is remembered of the others. */
export function readDigestForm(view: { state: { values: Values }; private_metadata: string }): {
  form: DigestForm;
  metadata: DigestMetadata;
} {
  const metadata = unpackMetadata(view.private_metadata);
  const form = { ...emptyDigestForm, ...defined(metadata.hidden), ...defined(shown(view.state.values)) };
  return { form, metadata };
}

/** Fields that are on display; what was cleared there stays cleared. */
function shown(values: Values): Partial<DigestForm> {
  const at = (field: DigestField): Value | undefined => values[digestFields[field]]?.[digestFields[field]];
  return {
    channel: at('channel')?.selected_conversation ?? undefined,
    every: oneOf(everyChoices, at('every')),
    weekday: wholeNumber(selected(at('weekday'))),
    day: selected(at('day')) === 'last' ? 'last' : wholeNumber(selected(at('day'))),
    time: at('time') && (at('time')?.selected_time ?? ''),
    zone: at('zone') && (selected(at('zone')) ?? ''),
    line: text(at('line')),
    topics: at('topics') && topics.filter((topic) => ticked(at('topics')).includes(topic)),
    words: text(at('words')),
    template: choice(at('template')),
    theme: choice(at('theme')),
    format: formats.find((format) => format === selected(at('format'))),
    exportAs: [...exportFormats, 'none' as const].find((format) => format === selected(at('exportAs'))),
    threshold: text(at('threshold'))?.trim(),
    quiet: oneOf(quietChoices, at('quiet')),
    deliver: oneOf(deliverChoices, at('deliver')),
    person: at('person')?.selected_user ?? undefined,
    link: text(at('link'))?.trim(),
  };
}

/** undefined where the field is not on display; empty where it is and has nothing in it. */
function text(value: Value | undefined): string | undefined {
  return value && (value.value ?? '').toWellFormed();
}

function selected(value: Value | undefined): string | undefined {
  return value?.selected_option?.value;
}

function ticked(value: Value | undefined): string[] {
  return value?.selected_options?.map((option) => option.value) ?? [];
}

function choice(value: Value | undefined): Choice | undefined {
  const option = value?.selected_option;
  return option ? { id: option.value, name: option.text.text } : undefined;
}

function oneOf<Word extends string>(
  choices: readonly (readonly [Word, string])[],
  value: Value | undefined,
): Word | undefined {
  return choices.find(([word]) => word === selected(value))?.[0];
}

function wholeNumber(text: string | undefined): number | undefined {
  return text && /^\d{1,2}$/.test(text) ? Number(text) : undefined;
}

function defined<Part extends object>(part: Part): { [Key in keyof Part]: Exclude<Part[Key], undefined> } {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as never;
}
