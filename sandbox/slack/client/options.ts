import { z } from 'zod';
import { option } from '../blocks/objects.ts';
import { type Element, findElement } from '../blocks/walk.ts';
import { SlackFault } from '../fault.ts';
import { sendInteraction } from '../outgoing/interactions.ts';
import type { OptionsQuery } from '../protocol.ts';
import type { Slack } from '../slack.ts';
import { fieldKey, type Option, writtenOptions } from './choices.ts';
import { placeOf } from './interacting.ts';
import { type Me, meOf } from './me.ts';

interface Offer {
  options?: Option[];
  option_groups?: { label: { type: string; text: string }; options: Option[] }[];
  error?: string;
}

/** A valid response to block_suggestion: at most 100 options, or 100 groups of them. */
const offerSchema = z.union([
  z.object({ options: z.array(option).max(100) }),
  z.object({
    option_groups: z
      .array(
        z.object({
          label: z.object({ type: z.literal('plain_text'), text: z.string().max(75) }).loose(),
          options: z.array(option).max(100),
        }),
      )
      .max(100),
  }),
]);

/** Default of `min_query_length`, in characters. */
const MIN_QUERY_LENGTH = 3;
const FAILED = 'Result could not be loaded';

/** Returns the options of a menu for a query, from its own list or from the app. */
export async function options(slack: Slack, query: OptionsQuery): Promise<Offer> {
  const me = meOf(slack, query.user);
  const place = placeOf(me, query.container);
  const found = findElement(place.blocks, query.blockId, query.actionId);
  if (!found) throw new SlackFault('action_not_found');
  if (!found.element.type.endsWith('external_select'))
    return { options: matching(found.element, query.value) };
  const least = Number(found.element.min_query_length ?? MIN_QUERY_LENGTH);
  if (query.value.length < least) return { options: [] };
  return ask(me, query, place.payload());
}

const matching = (element: Element, typed: string): Option[] =>
  writtenOptions(element).filter((each) => each.text.text.toLowerCase().includes(typed.toLowerCase()));

async function ask(me: Me, query: OptionsQuery, where: Record<string, unknown>): Promise<Offer> {
  const { slack, team, person } = me;
  if (!slack.manifest.settings.interactivity.message_menu_options_url) return { error: FAILED };
  const delivered = await sendInteraction(slack, team, person, {
    type: 'block_suggestion',
    block_id: query.blockId,
    action_id: query.actionId,
    value: query.value,
    ...where,
  });
  if (delivered.outcome !== 'answered' || delivered.status !== 200) return { error: FAILED };
  const offer = offerSchema.safeParse(parsed(delivered.text));
  if (!offer.success) {
    slack.log?.warn({ issues: offer.error.issues }, 'the response to block_suggestion is invalid');
    return { error: FAILED };
  }
  remember(slack, query, offer.data);
  return offer.data as Offer;
}

function remember(slack: Slack, query: OptionsQuery, offer: z.output<typeof offerSchema>): void {
  const offered = 'options' in offer ? offer.options : offer.option_groups.flatMap((group) => group.options);
  const key = fieldKey(query.container, query.blockId, query.actionId);
  slack.offers.set(key, [...(slack.offers.get(key) ?? []), ...offered]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
