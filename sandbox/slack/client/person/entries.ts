import type { Element } from '../../blocks/walk.ts';
import type { Entry } from '../../contract.ts';
import type { FileInfo } from '../../protocol.ts';
import { isAllowedFile } from '../../views/entries.ts';
import { holdsSeveral, stateField } from '../../views/state.ts';
import type { Option } from '../choices.ts';

/** Returns the options of a menu for a query. */
type Offers = (query: string) => Promise<Option[]>;

/** Returns the state of a field after a person has entered a value. Throws if a Slack client would not allow it. */
export async function stateAfter(
  element: Element,
  entry: Entry,
  offers: Offers,
): Promise<Record<string, unknown>> {
  const { type } = element;
  const field = stateField(type);
  if (!field) throw new Error(`A ${type} cannot be filled in; press it.`);
  const several = holdsSeveral(type);
  if (entry === null) return { type, [field]: several ? [] : null };
  const entries = Array.isArray(entry) ? entry : [entry];
  const values: unknown[] = [];
  for (const each of entries) values.push(await fieldState(element, field, each, offers));
  if (!several && values.length > 1) throw new Error(`A ${type} takes one entry.`);
  return { type, [field]: several ? values : values[0] };
}

async function fieldState(
  element: Element,
  field: string,
  entry: string | number | boolean | FileInfo,
  offers: Offers,
): Promise<unknown> {
  if (field === 'files') return fileOf(element, entry);
  if (typeof entry === 'object') throw new Error(`A ${element.type} takes no file.`);
  if (field !== 'selected_option' && field !== 'selected_options') return String(entry);
  return findOption(element, String(entry), offers);
}

function fileOf(element: Element, entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null)
    throw new Error('A file_input takes a file from upload().');
  const allowed = element.filetypes as string[] | undefined;
  const file = entry as FileInfo;
  if (allowed && !isAllowedFile(file, allowed)) {
    throw new Error(`${file.name} is none of the types that can be uploaded here: ${allowed.join(', ')}`);
  }
  return file;
}

/** Finds an option by label or value: in the whole list if the menu shows it, otherwise by typing its label. */
async function findOption(element: Element, wanted: string, offers: Offers): Promise<Option> {
  const isAsked = element.type.endsWith('external_select');
  const queries = isAsked && element.min_query_length !== 0 ? [wanted] : ['', wanted];
  const seen: string[] = [];
  for (const query of queries) {
    const options = await offers(query);
    const found = options.find((option) => option.value === wanted || option.text.text === wanted);
    if (found) return found;
    seen.push(...options.map((option) => option.text.text));
  }
  throw new Error(`"${wanted}" is not offered. Offered: ${[...new Set(seen)].join(', ') || 'nothing'}`);
}
