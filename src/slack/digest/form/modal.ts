import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { nextRuns } from '../../../digests/timing.ts';
import { actions, DIGEST_FORM } from '../../bolt/action-ids.ts';
import type { FormView } from '../../kit/form/form.ts';
import { displayIn, lenient, packMetadata } from '../../kit/form/metadata.ts';
import { button, buttons, context } from '../../kit/parts.ts';
import { momentIn } from '../../kit/schedule-words.ts';
import { plain } from '../../kit/text.ts';
import { type DigestForm, digestForm, scheduleFromForm } from './digest-form.ts';

const displaySchema = z.object({
  /** The digest that is changed; a new one has none. */
  id: lenient(z.string()),
});

/** The display besides the fields. */
export type DigestDisplay = z.output<typeof displaySchema>;

export const DIGEST_TITLE = 'Schedule a digest';

/** The form of a digest, showing what has been filled in so far. @param now milliseconds since the epoch */
export function digestModal(form: DigestForm, display: DigestDisplay, now: number): ModalView {
  const isNew = display.id === undefined;
  const current = { ...form, now };
  return {
    type: 'modal',
    callback_id: DIGEST_FORM,
    title: plain(isNew ? DIGEST_TITLE : 'Change the digest', 24),
    submit: plain(isNew ? 'Schedule' : 'Save', 24),
    close: plain('Cancel', 24),
    private_metadata: packMetadata(display, digestForm.carried(current)),
    blocks: [
      ...digestForm.draw(current, 'channel'),
      ...digestForm.draw(current, 'when'),
      ...runsOf(form, now),
      ...digestForm.draw(current, 'what'),
      ...digestForm.draw(current, 'delivery'),
      ...buttons(button('Run once now (spends credits)', actions.tryDigest, 'try')),
      ...context(
        'Each digest is made by AI and costs credits. It says that you set it up, and how to stop it.',
      ),
    ],
  };
}

/** The content of an open form. */
export function readDigestModal(view: FormView): { form: DigestForm; display: DigestDisplay } {
  return { form: digestForm.read(view), display: displayIn(view, displaySchema) };
}

const SHOWN_RUNS = 3;

/** The next runs, once the schedule is right. */
function runsOf(form: DigestForm, now: number): KnownBlock[] {
  const schedule = scheduleFromForm(form, now);
  if (!schedule) return context('The next runs are shown here.');
  const runs = nextRuns(schedule, new Date(now), SHOWN_RUNS);
  return context(`*Next runs:* ${runs.map((run) => momentIn(form.zone, run)).join(' · ')}`);
}
