/** Puts changes in the audit trail into words for the download. The stored lines keep the names of settings, which never change. */

/** Words for settings whose names are not clear, and for their values. Other names are split into words, and other values are shown as they are. */
const settings: Record<string, [label: string, values?: Record<string, string>]> = {
  guests: ['guests may use Deckhand'],
  changes: ['who changes finished documents', { asker: 'who asked and admins', everyone: 'everybody there' }],
  readers: ['what people see about readers', { figures: 'figures without names' }],
  search: ['/deck find searches', { made_here: 'documents made here', account: 'the whole account' }],
  accessFor: ['who may get access', { workspace: 'nobody outside' }],
  pictures: ['first slide on results'],
  whoConnects: ['who may connect'],
  spenders: ['who may spend credits', { listed: 'those listed' }],
  spenderPeople: ['people who may spend'],
  spenderGroups: ['user groups that may spend'],
  spendOn: ['what may be made'],
  creditsOfPerson: ['limit of a person'],
  creditsOfChannel: ['limit of a channel'],
  creditsOfTeam: ['limit of the workspace'],
  creditsOf: ['limits of single people and channels'],
  seenBy: ['who sees new results', { me: 'only the asker', here: 'everybody there' }],
  exportAs: ['file'],
  deliverTo: ['posted to'],
};

const values: Record<string, string> = { null: 'none', unset: 'not set', '(text)': 'a text', '[]': 'none' };

/** Matches a change at its beginning, and splits it into name, old and new value: `creditsOfPerson=null→30`. */
const CHANGE = /^([A-Za-z0-9_-]+)=(.*)→(.*)$/;

/**
 * Returns the `object` of a line in words, such as "limit of a person: none to 30". Text that is no change, such as the id of a digest, stays.
 * A line of an older version is read in the same way.
 */
export function changesInWords(object: string): string {
  // A value may contain spaces, so a new part begins only before a name. A channel's defaults begin with its id: `C1=tone=…`.
  const [, channel = '', rest = ''] = /^(?:([CG][A-Z0-9]+)=(?=[A-Za-z]+=))?(.*)$/s.exec(object) ?? [];
  const parts = rest.split(/ (?=[A-Za-z]+=)/);
  if (!parts.some((part) => CHANGE.test(part))) return object;
  const words = parts.map((part) => {
    const [, name = '', old = '', now = ''] = CHANGE.exec(part) ?? [];
    if (!name) return part;
    const [label = spelled(name), own = {}] = settings[name] ?? [];
    const word = (value: string) => own[value] ?? values[value] ?? listed(value);
    return `${label}: ${word(old)} to ${word(now)}`;
  });
  return [...(channel ? [channel] : []), words.join('; ')].join(' ');
}

/** Returns "asks per hour" for `asksPerHour`. An id stays. */
function spelled(name: string): string {
  return /^[a-z]/.test(name) ? name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) : name;
}

/** Returns "quick, digest" for `["quick","digest"]`. Any other value stays. */
function listed(value: string): string {
  return /^\["[^"]*"(?:,"[^"]*")*\]$/.test(value) ? value.slice(2, -2).replaceAll('","', ', ') : value;
}
