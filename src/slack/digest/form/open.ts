import { newDigestIn } from '../../../asks/mention/digest-words.ts';
import { usualExport } from '../../../asks/new-ask.ts';
import { within } from '../../../clock.ts';
import type { Digest } from '../../../digests/digest.ts';
import { isZone } from '../../../digests/schedule.ts';
import { createMutexes } from '../../../mutexes.ts';
import type { SlackClient } from '../../../slack-client.ts';
import { channelOf, clickValue } from '../../bolt/answers/click.ts';
import { openThenFill, updateView } from '../../bolt/answers/open-then-fill.ts';
import type { SlackContext } from '../../bolt/context.ts';
import type { Acting } from '../../bolt/permissions/permissions.ts';
import type { Click, Command } from '../../bolt/requests.ts';
import { isChannel } from '../../kit/blocks/text.ts';
import { creditsText } from '../../kit/copy/credits-text.ts';
import { notConnectedView } from '../../kit/not-connected.ts';
import { checkChannel } from './channel-warning.ts';
import { type DigestForm, digestForm } from './digest-form.ts';
import { type DigestDisplay, digestModal, digestTitle, readDigestModal } from './modal.ts';

/** Handles `/deck schedule` and "New digest": opens a modal at once, then fills it with the form for a new digest. */
export async function scheduleDigest(request: Command | Click, slack: SlackContext): Promise<void> {
  const said = 'action' in request ? newDigestIn(clickValue(request)) : {};
  const from = 'command' in request ? request.command.channel_id : (said.channel ?? channelOf(request));
  const { actor } = request;
  const fill = async () => {
    const checkedChannel = channelIn(from);
    const [form, cost, admission, checked] = await Promise.all([
      newForm(request, from, slack),
      costOf(actor.team, slack),
      slack.admit({ ...actor, source: { kind: 'text' } }, { withinMs: LOOKUP_WITHIN_MS }),
      checkChannel(checkedChannel, { actor, isNew: true }, slack),
    ]);
    const instead = await notConnectedView(admission, request, { title: digestTitle(undefined) }, slack);
    if (instead) return instead;
    // Without "More options", the field of the time zone is hidden if its content equals `opened.zone`. With '', it is shown.
    const opened = form.zone === digestForm.initial.zone ? { zone: '' } : { zone: form.zone };
    const isClosedOutside = admission.isClosedOutside || undefined;
    // A document comes as a PDF, as if it were ordered once, unless the person has another default.
    const isUsual = said.format && form.exportAs === usualExport(form.format);
    const usual = isUsual ? { exportAs: usualExport(said.format) } : {};
    return digestModal(
      { ...form, ...usual, ...said, channel: form.channel, isClosedOutside },
      { opened, ...checked, checkedChannel, ...(cost && { cost }) },
      slack.clock.now(),
    );
  };
  await openThenFill(request, digestTitle(undefined), fill, slack, rememberList(request, slack));
}

/** Returns a function that stores the response URL of a clicked list, so that the list can be updated when the form is submitted. */
function rememberList(request: Command | Click, { responseUrls }: SlackContext) {
  return async (viewId: string) => {
    if ('action' in request && request.body.container.is_ephemeral)
      await responseUrls.remember(request, viewId);
  };
}

/** Handles "Change" on a digest: opens its form. The caller has checked that the person may change the digest. */
export async function changeDigest(click: Click, digest: Digest, slack: SlackContext): Promise<void> {
  const fill = async () => {
    const [{ accessFor }, { privateChannel }] = await Promise.all([
      slack.settings.of(digest.team),
      checkChannel(digest.channel, { actor: click.actor, isNew: false }, slack),
    ]);
    const isClosedOutside = accessFor === 'workspace' || undefined;
    const form = { ...digestForm.from(digest), isClosedOutside };
    return digestModal(
      form,
      { id: digest.id, privateChannel, checkedChannel: digest.channel },
      slack.clock.now(),
    );
  };
  await openThenFill(click, digestTitle(digest.id), fill, slack, rememberList(click, slack));
}

/** Updates the form after a change of a field. The update has no view hash, because Slack would refuse it after another quick change. */
export const redrawDigestForm = redrawWith((display) => display);

export const toggleMoreDigest = redrawWith((display) => ({ ...display, more: !display.more }));

function redrawWith(change: (display: DigestDisplay) => DigestDisplay) {
  return async ({ actor, body, client }: Click, slack: SlackContext): Promise<void> => {
    if (!body.view) return;
    const { id } = body.view;
    const { form, display } = readDigestModal(body.view);
    const changed = { ...change(display), checkedChannel: form.channel };
    const draw = (display: DigestDisplay, hash?: string) =>
      updateView(client, id, digestModal(form, display, slack.clock.now()), hash);
    const release = await turnOf(id);
    const hash = await draw(changed).finally(release);
    if (!hash || form.channel === display.checkedChannel) return;
    // Use the hash of the first update. So Slack refuses the second update if the form was updated again during the check.
    const checked = await checkChannel(form.channel, { actor, isNew: !display.id }, slack);
    if (Object.keys(checked).length > 0) await draw({ ...changed, ...checked }, hash);
  };
}

/** Makes updates of the same form run one after another, because concurrent updates could arrive in the wrong order. */
const turnOf = createMutexes();

/** Timeout of the look-ups of the time zone and the connection, in milliseconds. If the zone is unknown, the person chooses it. */
const LOOKUP_WITHIN_MS = 4000;

async function newForm(
  { client, actor }: Acting,
  channel: string | undefined,
  slack: SlackContext,
): Promise<DigestForm> {
  const { person } = actor;
  const usable = channelIn(channel);
  const known = { ...digestForm.initial, person, ...(usable && { channel: usable }) };
  const [zone, defaults] = await Promise.all([
    within(slack.clock, LOOKUP_WITHIN_MS, () => zoneOf(client, person), known.zone).catch(() => known.zone),
    slack.defaults.forAsk({ ...actor, channel }),
  ]);
  return { ...known, zone, ...digestForm.entries(defaults) };
}

/** Returns what a presentation of a channel's messages is expected to cost, as mrkdwn; undefined if it is not known in time. */
async function costOf(team: string, { generations, clock, log }: SlackContext): Promise<string | undefined> {
  const ask = {
    team,
    work: { kind: 'document' },
    format: 'presentation',
    source: { kind: 'channel' },
  } as const;
  const expected = () => generations.expectedCredits(ask);
  const credits = await within(clock, LOOKUP_WITHIN_MS, expected, undefined).catch((err) => {
    log.warn({ team, err }, 'The cost of a digest could not be estimated');
    return undefined;
  });
  return creditsText(credits, ask)?.toLowerCase();
}

/** Returns the id of the conversation if it is a channel. Returns undefined for direct messages, which have no digests. */
function channelIn(conversation: string | undefined): string | undefined {
  return conversation && isChannel(conversation) ? conversation : undefined;
}

async function zoneOf(client: SlackClient, person: string): Promise<string> {
  const { user } = await client.users.info({ user: person });
  return user?.tz && isZone(user.tz) ? user.tz : digestForm.initial.zone;
}
