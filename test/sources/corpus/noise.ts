import type { Fixture } from './fixture.ts';

const noise = (subtype: string, words: string): Fixture => ({
  what: subtype,
  message: { subtype, text: words },
  markdown: null,
});

/** Slack's notices of events, and deleted messages. */
export const noiseMessages: Fixture[] = [
  noise('channel_join', '<@U0ANA> has joined the channel'),
  noise('channel_leave', '<@U0ANA> has left the channel'),
  noise('channel_topic', '<@U0ANA> set the channel topic: Spring'),
  noise('channel_purpose', '<@U0ANA> set the channel description: Spring'),
  noise('channel_name', '<@U0ANA> has renamed the channel'),
  noise('channel_archive', '<@U0ANA> archived the channel'),
  noise('channel_convert_to_private', 'made this channel private'),
  noise('group_join', '<@U0ANA> has joined the group'),
  noise('bot_add', 'added an integration'),
  noise('pinned_item', '<@U0ANA> pinned a message'),
  noise('reminder_add', '<@U0ANA> set up a reminder'),
  noise('huddle_thread', 'A huddle happened'),
  noise('tombstone', 'This message was deleted.'),
  noise('ekm_access_denied', 'This message cannot be shown'),
  noise('joiner_notification', '<@U0ANA> joined Slack'),
  {
    what: 'an event that reports a deletion',
    message: { subtype: 'message_deleted', hidden: true, deleted_ts: '1.1' },
    markdown: null,
  },
  { what: 'a hidden message', message: { hidden: true, text: 'nobody sees this' }, markdown: null },
  { what: 'an empty message', message: { text: '' }, markdown: '' },
];
