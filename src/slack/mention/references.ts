/** The channels that a message names, as Slack writes them: `<#C123|launch>`. */
export interface References {
  /** Mrkdwn in which the source reads "this channel", and the destination is gone. */
  text: string;
  /** The channel that it is to be made of. */
  source?: string;
  /** The channel that the result is to go to. */
  target?: string;
}

const CHANNEL = '<#(?<id>[CG][A-Z0-9]+)(?:\\|[^>]*)?>';
const TARGET = new RegExp(
  `,? ?\\b(?:and )?(?:(?:post|put|share|send|publish|drop|deliver) (?:it|them|that|the result)? ?(?:in|to|into)|to be posted in|posted in) ${CHANNEL}`,
  'i',
);
const SOURCE = new RegExp(`\\b(?<lead>of|from|in|about)(?: the channel)? ${CHANNEL}`, 'i');

export function referencesIn(mrkdwn: string): References {
  const target = TARGET.exec(mrkdwn);
  const rest = target ? mrkdwn.replace(target[0], ' ') : mrkdwn;
  const source = SOURCE.exec(rest);
  return {
    text: source ? rest.replace(source[0], `${source.groups?.lead} this channel`) : rest,
    ...(source?.groups?.id && { source: source.groups.id }),
    ...(target?.groups?.id && { target: target.groups.id }),
  };
}
