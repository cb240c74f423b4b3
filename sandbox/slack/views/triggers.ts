import type { Clock } from '../../clock.ts';
import { SlackFault } from '../fault.ts';
import { letters } from '../workspace/ids.ts';

/** The person and place of an interaction, which allows the app to open a modal. */
interface Trigger {
  team: string;
  user: string;
  /** The current conversation. */
  channel?: string;
}

export interface Triggers {
  issue(trigger: Trigger): string;
  /** Uses a trigger, once. Throws `expired_trigger_id`, `exchanged_trigger_id` or `invalid_trigger_id`. */
  exchange(id: string): Trigger;
}

/** Creates the triggers. `life` is in milliseconds. The error codes are from Slack's reference of views.open and views.push. */
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
