import type { ModalView } from '@slack/types';
import type { Admission } from '../../asks/admission.ts';
import { within } from '../../clock.ts';
import type { SlackContext } from '../bolt/context.ts';
import { type Acting, mayConnectNow } from '../bolt/permissions.ts';
import { adminsToAsk } from '../bolt/roles.ts';
import { askAdminButton, connectButton, connectionNotice } from './blocker-copy.ts';
import { buttons, section } from './parts.ts';
import { escaped, plain } from './text.ts';

/** Milliseconds: the person waits in front of an open view. */
const FIND_OUT_WITHIN_MS = 5000;

/**
 * The view in place of a form that nothing can come of: people who may connect get the button, the others "Ask an admin".
 * Undefined where the connection is not what stands in the way.
 * @param words those typed so far, shown so that they can be copied
 */
export async function notConnectedView(
  { blockers }: Pick<Admission, 'blockers'>,
  acting: Acting,
  { title, words = '' }: { title: string; words?: string },
  slack: SlackContext,
): Promise<ModalView | undefined> {
  const found = blockers.find(({ part }) => part === 'connection');
  if (found?.part !== 'connection') return undefined;
  const { client, actor } = acting;
  const { team } = actor;
  const whom = async () =>
    (await mayConnectNow(acting, slack)) ? undefined : adminsToAsk({ client, team }, slack.log);
  const admins = await within(slack.clock, FIND_OUT_WITHIN_MS, whom, []).catch((err) => {
    slack.log.warn({ team, err }, 'The view does not say whom to ask');
    return [];
  });
  return {
    type: 'modal',
    title: plain(title, 24),
    close: plain('Close', 24),
    blocks: [
      section(connectionNotice(found.blocker, admins, slack)),
      ...buttons(admins ? askAdminButton() : connectButton(slack)),
      ...(words ? [section(`Your words, to use again later:\n\`\`\`${escaped(words, 2000)}\`\`\``)] : []),
    ],
  };
}
