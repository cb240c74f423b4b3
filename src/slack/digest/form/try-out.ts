import { createHash } from 'node:crypto';
import type { SlackContext } from '../../bolt/context.ts';
import { openThenFill, plainView } from '../../bolt/open-then-fill.ts';
import type { Click } from '../../bolt/requests.ts';
import { escaped } from '../../kit/text.ts';
import { runText } from '../copy.ts';
import { checkDigestOutside } from './check-outside.ts';
import { type DigestForm, digestForm, settingsFromForm } from './digest-form.ts';
import { readDigestModal } from './modal.ts';

const TITLE = 'Run once now';

/** Runs the digest in the form once, saved or not, and shows the result on top of the form. */
export async function tryDigest({ actor, body, client }: Click, slack: SlackContext): Promise<void> {
  if (!body.view) return;
  const { form } = readDigestModal(body.view);
  const by = { ...actor, client, key: keyOf(body.view.id, form) };
  const trigger = { id: body.trigger_id, isInModal: true };
  const fill = async () => plainView(TITLE, await tryOut(form, by, slack));
  await openThenFill(client, trigger, TITLE, fill, slack);
}

/** Clicking again without a change runs nothing again. */
function keyOf(view: string, form: DigestForm): string {
  const entries = createHash('sha256').update(JSON.stringify(form)).digest('base64url');
  return `digest-trial:${view}:${entries}`;
}

type By = { team: string; person: string; client: Click['client']; key: string };

async function tryOut(form: DigestForm, by: By, slack: SlackContext): Promise<string> {
  const now = slack.clock.now();
  const faults = digestForm.check({ ...form, now });
  const outside = async () => checkDigestOutside(form, { ...by, owner: by.person }, slack);
  const [fault] = Object.values(Object.keys(faults).length > 0 ? faults : await outside());
  if (fault) return `:warning: ${escaped(fault, 600)}`;
  const settings = settingsFromForm(form, now);
  const trial = await slack.digests.tryOut(by.team, by.person, settings, by.key);
  return runText(trial, settings, escaped(slack.serviceName, 75));
}
