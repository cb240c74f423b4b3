import type { SlackContext } from '../bolt/context.ts';
import { buttonValue, findPressed, mayDecide, type Press, presserOf } from '../bolt/press.ts';
import { tell } from '../bolt/tell.ts';
import { refresh } from '../home/refresh.ts';

/** "Stop following". The message in the conversation is rewritten by the delivery. */
export function stopFollowing(slack: SlackContext) {
  return async (press: Press) => {
    await press.ack();
    const generation = await findPressed(press, buttonValue(press), slack);
    if (!generation) return;
    if (!(await mayDecide(press, generation, slack))) {
      await tell(press, 'Only the person who asked for this, or a Slack admin, can stop it.');
      return;
    }
    const { team, person } = presserOf(press);
    const isStopped = await slack.generations.stop(team, generation.id, person);
    if (!isStopped) await tell(press, 'This has already come to its end, so there is nothing to stop.');
    await refresh(press, slack);
  };
}
