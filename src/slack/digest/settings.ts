import { type Digest, type DigestSettings, settingsSchema } from '../../digests/digest.ts';
import type { Schedule } from '../../digests/schedule.ts';
import { dateIn, nextRun } from '../../digests/timing.ts';
import { type DigestForm, emptyDigestForm } from './form.ts';
import { messageLinked } from './message-link.ts';

/** Between the form and what is kept. */

/**
 * The schedule that the form stands for, as far as it is one.
 * @param now milliseconds since the epoch; a digest of every two weeks begins at the next such day
 */
export function scheduleFromForm(form: DigestForm, now: number): Schedule {
  const { every, time, zone, weekday } = form;
  switch (every) {
    case 'cron':
      return { every, line: form.line.trim(), zone };
    case 'month':
      return { every, day: form.day, time, zone };
    case 'week':
      return { every, weekday, time, zone };
    case 'two-weeks':
      return { every, weekday, from: firstOf(form, now), time, zone };
    default:
      return { every, time, zone };
  }
}

function firstOf({ from, weekday, time, zone }: DigestForm, now: number): string {
  if (from && new Date(from).getUTCDay() === weekday) return from;
  return dateIn(zone, nextRun({ every: 'week', weekday, time, zone }, new Date(now)) ?? new Date(now));
}

/**
 * The settings that a form without faults stands for.
 * @throws ZodError where the form was not checked before
 */
export function settingsFromForm(form: DigestForm, owner: string, now: number): DigestSettings {
  const { template, theme, format, exportAs, language, tone } = form;
  return settingsSchema.parse({
    channel: form.channel,
    schedule: scheduleFromForm(form, now),
    focus: { topics: form.topics, words: form.words },
    choices: {
      template,
      theme,
      format,
      exportAs: exportAs === 'none' ? undefined : exportAs,
      language,
      tone,
    },
    threshold: Number(form.threshold),
    quiet: form.quiet,
    deliverTo: deliverTo(form, owner),
  });
}

function deliverTo(
  { deliver, person, link, channel }: DigestForm,
  owner: string,
): DigestSettings['deliverTo'] {
  if (deliver === 'person') return { kind: 'person', person: person ?? owner };
  if (deliver === 'channel') return { kind: 'channel' };
  const threadTs = messageLinked(link, channel);
  return { kind: 'thread', ...(threadTs && { threadTs }) };
}

/** The form as it was when the digest was set up or changed last. */
export function formFromDigest(digest: Digest): DigestForm {
  const { channel, schedule, focus, choices, deliverTo } = digest;
  return {
    ...emptyDigestForm,
    ...schedule,
    ...focus,
    ...choices,
    channel,
    exportAs: choices.exportAs ?? 'none',
    threshold: String(digest.threshold),
    quiet: digest.quiet,
    deliver: deliverTo.kind,
    ...(deliverTo.kind === 'person' && { person: deliverTo.person }),
    ...(deliverTo.kind === 'thread' && { link: linkOf(channel, deliverTo.threadTs) }),
  };
}

/** Without the workspace's address, which is not known here; it is read back all the same. */
function linkOf(channel: string, threadTs: string | undefined): string {
  return threadTs ? `/archives/${channel}/p${threadTs.replace('.', '')}` : '';
}
