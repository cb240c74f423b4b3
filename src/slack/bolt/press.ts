import type { AllMiddlewareArgs, BlockAction, SlackActionMiddlewareArgs } from '@slack/bolt';
import type { Generation } from '../../generations/generation.ts';
import type { SlackContext } from './context.ts';
import { roleIn } from './roles.ts';
import { teamOf } from './team.ts';
import { tell } from './tell.ts';

export type Press = SlackActionMiddlewareArgs<BlockAction> & AllMiddlewareArgs;

/** Where and by whom a button of a generation was pressed. */
export interface Presser {
  team: string;
  person: string;
  /** none on Home */
  channel: string | undefined;
}

export function presserOf({ body, context }: Press): Presser {
  return { team: teamOf(context), person: body.user.id, channel: body.channel?.id };
}

/**
 * The generation that a button names. The id by itself proves nothing: it must be the team's, and either the
 * presser's own or one of the conversation that the button stands in. A person who presses in vain is told
 * so.
 */
export async function findPressed(
  press: Press,
  id: string | undefined,
  slack: SlackContext,
): Promise<Generation | null> {
  const presser = presserOf(press);
  const generation = id ? await slack.generations.find(presser.team, id) : null;
  if (generation && maySee(presser, generation)) return generation;
  await tell(press, 'Deckhand no longer has this one. `/deck recent` lists what you made lately.');
  return null;
}

function maySee({ person, channel }: Presser, generation: Generation): boolean {
  return generation.person === person || generation.channel === channel;
}

/** What costs credits or ends somebody's work is for the person who asked, and for Slack's admins. */
export async function mayDecide(press: Press, generation: Generation, slack: SlackContext): Promise<boolean> {
  const { team, person } = presserOf(press);
  if (generation.person === person) return true;
  return (await roleIn({ client: press.client, team, person }, slack.log)) === 'admin';
}

/** The value of a pressed button. */
export function buttonValue({ action }: Press): string | undefined {
  return 'value' in action && typeof action.value === 'string' ? action.value : undefined;
}
