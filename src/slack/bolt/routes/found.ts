import { within } from '../../../clock.ts';
import type { Digest } from '../../../digests/digest.ts';
import type { Generation } from '../../../generations/generation.ts';
import { channelOf, clickValue, reply } from '../click.ts';
import type { SlackContext } from '../context.ts';
import { type Acting, maySee, type Permission, refusalOf } from '../permissions.ts';
import type { Click, FormAnswer, Submission } from '../requests.ts';
import { clickRoute, form, type Route, refused } from '../route.ts';

/** Rows whose button or form names a generation or a digest. It is found for the team, and who may is asked about it. */

type GenerationHandler = (click: Click, generation: Generation, slack: SlackContext) => Promise<unknown>;

/**
 * A click on a generation. The id in the button proves nothing: the generation must be the team's, and either the
 * actor's own or one of the conversation that the button stands in.
 * @param idOf where the generation's id stands, if not in the button's value
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
    const sight = generation ? await sees(click, channelOf(click), generation, slack) : 'no';
    if (!generation || sight !== 'yes') {
      await reply(click, sight === 'unknown' ? NOT_SAID : NOT_THERE);
      return;
    }
    const rule = isFixed ? permission : permission(generation);
    const refusal = await refusalOf(rule, click, await askerOf(rule, generation, slack), slack.log);
    await (refusal === undefined ? handler(click, generation, slack) : reply(click, refusal));
  });
}

/** Who counts as the asker. */
async function askerOf(
  { isOfDocument }: Permission,
  generation: Generation,
  { documents }: Pick<SlackContext, 'documents'>,
): Promise<string | undefined> {
  return isOfDocument ? documents.askerOf(generation) : generation.person;
}

const NOT_THERE = 'Deckhand no longer has this one. `/deck recent` lists what you made lately.';

const NOT_SAID =
  'Slack did not say in time which conversations you are in, so nothing was done. Please try again in a moment.';

/** Milliseconds; what is shown instead has to open while the trigger lives, for 3 s. */
const ASK_WITHIN_MS = 1200;

/**
 * A view or a list stands in no conversation, or in another one than the document: then Slack says whether the person is
 * in that one. Asked by the person's conversations, as a search is: people of a large channel fill a hundred pages. Where
 * Slack does not say, nothing is shown.
 */
async function sees(
  acting: Acting,
  channel: string | undefined,
  generation: Generation,
  { sightOf, clock }: Pick<SlackContext, 'sightOf' | 'clock'>,
): Promise<'yes' | 'no' | 'unknown'> {
  const { actor } = acting;
  if (maySee(actor, channel, generation)) return 'yes';
  if (generation.team !== actor.team) return 'no';
  const sight = await within(clock, ASK_WITHIN_MS, () => sightOf(acting), null);
  if (!sight || sight.isPartial) return 'unknown';
  return sight.channels.includes(generation.channel) ? 'yes' : 'no';
}

type DigestHandler = (click: Click, digest: Digest, slack: SlackContext) => Promise<unknown>;

/** A click on a digest, which must be the team's. Its value begins with the digest's id, up to a space. */
export function digestButton(id: string, permission: Permission, handler: DigestHandler): Route {
  return clickRoute(id, permission.who, async (click, slack) => {
    const [named = ''] = (clickValue(click) ?? '').split(' ');
    const digest = await slack.digests.find(click.actor.team, named);
    const refusal = digest
      ? await refusalOf(permission, click, digest.owner, slack.log)
      : 'This digest was deleted. `/deck digests` lists the others.';
    if (refusal !== undefined) await reply(click, refusal);
    else if (digest) await handler(click, digest, slack);
  });
}

type GenerationFormHandler = (
  submission: Submission,
  generation: Generation,
  slack: SlackContext,
) => Promise<FormAnswer>;

/** A form about a generation, which is found as for a click on one. @param idOf where the view names it */
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
    const sight = generation ? await sees(submission, undefined, generation, slack) : 'no';
    if (!generation || sight !== 'yes')
      return refused(submission, sight === 'unknown' ? NOT_SAID : NOT_THERE.replaceAll('`', ''));
    const owner = await askerOf(permission, generation, slack);
    const refusal = await refusalOf(permission, submission, owner, slack.log);
    return refusal === undefined ? handler(submission, generation, slack) : refused(submission, refusal);
  });
}
