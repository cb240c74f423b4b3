import { systemClock } from '../../clock.ts';
import { SlackFault } from '../fault.ts';
import type { Panel } from '../links/links.ts';
import type { CardPlace, PanelShown } from '../protocol.ts';
import { nameInPayload } from '../shapes/channel.ts';
import { cardForPage } from '../shapes/message.ts';
import type { Slack } from '../slack.ts';
import type { StoredCard } from '../workspace/model.ts';
import { channelFor, type Me, meOf, messageFor } from './me.ts';

/** Milliseconds that a client waits for the app's panel. */
const WAIT_MS = 3_000;
/** Milliseconds for which Slack shows a panel again without asking the app. */
const PANEL_KEPT_MS = 10 * 60_000;

/** Opens the panel of a card. Asks the app, unless the person has opened it in the last ten minutes. */
export async function details(
  slack: Slack,
  { user, ...at }: CardPlace & { user: string },
): Promise<PanelShown> {
  const me = meOf(slack, user);
  const { card } = cardAt(me, at);
  const { entity } = card;
  if (!entity) throw new SlackFault('no_panel');
  const key = panelKey(user, entity.url);
  const kept = slack.links.panels.get(key);
  if (kept && slack.clock.now() - kept.at < PANEL_KEPT_MS) return panelForPage(me, kept.panel);
  const shown = Promise.withResolvers<Panel>();
  const trigger = slack.triggers.issue({ team: me.team.id, user, channel: at.channel });
  slack.links.opened.set(trigger, { entity, show: shown.resolve });
  slack.emit(me.team.id, {
    type: 'entity_details_requested',
    user,
    trigger_id: trigger,
    link: { url: card.url, domain: URL.parse(card.url)?.hostname },
    entity_url: entity.url,
    app_unfurl_url: card.url,
    external_ref: entity.external_ref,
    user_locale: 'en-US',
    channel: at.channel,
    message_ts: at.ts,
    event_ts: slack.workspace.nextTs(),
  });
  const panel = await inTime(shown.promise, { error: 'timeout' });
  if (!('error' in panel)) slack.links.panels.set(key, { at: slack.clock.now(), panel });
  return panelForPage(me, panel);
}

const panelKey = (user: string, url: string): string => `${user} ${url}`;

const inTime = <Value>(value: Promise<Value>, late: Value): Promise<Value> =>
  Promise.race([value, systemClock.sleep(WAIT_MS).then(() => late)]);

function panelForPage({ slack, team }: Me, panel: Panel): PanelShown {
  return 'error' in panel ? panel : { card: cardForPage(slack, team, panel.card) };
}

function cardAt(me: Me, { channel: id, ts, url }: CardPlace) {
  const channel = channelFor(me, id);
  const message = messageFor(me, channel, ts);
  const card = message.cards?.find((each) => each.url === url);
  if (!card) throw new SlackFault('card_not_found');
  return { channel, message, card };
}

/** Returns the blocks of a card in a message, and the part of an action's payload about it. */
export function placeOfCard(me: Me, at: CardPlace) {
  const { slack, team, person } = me;
  const { channel, message, card } = cardAt(me, at);
  const issue = { team: team.id, channel: channel.id, user: person.id, messageTs: message.ts };
  return {
    blocks: card.blocks,
    at: { channel: channel.id },
    payload: () => ({
      container: {
        type: 'message_attachment',
        message_ts: message.ts,
        channel_id: channel.id,
        is_ephemeral: false,
        is_app_unfurl: true,
        app_unfurl_url: card.url,
        ...entityOf(card),
      },
      channel: { id: channel.id, name: nameInPayload(channel) },
      response_url: slack.responseUrls.issue(issue),
    }),
  };
}

/** Returns the blocks of an open panel, and the part of an action's payload about it. It has no message and no `response_url`. */
export function placeOfPanel(me: Me, at: CardPlace) {
  const { card } = cardAt(me, at);
  const kept = me.slack.links.panels.get(panelKey(me.person.id, card.entity?.url ?? ''));
  if (!kept || 'error' in kept.panel) throw new SlackFault('panel_not_found');
  const shown = kept.panel.card;
  return {
    blocks: shown.blocks,
    at: { channel: at.channel },
    payload: () => ({
      container: {
        type: 'entity_detail',
        app_unfurl_url: card.url,
        message_ts: at.ts,
        channel_id: at.channel,
        ...entityOf(card),
      },
    }),
  };
}

const entityOf = ({ entity }: StoredCard) =>
  entity ? { entity_url: entity.url, external_ref: entity.external_ref } : {};
