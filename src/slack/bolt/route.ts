import type {
  AllMiddlewareArgs,
  App,
  SlackOptionsMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from '@slack/bolt';
import type { Actor } from '../../actor.ts';
import type { Digest } from '../../digests/digest.ts';
import type { Generation } from '../../generations/generation.ts';
import type { Options } from '../kit/catalogue-menus.ts';
import { channelOf, clickValue, reply } from './click.ts';
import type { SlackContext } from './context.ts';
import { isAllowed, maySee, type Permission, type Who } from './permissions.ts';
import type {
  Click,
  Command,
  EventOf,
  FormAnswer,
  MenuQuery,
  MessageShortcutUse,
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
   * against that time. `none`: Bolt acknowledges events by itself.
   */
  ack: 'first' | 'answer' | 'none';
  listen(app: App, slack: SlackContext): void;
}

/** A row: for anyone, and acknowledged first, unless told otherwise. */
function row(
  given: Pick<Route, 'kind' | 'id'> & Partial<Pick<Route, 'who' | 'ack'>>,
  listen: Route['listen'],
): Route {
  return { who: 'anyone', ack: 'first', ...given, listen };
}

type Handler<Request, Answer = unknown> = (request: Request, slack: SlackContext) => Promise<Answer>;

export function command(id: string, handler: Handler<Command>): Route {
  return row({ kind: 'command', id }, (app, slack) =>
    app.command(id, async (args) => {
      await args.ack();
      await handler({ ...args, actor: actorOf(args.context, args.command.user_id) }, slack);
    }),
  );
}

export function shortcut(id: string, handler: Handler<ShortcutUse>): Route {
  return row({ kind: 'shortcut', id }, (app, slack) =>
    app.shortcut({ type: 'shortcut', callback_id: id }, async (args) => {
      await args.ack();
      await handler({ ...args, actor: actorOf(args.context, args.shortcut.user.id) }, slack);
    }),
  );
}

export function messageShortcut(id: string, handler: Handler<MessageShortcutUse>): Route {
  return row({ kind: 'message shortcut', id }, (app, slack) =>
    app.shortcut({ type: 'message_action', callback_id: id }, async (args) => {
      await args.ack();
      await handler({ ...args, actor: actorOf(args.context, args.shortcut.user.id) }, slack);
    }),
  );
}

export function event<Name extends string>(id: Name, handler: Handler<EventOf<Name>>): Route {
  return row({ kind: 'event', id, ack: 'none' }, (app, slack) =>
    app.event(id, async (args) => void (await handler(args, slack))),
  );
}

/** A click that needs nothing found. */
export function button(id: string, permission: Permission, handler: Handler<Click>): Route {
  return clickRoute(id, permission.who, async (click, slack) => {
    if (await isAllowed(permission.who, click, undefined, slack.log)) await handler(click, slack);
    else await reply(click, permission.otherwise);
  });
}

type GenerationHandler = (click: Click, generation: Generation, slack: SlackContext) => Promise<unknown>;

/**
 * A click on a generation. The id in the button proves nothing: the generation must be the team's, and either the
 * actor's own or one of the conversation that the button stands in.
 * @param idOf where the generation's id stands, if not in the button's value
 */
export function generationButton(
  id: string,
  permission: Permission | ((generation: Generation) => Permission),
  handler: GenerationHandler,
  idOf: (click: Click) => string | undefined = clickValue,
): Route {
  const isFixed = typeof permission === 'object';
  return clickRoute(id, isFixed ? permission.who : 'dependsOnGeneration', async (click, slack) => {
    const named = idOf(click);
    const generation = named ? await slack.generations.find(click.actor.team, named) : null;
    if (!generation || !maySee(click.actor, channelOf(click), generation)) {
      await reply(click, 'Deckhand no longer has this one. `/deck recent` lists what you made lately.');
      return;
    }
    const { who, otherwise } = isFixed ? permission : permission(generation);
    if (await isAllowed(who, click, generation.person, slack.log)) await handler(click, generation, slack);
    else await reply(click, otherwise);
  });
}

type DigestHandler = (click: Click, digest: Digest, slack: SlackContext) => Promise<unknown>;

/** A click on a digest, which must be the team's. Its value begins with the digest's id, up to a space. */
export function digestButton(id: string, { who, otherwise }: Permission, handler: DigestHandler): Route {
  return clickRoute(id, who, async (click, slack) => {
    const [named = ''] = (clickValue(click) ?? '').split(' ');
    const digest = await slack.digests.find(click.actor.team, named);
    if (!digest) await reply(click, 'This digest was deleted. `/deck digests` lists the others.');
    else if (await isAllowed(who, click, digest.owner, slack.log)) await handler(click, digest, slack);
    else await reply(click, otherwise);
  });
}

function clickRoute(id: string, who: Route['who'], handler: Handler<Click>): Route {
  return row({ kind: 'button', id, who }, (app, slack) =>
    app.action({ type: 'block_actions', action_id: id }, async (args) => {
      await args.ack();
      await handler({ ...args, actor: actorOf(args.context, args.body.user.id) }, slack);
    }),
  );
}

type MenuArgs = SlackOptionsMiddlewareArgs<'block_suggestion'> & AllMiddlewareArgs;

/** A menu that is filled while somebody types in it. */
export function menu(id: string, handler: Handler<MenuQuery, Options>): Route {
  return row({ kind: 'menu', id, ack: 'answer' }, (app, slack) =>
    app.options({ type: 'block_suggestion', action_id: id }, async (args: MenuArgs) => {
      const actor = actorOf(args.context, args.body.user.id);
      // Bolt's type wants an answer that fits menus of dialogs and of old attachments as well.
      await args.ack((await handler({ ...args, actor }, slack)) as Parameters<typeof args.ack>[0]);
    }),
  );
}

type FormArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs;

/** A form that was sent. Its answer tells the person that it was taken, which is true only once it is written down. */
export function form(id: string, who: Who, handler: Handler<Submission, FormAnswer>): Route {
  return row({ kind: 'form', id, who, ack: 'answer' }, (app, slack) =>
    app.view({ type: 'view_submission', callback_id: id }, async (args: FormArgs) => {
      const actor = actorOf(args.context, args.body.user.id);
      const { errors, view, after } = await handler({ ...args, actor }, slack);
      if (errors) await args.ack({ response_action: 'errors', errors });
      else if (view) await args.ack({ response_action: 'update', view });
      else await args.ack();
      await after?.();
    }),
  );
}

function actorOf(context: Parameters<typeof teamOf>[0], person: string): Actor {
  return { team: teamOf(context), person };
}
