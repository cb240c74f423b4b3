import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { nextRuns } from '../../../digests/timing.ts';
import { lenient } from '../../../lenient.ts';
import { actions, DIGEST_FORM } from '../../bolt/routes/action-ids.ts';
import { button, buttons, context } from '../../kit/blocks/parts.ts';
import { moment } from '../../kit/blocks/text.ts';
import type { FormView } from '../../kit/form/form.ts';
import { displayIn, modalForm, moreOptions } from '../../kit/form/modal.ts';
import { channelProblemSchema, channelWarning } from './channel-warning.ts';
import { type DigestForm, digestForm, scheduleFromForm } from './digest-form.ts';

const displaySchema = z.object({
  /** Id of the digest that the form changes. Not set for a new digest. */
  id: lenient(z.string()),
  /** True if "More options" is open. */
  more: lenient(z.boolean()),
  /** Initial time zone in the form. If the person has changed it, "Fewer options" does not hide its field. */
  opened: lenient(z.object({ zone: lenient(z.string()) })),
  /** Why Deckhand cannot make a digest of the channel `checkedChannel`. Not set if it can. */
  channelProblem: lenient(channelProblemSchema),
  /** Id of the channel that was found to be private. */
  privateChannel: lenient(z.string()),
  /** Id of the channel that `checkChannel` checked last. */
  checkedChannel: lenient(z.string()),
  /** What digests have cost here, as mrkdwn. Not set if the team has made nothing similar. */
  cost: lenient(z.string()),
});

/** What the form's `private_metadata` contains in addition to the content of fields. */
export type DigestDisplay = z.output<typeof displaySchema>;

/** Returns the title of the form and of its answer. @param id id of the digest that the form changes; undefined for a new digest */
export const digestTitle = (id: string | undefined): string =>
  id === undefined ? 'New digest' : 'Change digest';

/** Builds the form of a digest. @param form current content of the fields @param now milliseconds since the epoch */
export function digestModal(form: DigestForm, display: DigestDisplay, now: number): ModalView {
  const { id, more, opened = {}, privateChannel } = display;
  const isNew = id === undefined;
  const isPrivate = privateChannel !== undefined && privateChannel === form.channel;
  const current = { ...form, now, isPrivate };
  const blocks = [
    ...channelWarning(display.channelProblem, form.channel),
    ...digestForm.draw(current, 'channel'),
    ...digestForm.draw(current, 'when'),
    ...runsOf(form, now),
    ...buttons(
      button(more ? 'Fewer options' : 'More options', actions.moreDigestOptions, 'toggle'),
      button('Run once now (spends credits)', actions.tryDigest, 'try'),
    ),
    ...moreOptions(more === true, (section) => digestForm.draw(current, section, more ? undefined : opened)),
    ...context(
      [
        form.deliver === 'channel' &&
          `It is posted in the channel, for everybody there${more ? '' : '; *More options* sends it to you alone'}.`,
        'Each digest is made by AI and costs credits.',
        display.cost && `Judging by what was made here: ${display.cost}`,
        'It says that you set it up, and how to stop it.',
      ]
        .filter(Boolean)
        .join(' '),
    ),
  ];
  return modalForm({
    callbackId: DIGEST_FORM,
    title: digestTitle(id),
    submit: isNew ? 'Schedule' : 'Save',
    display,
    carried: digestForm.carried(current, blocks),
    blocks,
  });
}

export function readDigestModal(view: FormView): { form: DigestForm; display: DigestDisplay } {
  return { form: digestForm.read(view), display: displayIn(view, displaySchema) };
}

const SHOWN_RUNS = 3;

/** Returns the line with the digest's next runs. If the schedule is not valid, the line says that the next runs will appear there. */
function runsOf(form: DigestForm, now: number): KnownBlock[] {
  const schedule = scheduleFromForm(form, now);
  if (!schedule) return context('The next runs are shown here.');
  const runs = nextRuns(schedule, new Date(now), SHOWN_RUNS);
  return context(`*Next runs:* ${runs.map((run) => moment(run)).join(' · ')}`);
}
