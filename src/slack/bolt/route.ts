import type {
  AllMiddlewareArgs,
  AnyMiddlewareArgs,
  BlockAction,
  GlobalShortcut,
  MessageShortcut,
  SlackActionMiddlewareArgs,
  SlackCommandMiddlewareArgs,
  SlackEventMiddlewareArgs,
  SlackOptionsMiddlewareArgs,
  SlackShortcutMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from '@slack/bolt';
import type { Actor } from '../../actor.ts';
import type { Options } from '../kit/catalogue-menus.ts';
import { reply } from './click.ts';
import type { SlackContext } from './context.ts';
import { openView, plainView } from './open-then-fill.ts';
import { refusalFor } from './people.ts';
import { type Acting, type Permission, refusalOf, type Who } from './permissions.ts';
import type {
  Click,
  Command,
  EventOf,
  FormAnswer,
  MenuQuery,
  MessageShortcutUse,
  PersonEventOf,
  ShortcutUse,
  Submission,
} from './requests.ts';
import { teamOf } from './team.ts';

/**
 * One thing that Slack can send, as a row of the table in routes.ts. The row acknowledges, finds what a button names,
 * and checks who may, before its handler runs.
 */
export interface Route {
  kind: 'command' | 'shortcut' | 'message shortcut' | 'event' | 'button' | 'menu' | 'form';
  /** The command, the callback id, the action id, or the event's name. */
  id: string;
  who: Who | 'dependsOnGeneration';
  /**
   * Slack waits 3 s. `first`: before anything else. `answer`: with what the handler answers, which therefore works
   * against that time. `kept`: once the event is written down (inbox.ts). `none`: Bolt acknowledges events by itself.
   */
  ack: 'first' | 'answer' | 'kept' | 'none';
  /** @param args Bolt's, of a request of the row's kind and id */
  handle(args: never, slack: SlackContext): Promise<void>;
}

/** A row: for any member of the team, and acknowledged first, unless told otherwise. */
function row<Args>(
  given: Pick<Route, 'kind' | 'id'> & Partial<Pick<Route, 'who' | 'ack'>>,
  handle: (args: Args & AllMiddlewareArgs, slack: SlackContext) => Promise<void>,
): Route {
  return { who: 'anyone', ack: 'first', ...given, handle };
}

/** Bolt's listener for all rows: each request goes to its own, if there is one. */
export function createDispatch(routes: Route[], slack: SlackContext) {
  const rows = new Map(routes.map((route) => [keyOf(route), route]));
  return async (args: AnyMiddlewareArgs & AllMiddlewareArgs): Promise<void> => {
    const named = nameOf(args);
    // The key says what these arguments are of, which Bolt's type for all of them does not.
    if (named) await rows.get(keyOf(named))?.handle(args as never, slack);
  };
}

const keyOf = ({ kind, id }: Pick<Route, 'kind' | 'id'>) => `${kind} ${id}`;

/** What Slack sent, by its own name. A form that was closed, and attachments of old, are nothing that anybody waits for. */
function nameOf(args: AnyMiddlewareArgs): Pick<Route, 'kind' | 'id'> | undefined {
  if ('command' in args) return { kind: 'command', id: args.command.command };
  if ('event' in args) return { kind: 'event', id: args.event.type };
  const { body } = args;
  switch (body.type) {
    case 'block_actions':
      return { kind: 'button', id: String(body.actions[0]?.action_id) };
    case 'block_suggestion':
      return { kind: 'menu', id: body.action_id };
    case 'message_action':
      return { kind: 'message shortcut', id: body.callback_id };
    case 'shortcut':
      return { kind: 'shortcut', id: body.callback_id };
    case 'view_submission':
      return { kind: 'form', id: body.view.callback_id };
    default:
      return undefined;
  }
}

export type Handler<Request, Answer = unknown> = (request: Request, slack: SlackContext) => Promise<Answer>;

export function command(id: string, handler: Handler<Command>): Route {
  return row({ kind: 'command', id }, async (args: SlackCommandMiddlewareArgs & AllMiddlewareArgs, slack) => {
    await args.ack();
    const request = { ...args, actor: actorOf(args.context, args.command.user_id) };
    const refusal = await refusalFor('anyone', request, slack);
    if (refusal) await args.respond({ response_type: 'ephemeral', text: refusal });
    else await handler(request, slack);
  });
}

export function shortcut(id: string, handler: Handler<ShortcutUse>): Route {
  type Args = SlackShortcutMiddlewareArgs<GlobalShortcut> & AllMiddlewareArgs;
  return row({ kind: 'shortcut', id }, async (args: Args, slack) => {
    await args.ack();
    const request = { ...args, actor: actorOf(args.context, args.shortcut.user.id) };
    if (await isLetIn(request, args.shortcut.trigger_id, slack)) await handler(request, slack);
  });
}

export function messageShortcut(id: string, handler: Handler<MessageShortcutUse>): Route {
  type Args = SlackShortcutMiddlewareArgs<MessageShortcut> & AllMiddlewareArgs;
  return row({ kind: 'message shortcut', id }, async (args: Args, slack) => {
    await args.ack();
    const request = { ...args, actor: actorOf(args.context, args.shortcut.user.id) };
    if (await isLetIn(request, args.shortcut.trigger_id, slack)) await handler(request, slack);
  });
}

/** A shortcut is answered by a view, also where it is refused. */
async function isLetIn(acting: Acting, triggerId: string, slack: SlackContext): Promise<boolean> {
  const refusal = await refusalFor('anyone', acting, slack);
  if (refusal) await openView(acting.client, { id: triggerId }, plainView('Deckhand', refusal));
  return !refusal;
}

/** An event that is about a team, and not about a person. */
export function teamEvent<Name extends string>(id: Name, handler: Handler<EventOf<Name>>): Route {
  type Args = SlackEventMiddlewareArgs<Name> & AllMiddlewareArgs;
  const given = { kind: 'event', id, who: 'everybody', ack: 'kept' } as const;
  return row(given, async (args: Args, slack) => void (await handler(args, slack)));
}

interface PersonEvent<Name extends string> {
  /** `kept` where losing it would lose what somebody has written. */
  ack: 'kept' | 'none';
  /** The person who caused it; undefined for events that are none of Deckhand's business. */
  by(args: EventOf<Name>): string | undefined;
  /** Tells a person that Deckhand does not work for them. @param text plain */
  refuse(event: PersonEventOf<Name>, text: string, slack: SlackContext): Promise<unknown>;
  handle: Handler<PersonEventOf<Name>>;
}

/** An event that a person has caused. */
export function event<Name extends string>(id: Name, { ack, by, refuse, handle }: PersonEvent<Name>): Route {
  type Args = SlackEventMiddlewareArgs<Name> & AllMiddlewareArgs;
  return row({ kind: 'event', id, ack }, async (args: Args, slack) => {
    const person = by(args);
    if (!person) return;
    const caused = { ...args, actor: actorOf(args.context, person) };
    const refusal = await refusalFor('anyone', caused, slack);
    await (refusal ? refuse(caused, refusal, slack) : handle(caused, slack));
  });
}

/** A click that needs nothing found. */
export function button(id: string, permission: Permission, handler: Handler<Click>): Route {
  return clickRoute(id, permission.who, async (click, slack) => {
    const refusal = await refusalOf(permission, click, undefined, slack.log);
    await (refusal === undefined ? handler(click, slack) : reply(click, refusal));
  });
}

/** A click whose handler, or the row around it, checks who may. */
export function clickRoute(id: string, who: Route['who'], handler: Handler<Click>): Route {
  type Args = SlackActionMiddlewareArgs<BlockAction> & AllMiddlewareArgs;
  return row({ kind: 'button', id, who }, async (args: Args, slack) => {
    await args.ack();
    const click = { ...args, actor: actorOf(args.context, args.body.user.id) };
    const refusal = await refusalFor(who === 'dependsOnGeneration' ? 'anyone' : who, click, slack);
    await (refusal ? reply(click, refusal) : handler(click, slack));
  });
}

type MenuArgs = SlackOptionsMiddlewareArgs<'block_suggestion'> & AllMiddlewareArgs;

/** A menu that is filled while somebody types in it. */
export function menu(id: string, handler: Handler<MenuQuery, Options>): Route {
  return row({ kind: 'menu', id, ack: 'answer' }, async (args: MenuArgs, slack) => {
    const query = { ...args, actor: actorOf(args.context, args.body.user.id) };
    const refusal = await refusalFor('anyone', query, slack);
    const answer = refusal ? { options: [] } : await handler(query, slack);
    // Bolt's type wants an answer that fits menus of dialogs and of old attachments as well.
    await args.ack(answer as Parameters<typeof args.ack>[0]);
  });
}

type FormArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs;

/** A form that was sent. Its answer tells the person that it was taken, which is true only once it is written down. */
export function form(id: string, who: Who, handler: Handler<Submission, FormAnswer>): Route {
  return row({ kind: 'form', id, who, ack: 'answer' }, async (args: FormArgs, slack) => {
    const sent = { ...args, actor: actorOf(args.context, args.body.user.id) };
    const refusal = await refusalFor(who, sent, slack);
    const { errors, view, after } = refusal ? refused(sent, refusal) : await handler(sent, slack);
    if (errors) await args.ack({ response_action: 'errors', errors });
    else if (view) await args.ack({ response_action: 'update', view });
    else await args.ack();
    await after?.();
  });
}

/** The form stays open, with what was filled in. */
export function refused({ view }: Submission, text: string): FormAnswer {
  const field = view.blocks.find(({ type }) => type === 'input')?.block_id;
  return field ? { errors: { [field]: text } } : { view: plainView('Deckhand', text) };
}

function actorOf(context: Parameters<typeof teamOf>[0], person: string): Actor {
  return { team: teamOf(context), person };
}
