import type { AllMiddlewareArgs, AnyMiddlewareArgs } from '@slack/bolt';
import type { Actor } from '../../../actor.ts';
import { refusalMessage } from '../../kit/copy/closed.ts';
import type { Options } from '../../kit/lookups/catalogue-menus.ts';
import { reply } from '../answers/click.ts';
import { messageView, type Opener, openView, plainView } from '../answers/open-then-fill.ts';
import type { SlackContext } from '../context.ts';
import { denialOf, type Permission, type Who } from '../permissions/permissions.ts';
import { denialOfUse } from '../permissions/roles.ts';
import { teamOf } from '../receiving/team.ts';
import type {
  Click,
  ClickArgs,
  Command,
  CommandArgs,
  EventArgs,
  EventOf,
  FormAnswer,
  FormArgs,
  MenuArgs,
  MenuQuery,
  MessageShortcutArgs,
  MessageShortcutUse,
  PersonEventOf,
  ShortcutArgs,
  ShortcutUse,
  Submission,
} from '../requests.ts';

/** A row of the route table. Its `handle` acknowledges a request, checks permissions, and calls the handler. */
export interface Route {
  kind: 'command' | 'shortcut' | 'message shortcut' | 'event' | 'step' | 'button' | 'menu' | 'form';
  /** Name of the command, `callback_id`, `action_id`, or type of the event. */
  id: string;
  who: Who | 'dependsOnGeneration';
  /**
   * When the request is acknowledged: before the handler runs (`first`), with the handler's result (`answer`), when inbox.ts has stored the
   * event (`stored`), or by Bolt before Deckhand gets the event (`none`).
   */
  ack: 'first' | 'answer' | 'stored' | 'none';
  /** @param args Bolt's arguments for a request of this route's kind and id */
  handle(args: never, slack: SlackContext): Promise<void>;
}

/** Builds a route. By default, any member of the team may make the request, and the handler runs after the acknowledgement. */
function row<Args>(
  given: Pick<Route, 'kind' | 'id'> & Partial<Pick<Route, 'who' | 'ack'>>,
  handle: (args: Args, slack: SlackContext) => Promise<void>,
): Route {
  return { who: 'anyone', ack: 'first', ...given, handle };
}

/** Creates Deckhand's only Bolt listener, which passes each request to its route. Requests without a route are ignored. */
export function createDispatch(routes: Route[], slack: SlackContext) {
  const rows = new Map(routes.map((route) => [keyOf(route), route]));
  return async (args: AnyMiddlewareArgs & AllMiddlewareArgs): Promise<void> => {
    const named = nameOf(args);
    const { view } = args.body as { view?: { state?: { values?: object | null } | null } | null };
    // Slack may leave out `state` in a view that has no inputs.
    if (view && !view.state?.values) view.state = { values: {} };
    // `kind` and `id` determine the type of the arguments, which TypeScript cannot infer.
    if (named) await rows.get(keyOf(named))?.handle(args as never, slack);
  };
}

const keyOf = ({ kind, id }: Pick<Route, 'kind' | 'id'>) => `${kind} ${id}`;

/** Returns the kind and id of a request; undefined for kinds that no route has, such as `view_closed`. */
function nameOf(args: AnyMiddlewareArgs): Pick<Route, 'kind' | 'id'> | undefined {
  if ('command' in args) return { kind: 'command', id: args.command.command };
  if ('event' in args) {
    const { event } = args;
    if (event.type === 'function_executed') return { kind: 'step', id: event.function.callback_id };
    return { kind: 'event', id: event.type };
  }
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

/** Builds the route of a slash command. @param refuse tells a person why they may not use Deckhand; `why` is plain text */
export function command(
  name: string,
  handler: Handler<Command>,
  refuse: (request: Command, why: string, slack: SlackContext) => Promise<void>,
): Route {
  return row({ kind: 'command', id: name }, async (args: CommandArgs, slack) => {
    await args.ack();
    const { user_id: person, trigger_id: id } = args.command;
    const request = { ...args, actor: actorOf(args.context, person), trigger: { id } };
    const denial = await denialOfUse('anyone', request, slack);
    await (denial ? refuse(request, denial, slack) : handler(request, slack));
  });
}

export function shortcut(id: string, handler: Handler<ShortcutUse>): Route {
  return row({ kind: 'shortcut', id }, async (args: ShortcutArgs, slack) => {
    await args.ack();
    const request = { ...args, ...openerOf(args) };
    if (await mayUseShortcut(request, slack)) await handler(request, slack);
  });
}

export function messageShortcut(id: string, handler: Handler<MessageShortcutUse>): Route {
  return row({ kind: 'message shortcut', id }, async (args: MessageShortcutArgs, slack) => {
    await args.ack();
    const request = { ...args, ...openerOf(args) };
    if (await mayUseShortcut(request, slack)) await handler(request, slack);
  });
}

/** Returns true if an actor may use Deckhand. Otherwise opens a modal that says why they may not. */
async function mayUseShortcut(opener: Opener, slack: SlackContext): Promise<boolean> {
  const denial = await denialOfUse('anyone', opener, slack);
  if (denial) await openView(opener, messageView('Deckhand', await refusalMessage(denial, opener, slack)));
  return !denial;
}

function openerOf({ client, context, shortcut }: ShortcutArgs | MessageShortcutArgs): Opener {
  return { client, actor: actorOf(context, shortcut.user.id), trigger: { id: shortcut.trigger_id } };
}

/** Builds the route of an event about a whole team, such as an uninstall. */
export function teamEvent<Name extends string>(id: Name, handler: Handler<EventOf<Name>>): Route {
  const given = { kind: 'event', id, who: 'everybody', ack: 'stored' } as const;
  return row(given, async (args: EventArgs<Name>, slack) => void (await handler(args, slack)));
}

/**
 * Builds the route of a function that a workflow calls. Slack names no caller, so the handler checks the person in the inputs.
 * @param ack `answer` if the function returns the options of a menu, because the acknowledgement contains these options
 */
export function step(
  id: string,
  ack: 'stored' | 'answer',
  handler: Handler<EventOf<'function_executed'>>,
): Route {
  const given = { kind: 'step', id, who: 'checkedByHandler', ack } as const;
  return row(given, async (args: EventArgs<'function_executed'>, slack) => {
    await handler(args, slack);
    await args.ack();
  });
}

interface PersonEvent<Name extends string> {
  /** `stored` for events with text that a person wrote, so that a crash does not lose the text. `none` for all other events. */
  ack: 'stored' | 'none';
  /** Returns the id of the person who caused the event; undefined if the event is to be ignored. */
  by(args: EventOf<Name>): string | undefined;
  /** Shows the person why they may not use Deckhand. @param text plain text */
  refuse(event: PersonEventOf<Name>, text: string, slack: SlackContext): Promise<unknown>;
  handle: Handler<PersonEventOf<Name>>;
}

/** Builds the route of an event that a person has caused, such as a message. */
export function event<Name extends string>(id: Name, { ack, by, refuse, handle }: PersonEvent<Name>): Route {
  return row({ kind: 'event', id, ack }, async (args: EventArgs<Name>, slack) => {
    const person = by(args);
    if (!person) return;
    const caused = { ...args, actor: actorOf(args.context, person) };
    const denial = await denialOfUse('anyone', caused, slack);
    await (denial ? refuse(caused, denial, slack) : handle(caused, slack));
  });
}

/** Builds the route of a button that is not about a generation or a digest. */
export function button(id: string, permission: Permission, handler: Handler<Click>): Route {
  return clickRoute(id, permission.who, async (click, slack) => {
    const denial = await denialOf(permission, click, undefined, slack.log);
    await (denial === undefined ? handler(click, slack) : reply(click, denial));
  });
}

/** Builds the route of a button. It checks only whether the actor may use Deckhand; the handler checks all other permissions. */
export function clickRoute(id: string, who: Route['who'], handler: Handler<Click>): Route {
  return row({ kind: 'button', id, who }, async (args: ClickArgs, slack) => {
    await args.ack();
    const { user, trigger_id, view } = args.body;
    const trigger = { id: trigger_id, isInModal: view?.type === 'modal' };
    const click = { ...args, actor: actorOf(args.context, user.id), trigger };
    const denial = await denialOfUse(who === 'dependsOnGeneration' ? 'anyone' : who, click, slack);
    await (denial ? reply(click, await refusalMessage(denial, click, slack)) : handler(click, slack));
  });
}

/** Builds the route of a searchable menu, whose options Deckhand returns while a person types. */
export function menu(id: string, handler: Handler<MenuQuery, Options>): Route {
  return row({ kind: 'menu', id, ack: 'answer' }, async (args: MenuArgs, slack) => {
    const query = { ...args, actor: actorOf(args.context, args.body.user.id) };
    const denial = await denialOfUse('anyone', query, slack);
    const answer = denial ? { options: [] } : await handler(query, slack);
    // Bolt's type also covers menus in dialogs and attachments, whose options have another format.
    await args.ack(answer as Parameters<typeof args.ack>[0]);
  });
}

/** Builds the route of a submitted modal. Slack gets the response when the handler returns, so the handler must first store the content. */
export function form(id: string, who: Who, handler: Handler<Submission, FormAnswer>): Route {
  return row({ kind: 'form', id, who, ack: 'answer' }, async (args: FormArgs, slack) => {
    const sent = { ...args, actor: actorOf(args.context, args.body.user.id) };
    const denial = await denialOfUse(who, sent, slack);
    const { errors, view, after } = denial ? deniedForm(sent, denial) : await handler(sent, slack);
    if (errors) await args.ack({ response_action: 'errors', errors });
    else if (view) await args.ack({ response_action: 'update', view });
    else await args.ack();
    await after?.();
  });
}

/** Returns the response to a modal that a person may not submit. Shows the text at the first input, or as a new view if there is none. */
export function deniedForm({ view }: Submission, text: string): FormAnswer {
  const field = view.blocks.find(({ type }) => type === 'input')?.block_id;
  return field ? { errors: { [field]: text } } : { view: plainView('Deckhand', text) };
}

function actorOf(context: Parameters<typeof teamOf>[0], person: string): Actor {
  return { team: teamOf(context), person };
}
