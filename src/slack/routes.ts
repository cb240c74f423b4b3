import type { App } from '@slack/bolt';
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
import { enterApiKey } from './actions/api-key.ts';
import { changeAndTryAgain } from './actions/change.ts';
import { checkAgain } from './actions/check-again.ts';
import { connect } from './actions/connect.ts';
import { setConnectPolicy } from './actions/connect-policy.ts';
import { createDeck } from './actions/create.ts';
import { createHere, threadForm } from './actions/create-here.ts';
import {
  changeDigest,
  declineDigest,
  deleteDigest,
  pauseDigest,
  resumeDigest,
  runDigest,
  scheduleDigest,
  turnDigests,
} from './actions/digests.ts';
import { disconnect } from './actions/disconnect.ts';
import { exportDoc } from './actions/export.ts';
import { openLink } from './actions/open.ts';
import { setOptOut } from './actions/opt-out.ts';
import { changeSettings } from './actions/settings.ts';
import { stopFollowing } from './actions/stop.ts';
import { resolveUnsure } from './actions/unsure.ts';
import { deckCommand } from './commands/deck.ts';
import type { SlackContext } from './context.ts';
import { answerForError } from './errors.ts';
import { appMention } from './events/app-mention.ts';
import { appUninstalled, tokensRevoked } from './events/departed.ts';
import { directMessage } from './events/direct-message.ts';
import { homeOpened } from './events/home.ts';
import { welcomeFirstUse } from './first-use.ts';
import { suggestFolders, suggestTemplates, suggestThemes } from './options/catalogue-menus.ts';
import { suggestZones } from './options/zones.ts';
import { createDeckShortcut } from './shortcuts/create-deck.ts';
import { threadToSlides } from './shortcuts/thread-to-slides.ts';
import { submitApiKey } from './views/api-key/submit.ts';
import { fields } from './views/deck/fields.ts';
import { submitDeckForm } from './views/deck/submit.ts';
import { switchStart, toggleMore } from './views/deck/switches.ts';
import { digestFields, drawingFields } from './views/digest/fields.ts';
import { redrawDigestForm } from './views/digest/redraw.ts';
import { submitDigestForm } from './views/digest/submit.ts';
import { tryDigest } from './views/digest/try-out.ts';
import { submitDisconnect } from './views/disconnect/submit.ts';
import { SCOPE_FIELD } from './views/settings/modal.ts';
import { forgetDefaults, submitSettings, switchScope } from './views/settings/settings.ts';

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
