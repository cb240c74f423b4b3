import type { App } from '@slack/bolt';
import { connect } from '../connection/connect.ts';
import { setConnectPolicy } from '../connection/connect-policy.ts';
import { disconnect } from '../connection/disconnect.ts';
import { enterApiKey } from '../connection/enter-api-key.ts';
import { submitApiKey } from '../connection/submit-api-key.ts';
import { submitDisconnect } from '../connection/submit-disconnect.ts';
import { changeAndTryAgain } from '../deck/change.ts';
import { deckCommand } from '../deck/command.ts';
import { createDeck } from '../deck/create.ts';
import { fields } from '../deck/fields.ts';
import { createDeckShortcut } from '../deck/shortcut.ts';
import { submitDeckForm } from '../deck/submit.ts';
import { switchStart, toggleMore } from '../deck/switches.ts';
import {
  changeDigest,
  declineDigest,
  deleteDigest,
  pauseDigest,
  resumeDigest,
  runDigest,
  scheduleDigest,
  turnDigests,
} from '../digest/buttons.ts';
import { digestFields, drawingFields } from '../digest/fields.ts';
import { redrawDigestForm } from '../digest/redraw.ts';
import { submitDigestForm } from '../digest/submit.ts';
import { tryDigest } from '../digest/try-out.ts';
import { suggestZones } from '../digest/zones.ts';
import { welcomeFirstUse } from '../home/first-use.ts';
import { homeOpened } from '../home/home.ts';
import { appUninstalled, tokensRevoked } from '../installation/departed.ts';
import { suggestFolders, suggestTemplates, suggestThemes } from '../kit/catalogue-menus.ts';
import { checkAgain } from '../result/check-again.ts';
import { exportDoc } from '../result/export.ts';
import { stopFollowing } from '../result/stop.ts';
import { resolveUnsure } from '../result/unsure.ts';
import { changeSettings } from '../settings/button.ts';
import { SCOPE_FIELD } from '../settings/modal.ts';
import { setOptOut } from '../settings/opt-out.ts';
import { forgetDefaults, submitSettings, switchScope } from '../settings/settings.ts';
import { appMention } from '../thread/app-mention.ts';
import { createHere, threadForm } from '../thread/create-here.ts';
import { directMessage } from '../thread/direct-message.ts';
import { threadToSlides } from '../thread/shortcut.ts';
import {
  API_KEY_FORM,
  actions,
  CREATE_SHORTCUT,
  DECK_FORM,
  DIGEST_FORM,
  DISCONNECT_FORM,
  SETTINGS_FORM,
  THREAD_SHORTCUT,
} from './action-ids.ts';
import type { SlackContext } from './context.ts';
import { answerForError } from './errors.ts';
import { openLink } from './open-link.ts';

/**
 * Everything that Slack can send us, one row each. The app must be made with `extendedErrorHandler: true`.
 */
export function registerRoutes(app: App, slack: SlackContext): void {
  app.use(welcomeFirstUse(slack));

  app.command('/deck', deckCommand(slack));
  app.shortcut({ type: 'shortcut', callback_id: CREATE_SHORTCUT }, createDeckShortcut(slack));
  app.shortcut({ type: 'message_action', callback_id: THREAD_SHORTCUT }, threadToSlides(slack));
  app.event('app_home_opened', homeOpened(slack));
  app.event('app_mention', appMention(slack));
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
  app.action({ type: 'block_actions', action_id: actions.createHere }, createHere(slack));
  app.action({ type: 'block_actions', action_id: actions.threadForm }, threadForm(slack));
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

  // digests
  app.action({ type: 'block_actions', action_id: actions.scheduleDigest }, scheduleDigest(slack));
  for (const field of drawingFields) {
    app.action({ type: 'block_actions', action_id: digestFields[field] }, redrawDigestForm(slack));
  }
  app.options({ type: 'block_suggestion', action_id: digestFields.zone }, suggestZones(slack));
  app.action({ type: 'block_actions', action_id: actions.tryDigest }, tryDigest(slack));
  app.view({ type: 'view_submission', callback_id: DIGEST_FORM }, submitDigestForm(slack));
  app.action({ type: 'block_actions', action_id: actions.pauseDigest }, pauseDigest(slack));
  app.action({ type: 'block_actions', action_id: actions.resumeDigest }, resumeDigest(slack));
  app.action({ type: 'block_actions', action_id: actions.runDigest }, runDigest(slack));
  app.action({ type: 'block_actions', action_id: actions.changeDigest }, changeDigest(slack));
  app.action({ type: 'block_actions', action_id: actions.deleteDigest }, deleteDigest(slack));
  app.action({ type: 'block_actions', action_id: actions.declineDigest }, declineDigest(slack));
  app.action({ type: 'block_actions', action_id: actions.turnDigests }, turnDigests(slack));

  // defaults
  app.action({ type: 'block_actions', action_id: actions.settings }, changeSettings(slack));
  app.action({ type: 'block_actions', action_id: SCOPE_FIELD }, switchScope(slack));
  app.action({ type: 'block_actions', action_id: actions.forgetDefaults }, forgetDefaults(slack));
  app.view({ type: 'view_submission', callback_id: SETTINGS_FORM }, submitSettings(slack));

  // whose words are used
  app.action({ type: 'block_actions', action_id: actions.optOut }, setOptOut(slack, true));
  app.action({ type: 'block_actions', action_id: actions.optIn }, setOptOut(slack, false));

  app.error(answerForError(app.client, slack));
}
