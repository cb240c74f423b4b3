import type { View } from '@slack/types';
import { z } from 'zod';
import { faultsOfView, isViewTooLarge } from '../blocks/views.ts';
import { invalid, SlackFault } from '../fault.ts';
import { storedView } from '../views/stacks.ts';
import type { Team } from '../workspace/model.ts';
import { findPerson } from '../workspace/workspace.ts';
import { maybe, required } from './call/args.ts';
import type { Poster } from './call/file-access.ts';
import { type Call, method } from './call/method.ts';
import { faultsOfPictures } from './call/pictures.ts';
import { TIER_4 } from './call/rates.ts';

/** Checks a view. Throws `view_too_large`, or `invalid_arguments` with the reasons. */
export function checkedView(poster: Poster, view: unknown, kind: 'modal' | 'home'): View {
  if (isViewTooLarge(view)) throw new SlackFault('view_too_large');
  const faults = faultsOfView(view, kind);
  if (faults.length) throw invalid('invalid_arguments', faults);
  const checked = view as View;
  const pictures = faultsOfPictures(poster, checked.blocks, '/view/blocks');
  if (pictures.length) throw invalid('invalid_arguments', pictures);
  return checked;
}

const given = z.unknown().refine((view) => view !== undefined, 'missing required field: view');

/** Returns the person and place of a trigger. Throws if it has expired, was used before or is of another team. */
function exchangeTrigger(call: Call, triggerId: string) {
  const trigger = call.slack.triggers.exchange(triggerId);
  if (trigger.team !== call.team.id) throw new SlackFault('invalid_trigger_id');
  return trigger;
}

const open = method({
  rate: TIER_4,
  args: z.object({ trigger_id: required, view: given }),
  handle(call, args) {
    const view = checkedView(call, args.view, 'modal');
    const { user, channel } = exchangeTrigger(call, args.trigger_id);
    return { view: call.slack.stacks.open(call.team, user, view, channel) };
  },
});

const push = method({
  rate: TIER_4,
  args: z.object({ trigger_id: required, view: given }),
  handle(call, args) {
    const view = checkedView(call, args.view, 'modal');
    const { user } = exchangeTrigger(call, args.trigger_id);
    return { view: call.slack.stacks.push(user, view) };
  },
});

const update = method({
  rate: TIER_4,
  args: z.object({ view_id: required, hash: maybe, view: given }),
  handle(call, args) {
    const { stacks } = call.slack;
    const view = checkedView(call, args.view, 'modal');
    const found = stacks.find(args.view_id);
    if (!found || found.stack.team !== call.team) throw new SlackFault('not_found');
    if (args.hash && args.hash !== found.view.hash) throw new SlackFault('hash_conflict');
    return { view: stacks.update(found, view) };
  },
});

const publish = method({
  rate: TIER_4,
  args: z.object({ user_id: required, hash: maybe, view: given }),
  handle(call, args) {
    const { slack, team } = call;
    if (!slack.manifest.features.app_home.home_tab_enabled) throw new SlackFault('not_enabled');
    const view = checkedView(call, args.view, 'home');
    if (!findPerson(team, args.user_id)) throw new SlackFault('user_not_found');
    refuseStale(team, args.user_id, args.hash);
    const stored = storedView(team, slack.app.id, view, {});
    const before = team.homes[args.user_id];
    if (before) Object.assign(stored, { id: before.id, root_view_id: before.id });
    team.homes[args.user_id] = stored;
    slack.workspace.changed({ kind: 'home', team, user: args.user_id, view: stored });
    return { view: stored };
  },
});

function refuseStale(team: Team, user: string, hash: string | undefined): void {
  const current = team.homes[user];
  if (hash && current && hash !== current.hash) throw new SlackFault('hash_conflict');
}

export const viewMethods = {
  'views.open': open,
  'views.push': push,
  'views.update': update,
  'views.publish': publish,
};
