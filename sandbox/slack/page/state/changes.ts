import type { Message, News, Workspace } from '../../protocol.ts';
import type { Model } from './model.ts';
import type { Place } from './place.ts';

/** A change of the model: news from the stand-in, or one of the page's own. */
export type Change =
  | News
  | { type: 'loaded'; workspace: Workspace }
  | { type: 'place'; place: Place }
  | { type: 'history'; channel: string; messages: Message[]; newFrom?: string }
  | { type: 'thread'; channel: string; ts: string; messages: Message[] }
  | { type: 'panel'; panel: Model['panel'] }
  | { type: 'online'; online: boolean }
  | { type: 'said_by_slack'; id: number; text: string; channel?: string; threadTs?: string }
  | { type: 'dismissed'; id: number }
  /** The person or team is switched, so the model is emptied. */
  | { type: 'left' };
