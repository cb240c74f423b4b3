import type { WebClient } from '@slack/web-api';
import { within } from '../../clock.ts';
import type { SlackContext } from '../bolt/context.ts';
import { slackError } from '../bolt/slack-error.ts';
import { connectionFault } from '../connection/connection-words.ts';
import { isMemberOf } from '../kit/membership.ts';
import { digestFields } from './fields.ts';
import type { DigestForm } from './form.ts';

interface Asker {
  team: string;
  person: string;
  /** Whose digest it is; an admin may change another's. */
  owner: string;
  client: WebClient;
}

/** Slack waits 3 s for the answer to a submission; the digest has to be written down after this. */
const CHECK_WITHIN_MS = 2000;

/**
 * What is wrong with a form in the light of the world. Unlike the deck form's checks these decide who may read what, so
 * what cannot be told in time is refused.
 */
export async function checkDigestOutside(
  form: DigestForm,
  asker: Asker,
  slack: SlackContext,
): Promise<Record<string, string>> {
  const check = () => outside(form, asker, slack);
  const late = {
    [digestFields.channel]: 'Slack did not say in time who is in this channel. Please press it once more.',
  };
  return within(slack.clock, CHECK_WITHIN_MS, check, late).catch((error) => {
    slack.log.warn({ team: asker.team, err: error }, 'The form of a digest could not be checked');
    return late;
  });
}

async function outside(form: DigestForm, asker: Asker, slack: SlackContext): Promise<Record<string, string>> {
  const [connection, channel] = await Promise.all([
    slack.connectionState(asker.team),
    channelFault(form, asker),
  ]);
  const unconnected = connectionFault(connection, slack);
  return { ...channel, ...(unconnected && { [digestFields.channel]: unconnected }) };
}

const NOT_HERE = 'Deckhand is not in this channel. Type /invite @Deckhand there, then press it again.';

async function channelFault(
  form: DigestForm,
  { client, person, owner }: Asker,
): Promise<Record<string, string>> {
  const { channel = '' } = form;
  try {
    const [{ channel: found }, isIn] = await Promise.all([
      client.conversations.info({ channel }),
      isMemberOf(client, channel, person),
    ]);
    if (found?.is_archived) return at('channel', 'This channel is archived. Choose another one.');
    if (!isIn) return at('channel', 'You are not in this channel. Only who is in it may have it summed up.');
    if (!found?.is_member) return at('channel', NOT_HERE);
    const leaves = form.deliver === 'person' && form.person !== owner;
    return found.is_private && leaves
      ? at('person', 'What is said in a private channel goes only there, or to whoever sets this up.')
      : {};
  } catch (error) {
    if (!['channel_not_found', 'not_in_channel'].includes(slackError(error) ?? '')) throw error;
    return at('channel', NOT_HERE);
  }
}

function at(field: 'channel' | 'person', fault: string): Record<string, string> {
  return { [digestFields[field]]: fault };
}
