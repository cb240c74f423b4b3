import {
  FOCUS_LIMIT,
  IMAGE_STYLE_LIMIT,
  THRESHOLD_LIMIT,
  type Topic,
  topics,
} from '../../../digests/digest.ts';
import { askFields } from '../../kit/ask-fields/fields.ts';
import { conversation, person, text, wholeNumber } from '../../kit/form/controls.ts';
import { checkboxes, menu, search } from '../../kit/form/menus.ts';
import { asChoice, field } from './digest-field.ts';
import { whenFields } from './when-fields.ts';

const topicNames: Record<Topic, string> = {
  decisions: 'Decisions',
  actions: 'Action items and who does them',
  questions: 'Open questions',
  numbers: 'Numbers and dates',
};

/** All fields of a digest's form. Ids begin with `digest_`, because an ask's fields have other handlers in the route table. */
export const digestFields = {
  channel: field({
    id: 'digest_channel',
    section: 'channel',
    label: 'Channel',
    hint: 'One that you are in. In a private channel, type /invite @Deckhand first.',
    required: true,
    control: conversation({
      filter: { include: ['public', 'private'], exclude_external_shared_channels: false },
    }),
    missing: 'Choose a channel.',
    dispatch: true,
    to: (channel) => ({ channel }),
    from: ({ channel }) => channel,
  }),
  ...whenFields,
  topics: field({
    id: 'digest_topics',
    section: 'content',
    label: 'Look for',
    control: checkboxes(topics.map((topic) => [topic, topicNames[topic]] as const)),
    initial: ['decisions', 'actions', 'questions'],
    check: (ticked, { words }) =>
      ticked.length > 0 || words.trim() ? undefined : 'Tick at least one, or say below what to look for.',
    to: (ticked) => ({ focus: { topics: ticked } }),
    from: ({ focus }) => focus?.topics,
  }),
  words: field({
    id: 'digest_words',
    section: 'content',
    label: 'Anything else to look for',
    control: text({
      limit: FOCUS_LIMIT,
      multiline: true,
      placeholder: 'Risks to the launch date; keep it to six slides, for executives',
    }),
    to: (words = '') => ({ focus: { words } }),
    from: ({ focus }) => focus?.words,
  }),
  slides: asChoice(askFields.slides),
  language: asChoice(askFields.language),
  audience: asChoice(askFields.audience),
  tone: asChoice(askFields.tone),
  textMode: asChoice(askFields.textMode),
  making: asChoice(askFields.making),
  quality: asChoice(askFields.quality),
  format: { ...asChoice(askFields.format), section: 'look' },
  template: {
    ...asChoice(askFields.template),
    section: 'look',
    hint: 'The digest keeps its layout and format.',
    required: false,
    when: undefined,
    control: search('template', 'None'),
  },
  theme: { ...asChoice(askFields.theme), section: 'look' },
  imageSource: asChoice(askFields.imageSource),
  imageModel: asChoice(askFields.imageModel),
  imageStyle: field({
    id: 'digest_image_style',
    section: 'look',
    label: askFields.imageStyle.label,
    control: text({ limit: IMAGE_STYLE_LIMIT, placeholder: 'Flat illustrations in two colours' }),
    to: (style) => ({ choices: { images: { style } } }),
    from: ({ choices }) => choices?.images?.style,
  }),
  threshold: field({
    id: 'digest_threshold',
    section: 'schedule',
    label: 'Minimum number of messages',
    hint: 'Messages from people in the time that the digest covers. With fewer, they carry over to the next one.',
    required: true,
    control: wholeNumber(1, THRESHOLD_LIMIT, true),
    initial: '5',
    to: (threshold) => ({ threshold }),
    from: ({ threshold }) => threshold,
  }),
  quiet: field({
    id: 'digest_quiet',
    section: 'schedule',
    label: 'If there are fewer',
    required: true,
    control: menu([
      ['say', 'Post one line saying it was quiet'],
      ['silent', 'Post nothing'],
    ]),
    to: (quiet) => ({ quiet }),
    from: ({ quiet }) => quiet,
  }),
  deliver: field({
    id: 'digest_deliver',
    section: 'sharing',
    label: 'Post in',
    hint: 'A digest of a private channel goes only to that channel, or to you.',
    required: true,
    control: menu([
      ['channel', 'The channel'],
      ['thread', 'One thread in the channel'],
      ['person', 'A direct message'],
    ]),
    dispatch: true,
    to: (kind) => ({ deliverTo: { kind } }),
    from: ({ deliverTo }) => deliverTo?.kind,
  }),
  person: field({
    id: 'digest_person',
    section: 'sharing',
    label: 'Send to',
    required: true,
    control: person(),
    when: ({ deliver }) => deliver === 'person',
    missing: 'Choose who gets it.',
    to: (recipient) => ({ deliverTo: { person: recipient } }),
    from: ({ deliverTo }) => (deliverTo?.kind === 'person' ? deliverTo.person : undefined),
  }),
  link: field({
    id: 'digest_link',
    section: 'sharing',
    label: 'Link to the thread',
    hint: 'Leave it empty to have the first digest start one.',
    control: text({ limit: 300 }),
    when: ({ deliver }) => deliver === 'thread',
    check: (link, { channel }) =>
      link === '' || threadInLink(link, channel)
        ? undefined
        : 'This is not a link to a message in that channel. Copy one from the message’s menu, or leave it empty.',
    to: (link = '', { channel }) => ({ deliverTo: { threadTs: threadInLink(link, channel) } }),
    from: ({ deliverTo, channel = '' }) =>
      deliverTo?.kind === 'thread' && deliverTo.threadTs ? linkTo(channel, deliverTo.threadTs) : undefined,
  }),
  exportAs: asChoice(askFields.exportAs),
  folder: asChoice(askFields.folder),
  isClosedOutside: asChoice(askFields.isClosedOutside),
  workspaceAccess: asChoice(askFields.workspaceAccess),
  externalAccess: asChoice(askFields.externalAccess),
  recipients: asChoice(askFields.recipients),
  recipientAccess: asChoice(askFields.recipientAccess),
};

/**
 * Returns the `ts` of the thread of a permalink such as `https://….slack.com/archives/C0123/p1700000000000100`. Returns undefined if the
 * link does not lead to this channel.
 */
export function threadInLink(link: string, channel: string | undefined): string | undefined {
  const found = /\/archives\/([A-Z0-9]+)\/p(\d{10})(\d{6})/.exec(link);
  if (!found || found[1] !== channel) return undefined;
  const thread = /[?&]thread_ts=(\d{10}\.\d{6})/.exec(link)?.[1];
  return thread ?? `${found[2]}.${found[3]}`;
}

/** Returns a permalink without its host, because the host name of the workspace is unknown here. `threadInLink` can parse it. */
function linkTo(channel: string, ts: string): string {
  return `/archives/${channel}/p${ts.replace('.', '')}`;
}
