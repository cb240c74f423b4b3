import { within } from '../../clock.ts';
import { slackError } from '../bolt/calls/clients.ts';
import type { SlackContext } from '../bolt/context.ts';
import { canSeeGeneration } from '../bolt/permissions/generation-access.ts';
import { mayManageDocument } from '../bolt/permissions/permissions.ts';
import type { EventOf, PersonEventOf } from '../bolt/requests.ts';
import { type LinkedDocument, panelEntity } from './entity.ts';
import { isLinked } from './unfurl.ts';

type Requested = PersonEventOf<'entity_details_requested'>;

/** Handles Slack's event that a person clicked on the card of a document's link, which opens a panel. */
export const detailsRequested = {
  ack: 'none' as const,
  by: ({ event }: EventOf<'entity_details_requested'>) => event.user,
  refuse: (requested: Requested, _: string, slack: SlackContext) =>
    present(requested, { error: { status: 'restricted' } }, slack),
  async handle(requested: Requested, slack: SlackContext): Promise<void> {
    await present(requested, await detailsFor(requested, slack), slack);
  },
};

type Details = Omit<Parameters<Requested['client']['entity']['presentDetails']>[0], 'trigger_id'>;

/** Timeout of the call to the service, in milliseconds. The panel must be sent within 3 s, before its `trigger_id` expires. */
const SERVICE_WITHIN_MS = 1000;

/** Returns the panel for this person. An unknown link gives the same error as a document that the person may not see. */
async function detailsFor(requested: Requested, slack: SlackContext): Promise<Details> {
  const { actor, event } = requested;
  const rows = (await slack.documents.withLink(actor, event.entity_url)).filter(isLinked);
  const document = await firstSeen(rows, requested, slack);
  if (!document || document === 'unknown') return { error: { status: document ? 'timeout' : 'restricted' } };
  const count = (signal: AbortSignal) => slack.documents.countComments(actor, document.id, signal);
  const [comments, isManager, { changes }] = await Promise.all([
    within(slack.clock, SERVICE_WITHIN_MS, count, null),
    mayManageDocument(requested, document, slack),
    slack.settings.of(actor.team),
  ]);
  const display = {
    mayChange: isManager || changes === 'everyone',
    seesCost: isManager,
    comments: comments?.ok ? comments.value : undefined,
    isGone: comments?.ok === false && comments.problem.reason === 'not_found',
  };
  return { metadata: panelEntity(document, display, slack) };
}

/** Returns the first generation that the person can see. Returns `unknown` if none was found, but Slack did not answer every check. */
async function firstSeen(
  rows: LinkedDocument[],
  requested: Requested,
  slack: SlackContext,
): Promise<LinkedDocument | 'unknown' | undefined> {
  const isUnknown: boolean[] = [];
  for (const row of rows) {
    const canSee = await canSeeGeneration(requested, requested.event.channel, row, slack);
    if (canSee === 'yes') return row;
    isUnknown.push(canSee === 'unknown');
  }
  return isUnknown.includes(true) ? 'unknown' : undefined;
}

/** Sends the panel to Slack. Errors are only logged, because Slack itself shows an error if no panel arrives. */
async function present({ client, event, actor }: Requested, details: Details, { log }: SlackContext) {
  await client.entity
    .presentDetails({ trigger_id: event.trigger_id, ...details })
    .catch((err) =>
      log.warn({ team: actor.team, refusal: slackError(err), err }, 'A panel could not be shown'),
    );
}
