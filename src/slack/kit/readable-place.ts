import type { WebClient } from '@slack/web-api';
import type { Place } from '../../generations/delivery/delivery.ts';

/** A direct message can be written to by the person's id, and read only by its own. */
export async function readablePlace(client: WebClient, place: Place): Promise<Place> {
  if (!/^[UW]/.test(place.channel)) return place;
  const opened = await client.conversations.open({ users: place.channel });
  return { channel: opened.channel?.id ?? place.channel };
}
