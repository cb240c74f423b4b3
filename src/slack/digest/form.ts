import type { DigestSettings, Topic } from '../../digests/digest.ts';
import type { Frequency } from '../../digests/schedule.ts';
import type { ExportFormat, Format } from '../../service/options.ts';
import type { Choice } from '../kit/form/controls.ts';

/** What a person has put into the form so far, valid or not. Text is as typed; menus hold what was chosen. */
export interface DigestForm {
  channel?: string;
  every: Frequency;
  /** 0 is Sunday. */
  weekday: number;
  /** Of the month. */
  day: number | 'last';
  time: string;
  zone: string;
  /** Five fields, for `cron`. */
  line: string;
  /** One of the days of a digest that comes every two weeks; kept while its weekday stays. */
  from?: string;
  topics: Topic[];
  words: string;
  template?: Choice;
  theme?: Choice;
  format: Format;
  exportAs: ExportFormat | 'none';
  /** Not asked for here: of the person's defaults, or as it was. */
  language?: string;
  tone?: string;
  threshold: string;
  quiet: 'say' | 'silent';
  deliver: DigestSettings['deliverTo']['kind'];
  /** To whom, for `person`. */
  person?: string;
  /** Below which message, for `thread`: its link. */
  link: string;
}

export const emptyDigestForm: DigestForm = {
  every: 'week',
  weekday: 1,
  day: 1,
  time: '09:00',
  zone: 'UTC',
  line: '',
  topics: ['decisions', 'actions', 'questions'],
  words: '',
  format: 'presentation',
  exportAs: 'pptx',
  threshold: '5',
  quiet: 'say',
  deliver: 'channel',
  link: '',
};

export type DigestField = Exclude<keyof DigestForm, 'from' | 'language' | 'tone'>;

/** Fields that only some schedules and deliveries have. */
export function takes(form: DigestForm, field: DigestField): boolean {
  switch (field) {
    case 'weekday':
      return form.every === 'week' || form.every === 'two-weeks';
    case 'day':
      return form.every === 'month';
    case 'time':
      return form.every !== 'cron';
    case 'line':
      return form.every === 'cron';
    case 'person':
      return form.deliver === 'person';
    case 'link':
      return form.deliver === 'thread';
    default:
      return true;
  }
}
