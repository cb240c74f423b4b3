import { NOT_FOR_GUESTS } from '../../bolt/permissions/roles.ts';
import { actions } from '../../bolt/routes/action-ids.ts';
import { button, buttons, type Message, section } from '../blocks/parts.ts';

/** Returns the message to a person who may not use Deckhand. Guests can ask an admin with it. @param why the reason, as plain text */
export function closedMessage(why: string): Message {
  const request = button('Ask an admin', actions.askToOpenForGuests, 'guest');
  return { text: why, blocks: [section(why), ...(why === NOT_FOR_GUESTS ? buttons(request) : [])] };
}
