import { createHash } from 'node:crypto';
import type { Actor } from '../../../actor.ts';
import type { SlackContext } from '../../bolt/context.ts';
import { openThenFill, plainView } from '../../bolt/open-then-fill.ts';
import type { Click } from '../../bolt/requests.ts';
import { escaped, serviceText } from '../../kit/text.ts';
import { runText } from '../copy.ts';
import { checkDigest } from './check.ts';
import { type DigestForm, settingsFromForm } from './digest-form.ts';
import { readDigestModal } from './modal.ts';

const TITLE = 'Run once now';

/** Runs the digest in the form once, saved or not, and shows the result on top of the form. */
export async function tryDigest({ actor, body, client }: Click, slack: SlackContext): Promise<void> {
  if (!body.view) return;
  const { form } = readDigestModal(body.view);
  const key = keyOf(body.view.id, form);
  const fill = async () => plainView(TITLE, await tryOut(form, actor, key, slack));
  await openThenFill(client, { id: body.trigger_id, isInModal: true }, TITLE, fill, slack);
}

/** Clicking again without a change runs nothing again. */
function keyOf(view: string, form: DigestForm): string {
  const entries = createHash('sha256').update(JSON.stringify(form)).digest('base64url');
  return `digest-trial:${view}:${entries}`;
}

async function tryOut(form: DigestForm, actor: Actor, key: string, slack: SlackContext): Promise<string> {
  const { team, person } = actor;
  const [fault] = Object.values(await checkDigest(form, { actor, owner: person }, slack));
  if (fault) return `:warning: ${escaped(fault, 600)}`;
  const settings = settingsFromForm(form, slack.clock.now());
  const result = await slack.digests.tryOut(team, person, settings, key);
  return runText(result, settings, serviceText(slack.serviceName));
}
