import type { SlackContext } from '../bolt/context.ts';
import { type Press, presserOf } from '../bolt/press.ts';
import { RECENT_LIMIT, recentMessage } from '../result/recent.ts';
import { publishHome } from './home.ts';

/**
 * Shows what a press has changed where the list it was pressed in is the person's own: on Home, and under
 * `/deck recent`.
 */
export async function refresh(press: Press, slack: SlackContext): Promise<void> {
  try {
    await show(press, slack);
  } catch (error) {
    // What was pressed for has been done; a list that is out of date is no reason to say otherwise.
    slack.log.warn({ err: error }, 'A list could not be brought up to date');
  }
}

async function show(press: Press, slack: SlackContext): Promise<void> {
  const { team, person } = presserOf(press);
  if (press.body.view?.type === 'home') {
    await publishHome(press.client, { team, person }, slack);
  } else if (press.body.container.is_ephemeral) {
    const recent = await slack.generations.recent(team, person, RECENT_LIMIT);
    await press.respond({ response_type: 'ephemeral', replace_original: true, ...recentMessage(recent) });
  }
}
