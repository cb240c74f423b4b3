import { bodyOf, speakerOf } from '../markdown/body.ts';
import { msOfTs } from '../markdown/dates.ts';
import { escapeInline } from '../markdown/escape.ts';
import type { Telling } from '../markdown/telling.ts';
import { isReply, type SlackMessage } from '../message.ts';
import { importanceOf } from './importance.ts';

/** One message of a transcript, ready to be written. */
export interface Entry {
  ts: string;
  /** Milliseconds since the epoch; 0 where Slack does not say. */
  at: number;
  /** `ts` of the message that its thread began with; its own where there is none. */
  thread: string;
  isReply: boolean;
  speaker: string;
  body: string;
  importance: number;
}

/** Messages that say nothing, such as a picture that was deleted, are dropped. */
export function entriesOf(messages: SlackMessage[], telling: Telling): Entry[] {
  return messages.flatMap((message): Entry[] => {
    const body = bodyOf(message, telling);
    if (body.trim() === '') return [];
    return [
      {
        ts: message.ts,
        at: msOfTs(message.ts) ?? 0,
        thread: message.thread_ts ?? message.ts,
        isReply: isReply(message),
        speaker: escapeInline(speakerOf(message, telling)).replace(/\s+/g, ' ').trim(),
        body,
        importance: importanceOf(message, body),
      },
    ];
  });
}
