import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { nextRuns } from '../../../digests/timing.ts';
import { actions, DIGEST_FORM } from '../../bolt/action-ids.ts';
import type { FormView } from '../../kit/form/form.ts';
import { displayIn, lenient, packMetadata } from '../../kit/form/metadata.ts';
import { button, buttons, context } from '../../kit/parts.ts';
import { moment, plain } from '../../kit/text.ts';
import { closedNotice, closedSchema } from './closed.ts';
import { type DigestForm, digestForm, scheduleFromForm } from './digest-form.ts';

const displaySchema = z.object({
  /** The digest that is changed; a new one has none. */
  id: lenient(z.string()),
  /** The person has opened "More options". */
  more: z.boolean().optional().catch(undefined),
  /** Entries that the form was opened with and that nobody chose: folded, it does not show them. */
  opened: lenient(z.object({ zone: lenient(z.string()) })),
  /** The channel that was looked at last, where it cannot be used. */
  closed: lenient(closedSchema),
  /** The channel that was looked at last. */
  looked: lenient(z.string()),
});

/** The display besides the fields. */
export type DigestDisplay = z.output<typeof displaySchema>;

export const DIGEST_TITLE = 'New digest';

/** The form of a digest, showing what has been filled in so far. @param now milliseconds since the epoch */
export function digestModal(form: DigestForm, display: DigestDisplay, now: number): ModalView {
  const { id, more, opened = {} } = display;
  const isNew = id === undefined;
  const current = { ...form, now };
  const blocks = [
    ...closedNotice(display.closed, form.channel),
    ...digestForm.draw(current, 'channel'),
    ...digestForm.draw(current, 'when'),
    ...runsOf(form, now),
    ...buttons(
      button(more ? 'Fewer options' : 'More options', actions.moreDigestOptions, 'toggle'),
      button('Run once now (spends credits)', actions.tryDigest, 'try'),
    ),
    ...digestForm.draw(current, 'more', more ? undefined : opened),
    ...context(
      'Each digest is made by AI and costs credits. It says that you set it up, and how to stop it.',
    ),
  ];
  return {
    type: 'modal',
    callback_id: DIGEST_FORM,
    title: plain(isNew ? DIGEST_TITLE : 'Change digest', 24),
    submit: plain(isNew ? 'Schedule' : 'Save', 24),
    close: plain('Cancel', 24),
    private_metadata: packMetadata(display, digestForm.carried(current, blocks)),
    blocks,
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
  return context(`*Next runs:* ${runs.map((run) => moment(run)).join(' · ')}`);
}
