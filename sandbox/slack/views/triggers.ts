import type { Clock } from '../../clock.ts';
import { SlackFault } from '../fault.ts';
import { letters } from '../workspace/ids.ts';

/** What a person did that lets the app open a modal: who it was, and where. */
interface Trigger {
  team: string;
  user: string;
  /** Where it happened; selects with `default_to_current_conversation` start there. */
  channel?: string;
}

export interface Triggers {
  issue(trigger: Trigger): string;
  /** Each works once and for a few seconds; throws `expired_trigger_id`, `exchanged_trigger_id`, `invalid_trigger_id`. */
  exchange(id: string): Trigger;
}

/** `life` in milliseconds. The names of the faults are those of the reference pages of views.open and views.push. */
export function createTriggers(clock: Clock, life: number): Triggers {
  const issued = new Map<string, Trigger & { at: number; exchanged: boolean }>();
  return {
    issue(trigger) {
      const id = `${Math.floor(clock.now())}.${issued.size + 1}.${letters(32).toLowerCase()}`;
      issued.set(id, { ...trigger, at: clock.now(), exchanged: false });
      return id;
    },
    exchange(id) {
      const trigger = issued.get(id);
      if (!trigger) throw new SlackFault('invalid_trigger_id');
      if (trigger.exchanged) throw new SlackFault('exchanged_trigger_id');
      if (clock.now() - trigger.at > life) throw new SlackFault('expired_trigger_id');
      trigger.exchanged = true;
      return trigger;
    },
  };
}
