import type { InputBlock, InputBlockElement, KnownBlock } from '@slack/types';
import { isZone } from '../../digests/schedule.ts';
import { nextRuns } from '../../digests/timing.ts';
import { input, menu, textInput } from '../deck/inputs.ts';
import { context } from '../kit/parts.ts';
import { momentIn } from '../kit/schedule-words.ts';
import { checkDigestForm } from './check.ts';
import { dayChoices, everyChoices, weekdayChoices } from './choices.ts';
import { digestFields } from './fields.ts';
import { type DigestForm, takes } from './form.ts';
import { scheduleFromForm } from './settings.ts';
import { zoneOption } from './zones.ts';

/** When it runs; a change of any of these draws the form anew, with the next runs below. */
export function whenFields(form: DigestForm, now: number): KnownBlock[] {
  const { every, weekday, day, line } = form;
  const blocks: InputBlock[] = [
    menu(digestFields.every, { label: 'How often', required: true }, everyChoices, every),
  ];
  if (takes(form, 'weekday')) {
    const labels = { label: 'On', required: true };
    blocks.push(menu(digestFields.weekday, labels, weekdayChoices, String(weekday)));
  }
  if (takes(form, 'day')) {
    const labels = { label: 'On the', required: true };
    blocks.push(menu(digestFields.day, labels, dayChoices, String(day)));
  }
  if (takes(form, 'line')) blocks.push(cronLine(line));
  if (takes(form, 'time')) blocks.push(timeOfDay(form));
  blocks.push(zone(form, now));
  return [...blocks.map(dispatched), ...preview(form, now)];
}

/** Slack tells us of every change. */
export function dispatched(block: InputBlock): InputBlock {
  return { ...block, dispatch_action: true };
}

function cronLine(line: string): InputBlock {
  const hint =
    'Minute, hour, day of month, month, day of week: 0 9 * * 1 is Mondays at 09:00. At most once an hour. Press Enter to see the next runs.';
  const block = textInput(digestFields.line, { label: 'Cron line', hint, required: true }, line, {
    limit: 120,
    placeholder: '0 9 * * 1',
  });
  const element = { ...block.element, dispatch_action_config: { trigger_actions_on: ['on_enter_pressed'] } };
  return { ...block, element: element as InputBlockElement };
}

function timeOfDay({ time }: DigestForm): InputBlock {
  return input(
    digestFields.time,
    { label: 'At', required: true },
    { type: 'timepicker', ...(/^\d\d:\d\d$/.test(time) && { initial_time: time }) },
  );
}

function zone({ zone }: DigestForm, now: number): InputBlock {
  const hint = 'A time that the clocks skip comes right after it; one that comes twice comes the first time.';
  return input(
    digestFields.zone,
    { label: 'Time zone', hint, required: true },
    {
      type: 'external_select',
      min_query_length: 0,
      ...(isZone(zone) && { initial_option: zoneOption(zone, now) }),
    },
  );
}

const SHOWN_RUNS = 3;

function preview(form: DigestForm, now: number): KnownBlock[] {
  const faults = checkDigestForm(form, now);
  const isReady = ![digestFields.line, digestFields.time, digestFields.zone].some((field) => faults[field]);
  if (!isReady) return context('The next runs are shown here.');
  const runs = nextRuns(scheduleFromForm(form, now), new Date(now), SHOWN_RUNS);
  return context(`*Next runs:* ${runs.map((run) => momentIn(form.zone, run)).join(' · ')}`);
}
