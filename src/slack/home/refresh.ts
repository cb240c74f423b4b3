import type { SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';
import { RECENT_LIMIT, recentMessage } from '../result/recent.ts';
import { publishHome } from './home.ts';

/**
 * Shows what a click has changed where the list it was made in is the person's own: on Home, and under
 * `/deck recent`.
 */
export async function refresh(click: Click, slack: SlackContext): Promise<void> {
  try {
    await show(click, slack);
  } catch (error) {
    // What was asked for has been done; a list that is out of date is no reason to say otherwise.
    slack.log.warn({ err: error }, 'A list could not be brought up to date');
  }
}

async function show(click: Click, slack: SlackContext): Promise<void> {
  const { team, person } = click.actor;
  if (click.body.view?.type === 'home') {
    await publishHome(click.client, { team, person }, slack);
  } else if (click.body.container.is_ephemeral) {
    const recent = await slack.generations.recent(team, person, RECENT_LIMIT);
    await click.respond({ response_type: 'ephemeral', replace_original: true, ...recentMessage(recent) });
  }
}
