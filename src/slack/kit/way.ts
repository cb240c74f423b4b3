import type { Generation } from '../../generations/generation.ts';
import type { SlackContext } from '../bolt/context.ts';
import { plainView, updateView } from '../bolt/open-then-fill.ts';
import type { FormAnswer, Submission } from '../bolt/requests.ts';
import { isInSight, placeText, takenOnText, type Whereabouts, wayText } from './result-link.ts';

/** Milliseconds for which a form that is sent twice gets one line. */
const ONCE_WITHIN_MS = 60 * 60_000;

/**
 * The answer to a form whose ask was taken. It closes where the card appears before the person's eyes. Else a line beside
 * what they look at says where it comes; on Home, and where Deckhand cannot write, the form itself says it.
 */
export function answerTaken(
  submission: Submission,
  generation: Generation,
  { from, title }: { from: Whereabouts | undefined; title: string },
  slack: SlackContext,
): FormAnswer {
  if (isInSight(generation, from)) return {};
  if (from) return { after: () => orUnsaid(() => sayBeside(from, submission, generation, slack), slack) };
  const { client, actor, view } = submission;
  const said = `${takenOnText(generation)} ${placeText(generation, actor.person)}`;
  const sayHere = async () => {
    const text = await wayText(generation, submission, slack);
    await updateView(client, view.id, plainView(title, text));
    await slack.showHome(client, actor);
  };
  return { view: plainView(title, said), after: () => orUnsaid(sayHere, slack) };
}

async function sayBeside(
  { channel, threadTs }: Whereabouts,
  acting: Submission,
  generation: Generation,
  slack: SlackContext,
): Promise<void> {
  const { team, person } = acting.actor;
  if (!(await slack.once(team, `way:${generation.id}`, ONCE_WITHIN_MS))) return;
  const text = await wayText(generation, acting, slack);
  await acting.client.chat.postEphemeral({
    channel,
    user: person,
    text,
    ...(threadTs && { thread_ts: threadTs }),
  });
}

/** The ask was taken whether or not the way to it can be said. */
async function orUnsaid(say: () => Promise<void>, { log }: SlackContext): Promise<void> {
  await say().catch((err) => log.info({ err }, 'a person was not told where their result comes'));
}
