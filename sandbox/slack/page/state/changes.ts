import type { Message, News, Workspace } from '../../protocol.ts';
import type { Place } from './place.ts';

/** What can happen to the model besides news from the stand-in. */
export type Change =
  | News
  | { type: 'loaded'; workspace: Workspace }
  | { type: 'place'; place: Place }
  | { type: 'history'; channel: string; messages: Message[]; newFrom?: string }
  | { type: 'thread'; channel: string; ts: string; messages: Message[] }
  | { type: 'online'; online: boolean }
  | { type: 'said_by_slack'; id: number; text: string; channel?: string; threadTs?: string }
  | { type: 'dismissed'; id: number }
  /** Another person or team: nothing of the last one stays. */
  | { type: 'left' };
