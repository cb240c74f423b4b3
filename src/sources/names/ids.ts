/** The ids that messages speak of, so that their names can be looked up before anything is written. */
export interface Ids {
  people: Set<string>;
  channels: Set<string>;
  groups: Set<string>;
}

const TOKENS = /<(@[UW]|#[CGD]|!subteam\^S)([A-Z0-9]+)/g;
const ELEMENTS = /"(user|user_id|channel_id|usergroup_id)":"([A-Z0-9]+)"/g;

export function idsIn(messages: unknown): Ids {
  const ids: Ids = { people: new Set(), channels: new Set(), groups: new Set() };
  const json = JSON.stringify(messages) ?? '';
  for (const [, kind = '', rest = ''] of json.matchAll(TOKENS)) {
    const id = `${kind.at(-1)}${rest}`;
    if (kind.startsWith('@')) ids.people.add(id);
    else if (kind.startsWith('#')) ids.channels.add(id);
    else ids.groups.add(id);
  }
  for (const [, key, id = ''] of json.matchAll(ELEMENTS)) {
    if (key === 'channel_id') ids.channels.add(id);
    else if (key === 'usergroup_id') ids.groups.add(id);
    else ids.people.add(id);
  }
  return ids;
}
