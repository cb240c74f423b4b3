import { within } from '../../../clock.ts';
import type { Digest } from '../../../digests/digest.ts';
import type { Generation } from '../../../generations/generation.ts';
import { channelMention, mention } from '../../kit/blocks/text.ts';
import { channelOf, clickValue, reply } from '../answers/click.ts';
import type { SlackContext } from '../context.ts';
import { ACCESS_TIMEOUT_MS, canSeeGeneration, isPublicChannel } from '../permissions/generation-access.ts';
import { denialOf, denialOn, type Permission } from '../permissions/permissions.ts';
import type { Click, FormAnswer, Submission } from '../requests.ts';
import { clickRoute, deniedForm, form, type Route } from './route.ts';

type GenerationHandler = (click: Click, generation: Generation, slack: SlackContext) => Promise<unknown>;

/**
 * Builds the route of a button on a generation. The route checks that the actor can see the generation, because the id can be forged.
 * @param idOf returns the generation's id. Default: returns the button's value
 */
export function generationButton(
  id: string,
  permission: Permission | ((generation: Generation) => Permission),
  handler: GenerationHandler,
  idOf: (click: Click) => string | undefined = clickValue,
): Route {
  const isFixed = typeof permission === 'object';
  return clickRoute(id, isFixed ? permission.who : 'dependsOnGeneration', async (click, slack) => {
    const named = idOf(click);
    const generation = named ? await slack.generations.find(click.actor.team, named) : null;
    const canSee = generation ? await canSeeGeneration(click, channelOf(click), generation, slack) : 'no';
    if (!generation || canSee !== 'yes') {
      await reply(click, canSee === 'unknown' ? ACCESS_UNKNOWN : await deniedText(click, generation, slack));
      return;
    }
    const rule = isFixed ? permission : permission(generation);
    const denial = await denialOn(generation, rule, click, slack);
    await (denial === undefined ? handler(click, generation, slack) : reply(click, denial));
  });
}

const NOT_FOUND =
  'Deckhand no longer has this one, or it is for a conversation that you are not in. `/deck recent` lists what you made lately.';

/**
 * Returns why a person cannot use a generation. The card of a link can be in a channel whose people are not all in the public channel that
 * the document was made for. So this channel and the asker are named, but never those of a private conversation.
 */
async function deniedText(
  { client, actor }: Click,
  generation: Generation | null,
  { clock }: SlackContext,
): Promise<string> {
  if (generation?.team !== actor.team) return NOT_FOUND;
  const isPublic = () => isPublicChannel(client, generation.channel);
  if (!(await within(clock, ACCESS_TIMEOUT_MS, isPublic, false))) return NOT_FOUND;
  const [channel, person] = [channelMention(generation.channel), mention(generation.person)];
  return `This was made for ${channel}, and only people who can open that channel can use it. Ask to be added to ${channel}, or ask ${person}, who asked for it.`;
}

const ACCESS_UNKNOWN =
  'Slack did not say in time which conversations you are in, so nothing was done. Please try again in a moment.';

type DigestHandler = (click: Click, digest: Digest, slack: SlackContext) => Promise<unknown>;

/**
 * Builds the route of a button on a digest of the team. The button's value is the digest's id, or the id, a space and more text.
 * @param who `everybody` if an owner who may not use Deckhand any more can still press the button
 */
export function digestButton(
  id: string,
  permission: Permission,
  handler: DigestHandler,
  who: Route['who'] = permission.who,
): Route {
  return clickRoute(id, who, async (click, slack) => {
    const [named = ''] = (clickValue(click) ?? '').split(' ');
    const digest = await slack.digests.find(click.actor.team, named);
    const denial = digest
      ? await denialOf(permission, click, digest.owner, slack.log)
      : 'This digest was deleted. `/deck digests` lists the others.';
    if (denial !== undefined) await reply(click, denial);
    else if (digest) await handler(click, digest, slack);
  });
}

type GenerationFormHandler = (
  submission: Submission,
  generation: Generation,
  slack: SlackContext,
) => Promise<FormAnswer>;

/** Builds the route of a form about a generation, with the checks of `generationButton`. @param idOf returns the generation's id */
export function generationForm(
  id: string,
  permission: Permission,
  idOf: (view: Submission['view']) => string | undefined,
  handler: GenerationFormHandler,
): Route {
  return form(id, permission.who, async (submission, slack) => {
    const { view, actor } = submission;
    const named = idOf(view);
    const generation = named ? await slack.generations.find(actor.team, named) : null;
    const canSee = generation ? await canSeeGeneration(submission, undefined, generation, slack) : 'no';
    if (!generation || canSee !== 'yes')
      return deniedForm(submission, canSee === 'unknown' ? ACCESS_UNKNOWN : NOT_FOUND.replaceAll('`', ''));
    const denial = await denialOn(generation, permission, submission, slack);
    return denial === undefined
      ? handler(submission, generation, slack)
      : deniedForm(submission, denial.replaceAll('*', ''));
  });
}
