import type { CardPlace, News, PanelShown } from '../../protocol.ts';
import type { Address, Identity } from './address.ts';
import type { Api } from './api.ts';
import { createArrivals } from './arrivals.ts';
import type { Change } from './changes.ts';
import type { Model } from './model.ts';
import type { Place, Tab } from './place.ts';
import { samePlace, tabOf } from './place.ts';
import { isReply } from './shown/messages.ts';
import { firstUnread } from './shown/unread.ts';
import type { Store } from './store.ts';
import type { Listener } from './stream.ts';

/** The actions of the components. */
export interface Client {
  store: Store<Model, Change>;
  api: Api;
  /** The acting person's id. */
  me(): string;
  start(): Promise<void>;
  /** Switches to another person or team. */
  become(identity: Identity): Promise<void>;
  open(place: Place): void;
  openThread(channel: string, ts: string): void;
  closeThread(): void;
  openTab(tab: Tab): void;
  /** Opens the panel of a link's card. */
  openPanel(place: CardPlace): void;
  closePanel(): void;
  /** Marks the open conversation as read up to its last message. */
  markRead(): void;
  /** Moves the sandbox's clock forward. Work that becomes due is done on the way. */
  letPass(hours: number): Promise<number | undefined>;
  /** Shows a message of Slack itself, in a conversation or as a toast. */
  tell(text: string, where?: { channel?: string; threadTs?: string }): void;
}

export interface Surroundings {
  store: Store<Model, Change>;
  api: Api;
  address: Address;
  listen(address: string, listener: Listener): () => void;
  /** Whether the page is as narrow as on a phone, where no conversation is open at first. */
  isNarrow(): boolean;
  isVisible(): boolean;
}

export function createClient({ store, api, address, listen, isNarrow, isVisible }: Surroundings): Client {
  const arrivals = createArrivals();
  let stopListening = (): void => {};
  let notices = 0;
  const me = (): string => store.get().workspace?.me.id ?? '';

  const tell: Client['tell'] = (text, where = {}) => {
    notices += 1;
    store.apply({ type: 'said_by_slack', id: notices, text, ...where });
  };

  const loadHistory = async (channel: string): Promise<void> => {
    const unread = conversation(store.get(), channel)?.unread ?? 0;
    const messages = await arrivals.complete(
      () => api.history(me(), channel),
      (message) => message.channel === channel && !isReply(message),
    );
    store.apply({ type: 'history', channel, messages, newFrom: firstUnread(messages, unread, me()) });
    markRead();
  };

  const loadThread = async (channel: string, ts: string): Promise<void> => {
    const messages = await arrivals.complete(
      () => api.replies(me(), channel, ts),
      (message) => message.channel === channel && (message.thread_ts ?? message.ts) === ts,
    );
    store.apply({ type: 'thread', channel, ts, messages });
  };

  /** Fetches the messages of a place, and tells the stand-in which tab of the app is open. */
  const load = async ({ channel, thread, ...place }: Place): Promise<void> => {
    if (!channel) return;
    const isApp = conversation(store.get(), channel)?.kind === 'app';
    const tab = isApp ? tabOf({ channel, thread, ...place }) : undefined;
    const loads: Promise<unknown>[] = [loadHistory(channel)];
    if (thread) loads.push(loadThread(channel, thread));
    if (tab) loads.push(api.home(me(), tab));
    const results = await Promise.allSettled(loads);
    if (results.some(({ status }) => status === 'rejected'))
      tell('This could not be loaded. Is the sandbox still running?');
  };

  const arrive = (place: Place): void => {
    store.apply({ type: 'place', place });
    void load(place);
  };

  const open = (place: Place): void => {
    if (samePlace(place, store.get().place)) return;
    address.push(place);
    arrive(place);
  };

  const markRead = (): void => {
    const { place, histories } = store.get();
    const last = place.channel ? histories[place.channel]?.at(-1) : undefined;
    if (!place.channel || !last || !isVisible()) return;
    if (conversation(store.get(), place.channel)?.kind === 'app' && tabOf(place) !== 'messages') return;
    if ((conversation(store.get(), place.channel)?.unread ?? 0) === 0) return;
    void api.read(me(), place.channel, last.ts).catch(() => undefined);
  };

  const onNews = (news: News): void => {
    arrivals.add(news);
    if (news.type === 'notice') tell(news.text, { channel: news.channel });
    else if (news.type === 'workspace') void reload();
    else store.apply(news);
    if (news.type === 'conversation' && news.conversation.id === store.get().place.channel) markRead();
  };

  const reload = async (): Promise<void> => {
    const { workspace } = store.get();
    if (!workspace) return;
    const { me: person, team } = workspace;
    store.apply({ type: 'loaded', workspace: await api.workspace(person.id, team.id) });
  };

  const catchUp = async (): Promise<void> => {
    store.apply({ type: 'online', online: true });
    await reload();
    await load(store.get().place);
  };

  const begin = async (wanted: Identity): Promise<void> => {
    // After a reset of the sandbox an address may have an unknown person. Then the first person is used.
    const workspace = await api.workspace(wanted.user, wanted.team).catch(() => api.workspace(null, null));
    store.apply({ type: 'loaded', workspace });
    const identity = { user: workspace.me.id, team: workspace.team.id };
    address.setIdentity(identity);
    const place = allowedPlace(store.get(), address.place(), isNarrow());
    address.replace(place);
    store.apply({ type: 'place', place });
    stopListening = listen(`/page/events?${new URLSearchParams(identity)}`, {
      onNews,
      onOpen: () => void load(store.get().place),
      onBack: () => void catchUp(),
      onCut: () => store.apply({ type: 'online', online: false }),
    });
  };

  address.onMove((place) => arrive(allowedPlace(store.get(), place, isNarrow())));

  return {
    store,
    api,
    me,
    start: () => begin(address.identity()),
    async become(identity) {
      stopListening();
      store.apply({ type: 'left' });
      await begin(identity);
    },
    open,
    openThread: (channel, thread) => open({ channel, thread }),
    closeThread: () => open({ channel: store.get().place.channel }),
    openTab: (tab) => open({ channel: store.get().place.channel, tab }),
    openPanel(place) {
      store.apply({ type: 'panel', panel: { place } });
      const show = (shown: PanelShown): void => {
        if (store.get().panel?.place === place) store.apply({ type: 'panel', panel: { place, shown } });
      };
      api.details(me(), place).then(show, () => show({ error: 'internal_error' }));
    },
    closePanel: () => store.apply({ type: 'panel', panel: null }),
    markRead,
    async letPass(hours) {
      const { stoppedAt } = await api.letPass(hours);
      await reload();
      return stoppedAt;
    },
    tell,
  };
}

const conversation = ({ workspace }: Model, id: string) =>
  workspace?.conversations.find((conversation) => conversation.id === id);

/** Returns the place if the person has access to it, otherwise the team's first channel, or on a phone the list. */
function allowedPlace(model: Model, place: Place, isNarrow: boolean): Place {
  if (place.channel && conversation(model, place.channel)) return place;
  const conversations = model.workspace?.conversations ?? [];
  const first = conversations.find(({ kind }) => kind === 'channel') ?? conversations[0];
  return { channel: isNarrow ? null : (first?.id ?? null) };
}
