import type { App } from '@slack/bolt';
import { API_KEY_FORM, actions, CREATE_SHORTCUT, DECK_FORM, DISCONNECT_FORM } from './action-ids.ts';
import { enterApiKey } from './actions/api-key.ts';
import { changeAndTryAgain } from './actions/change.ts';
import { checkAgain } from './actions/check-again.ts';
import { connect } from './actions/connect.ts';
import { setConnectPolicy } from './actions/connect-policy.ts';
import { createDeck } from './actions/create.ts';
import { disconnect } from './actions/disconnect.ts';
import { exportDoc } from './actions/export.ts';
import { openLink } from './actions/open.ts';
import { stopFollowing } from './actions/stop.ts';
import { resolveUnsure } from './actions/unsure.ts';
import { deckCommand } from './commands/deck.ts';
import type { SlackContext } from './context.ts';
import { answerForError } from './errors.ts';
import { appUninstalled, tokensRevoked } from './events/departed.ts';
import { directMessage } from './events/direct-message.ts';
import { homeOpened } from './events/home.ts';
import { suggestFolders, suggestTemplates, suggestThemes } from './options/catalogue-menus.ts';
import { createDeckShortcut } from './shortcuts/create-deck.ts';
import { submitApiKey } from './views/api-key/submit.ts';
import { fields } from './views/deck/fields.ts';
import { submitDeckForm } from './views/deck/submit.ts';
import { switchStart, toggleMore } from './views/deck/switches.ts';
import { submitDisconnect } from './views/disconnect/submit.ts';

/**
 * Everything that Slack can send us, one row each. The app must be made with `extendedErrorHandler: true`.
 */
export function registerRoutes(app: App, slack: SlackContext): void {
  app.command('/deck', deckCommand(slack));
  app.shortcut({ type: 'shortcut', callback_id: CREATE_SHORTCUT }, createDeckShortcut(slack));
  app.event('app_home_opened', homeOpened(slack));
  app.event('message', directMessage(slack));
  app.event('app_uninstalled', appUninstalled(slack));
  app.event('tokens_revoked', tokensRevoked(slack));

  // the form
  app.action({ type: 'block_actions', action_id: fields.startFrom }, switchStart(slack));
  app.action({ type: 'block_actions', action_id: actions.moreOptions }, toggleMore(slack));
  app.options({ type: 'block_suggestion', action_id: fields.theme }, suggestThemes(slack));
  app.options({ type: 'block_suggestion', action_id: fields.folder }, suggestFolders(slack));
  app.options({ type: 'block_suggestion', action_id: fields.template }, suggestTemplates(slack));
  app.view({ type: 'view_submission', callback_id: DECK_FORM }, submitDeckForm(slack));

  // buttons of messages and of Home
  app.action({ type: 'block_actions', action_id: actions.create }, createDeck(slack));
  app.action({ type: 'block_actions', action_id: actions.open }, openLink);
  app.action({ type: 'block_actions', action_id: actions.exportMenu }, exportDoc(slack));
  app.action({ type: 'block_actions', action_id: actions.stop }, stopFollowing(slack));
  app.action({ type: 'block_actions', action_id: actions.tryAgain }, resolveUnsure(slack, 'again'));
  app.action({ type: 'block_actions', action_id: actions.leaveIt }, resolveUnsure(slack, 'leave'));
  app.action({ type: 'block_actions', action_id: actions.checkAgain }, checkAgain(slack));
  app.action({ type: 'block_actions', action_id: actions.change }, changeAndTryAgain(slack));

  // the connection to the service
  app.action({ type: 'block_actions', action_id: actions.connect }, connect(slack));
  app.action({ type: 'block_actions', action_id: actions.connectLink }, openLink);
  app.action({ type: 'block_actions', action_id: actions.apiKey }, enterApiKey(slack));
  app.view({ type: 'view_submission', callback_id: API_KEY_FORM }, submitApiKey(slack));
  app.action({ type: 'block_actions', action_id: actions.disconnect }, disconnect(slack));
  app.view({ type: 'view_submission', callback_id: DISCONNECT_FORM }, submitDisconnect(slack));
  app.action({ type: 'block_actions', action_id: actions.connectPolicy }, setConnectPolicy(slack));

  app.error(answerForError(app.client, slack));
}
