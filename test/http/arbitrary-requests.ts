import fc from 'fast-check';
import { API_KEY_FORM, actions, DECK_FORM, DISCONNECT_FORM } from '../../src/slack/bolt/routes/action-ids.ts';

/** An arbitrary request: to any route, or to Slack's route with a body that is almost as Slack sends it. */
export interface OddRequest {
  method: string;
  /** with the query */
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** whether it is signed with the signing secret */
  isSigned: boolean;
}

const PATHS = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/slack/install',
  '/slack/oauth_redirect',
  '/service/connect',
  '/service/callback',
  '/slack/events',
  '/',
  '//',
  '/nothing',
];

const PARAMETERS = ['ticket', 'go', 'code', 'state', 'error', 'iss', 'error_description', 'team', 'x'];

const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', '0', 'null', '__proto__', "' or 1=1 --", '../..', '%00', '\u0000', 'T0SMALL', 'U0ANA'),
);

const query = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...PARAMETERS), text), text), { maxLength: 5 })
  .map((pairs) => {
    const search = new URLSearchParams();
    for (const [name, value] of pairs) search.append(name.toWellFormed(), value.toWellFormed());
    return search.toString();
  });

const rawQuery = fc.string({ maxLength: 60 }).map((raw) => raw.replace(/[^\x21-\x7e]/g, '%'));

const path = fc
  .tuple(fc.constantFrom(...PATHS), fc.oneof(query, rawQuery))
  .map(([base, rest]) => (rest ? `${base}?${rest.replaceAll('#', '')}` : base));

const headers = fc.record(
  {
    cookie: fc.string({ maxLength: 60 }).map(printable),
    'content-type': fc.constantFrom(
      'application/json',
      'application/x-www-form-urlencoded',
      'application/x-www-form-urlencoded; charset=utf-8',
      'text/plain',
      'multipart/form-data; boundary=x',
    ),
    'x-slack-signature': fc.constantFrom('', 'v0=', 'v0=0000'),
    'x-slack-request-timestamp': fc.constantFrom('', '0', 'NaN', '99999999999999'),
    'x-slack-retry-num': text.map(printable),
  },
  { requiredKeys: [] },
);

function printable(value: string): string {
  return value.replace(/[^\x20-\x7e]/g, '').trim();
}

const json = fc.jsonValue({ maxDepth: 3 });
const maybe = (value: fc.Arbitrary<unknown>) => fc.oneof({ weight: 4, arbitrary: value }, json);

const view = fc.record(
  {
    id: maybe(fc.constant('V1')),
    type: maybe(fc.constantFrom('modal', 'home')),
    callback_id: maybe(fc.constantFrom(DECK_FORM, API_KEY_FORM, DISCONNECT_FORM)),
    private_metadata: maybe(
      fc.oneof(
        text,
        json.map((value) => JSON.stringify(value)),
      ),
    ),
    state: maybe(fc.record({ values: json })),
    blocks: json,
  },
  { requiredKeys: [] },
);

/** Bodies of Slack's requests, with fields missing or of another type. */
const nearlySlack = fc.record(
  {
    type: maybe(
      fc.constantFrom(
        'event_callback',
        'block_actions',
        'view_submission',
        'view_closed',
        'block_suggestion',
        'shortcut',
        'message_action',
        'url_verification',
      ),
    ),
    command: maybe(fc.constant('/deck')),
    text: maybe(fc.oneof(text, fc.constantFrom('connect', 'disconnect', 'recent', 'help'))),
    team_id: maybe(fc.constant('T0SMALL')),
    team: maybe(fc.constant({ id: 'T0SMALL' })),
    user_id: maybe(fc.constant('U0ANA')),
    user: maybe(fc.constant({ id: 'U0ANA', team_id: 'T0SMALL' })),
    channel_id: maybe(fc.constant('C0GENERAL')),
    trigger_id: maybe(fc.constant('1.1')),
    event: maybe(
      fc.record(
        {
          type: fc.constantFrom('app_home_opened', 'message', 'app_mention', 'tokens_revoked'),
          user: json,
          tab: fc.constantFrom('home', 'messages'),
          channel: json,
          tokens: json,
        },
        { requiredKeys: ['type'] },
      ),
    ),
    event_id: json,
    actions: maybe(
      fc.array(
        fc.record({
          type: fc.constantFrom('button', 'overflow'),
          action_id: fc.constantFrom(...Object.values(actions)),
          block_id: text,
          value: json,
        }),
        { maxLength: 2 },
      ),
    ),
    callback_id: json,
    container: json,
    view,
    is_enterprise_install: json,
  },
  { requiredKeys: [] },
);

const content = fc.oneof(nearlySlack, nearlySlack, json);

const body = fc.oneof(
  content.map((value) => ({ type: 'application/json', body: JSON.stringify(value) })),
  content.map((value) => ({
    type: 'application/x-www-form-urlencoded',
    body: `payload=${encodeURIComponent(JSON.stringify(value))}`,
  })),
  nearlySlack.map((value) => ({ type: 'application/x-www-form-urlencoded', body: formOf(value) })),
  text.map((value) => ({ type: 'application/json', body: value })),
  text.map((value) => ({ type: 'application/x-www-form-urlencoded', body: value })),
);

/** Encodes an object as a flat form, as Slack does for commands. Values that are not strings are encoded as JSON. */
function formOf(value: object): string {
  const pairs = Object.entries(value).map(([name, entry]) => [
    name,
    typeof entry === 'string' ? entry.toWellFormed() : JSON.stringify(entry),
  ]);
  return new URLSearchParams(pairs as [string, string][]).toString();
}

const anywhere: fc.Arbitrary<OddRequest> = fc.record({
  method: fc.constantFrom('GET', 'GET', 'GET', 'POST', 'PUT', 'HEAD', 'OPTIONS', 'DELETE'),
  path,
  headers,
  isSigned: fc.constant(false),
});

const toSlackRoute: fc.Arbitrary<OddRequest> = fc
  .record({ body, headers, isSigned: fc.boolean() })
  .map(({ body: { type, body: sent }, headers: given, isSigned }) => ({
    method: 'POST',
    path: '/slack/events',
    headers: isSigned ? { 'content-type': type } : { 'content-type': type, ...given },
    body: sent,
    isSigned,
  }));

export const oddRequest: fc.Arbitrary<OddRequest> = fc.oneof(anywhere, toSlackRoute, toSlackRoute);
