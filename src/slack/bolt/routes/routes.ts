import type { App } from '@slack/bolt';
import { type Command as Intent, parseCommand } from '../../../asks/parse-command.ts';
import { openBudget, submitBudget } from '../../budget/budget.ts';
import { addException, changeException, submitException } from '../../budget/exceptions.ts';
import { ONLY_ADMINS_BUDGET } from '../../budget/fields.ts';
import { askForCredits, askToOpenForGuests, declineRequest } from '../../budget/messages.ts';
import { ONLY_ADMINS_USAGE, sendUsage, showOwnUsage, showTeamUsage } from '../../budget/usage.ts';
import { enterApiKey, ONLY_ADMINS, submitApiKey } from '../../connection/api-key.ts';
import { askAdmin } from '../../connection/ask-admin.ts';
import { enterCode, submitCode } from '../../connection/code.ts';
import { connect, offerConnection, setConnectPolicy } from '../../connection/connect.ts';
import { askToDisconnect, submitDisconnect } from '../../connection/disconnect.ts';
import { rememberLink } from '../../connection/when-connected.ts';
import {
  changeProposal,
  createDeck,
  createHere,
  openFromCommand,
  showHelp,
  threadForm,
  threadToSlides,
} from '../../deck/entry-points.ts';
import { redrawDeckForm, toggleMore } from '../../deck/open.ts';
import { submitDeckForm } from '../../deck/submit.ts';
import {
  declineDigest,
  deleteDigest,
  paginateDigests,
  pauseDigest,
  rateNote,
  resumeDigest,
  runDigest,
} from '../../digest/buttons.ts';
import { digestFields } from '../../digest/form/fields.ts';
import { changeDigest, redrawDigestForm, scheduleDigest, toggleMoreDigest } from '../../digest/form/open.ts';
import { runDigestOnce, submitDigestForm } from '../../digest/form/submit.ts';
import { suggestZones } from '../../digest/form/zones.ts';
import { showDigests } from '../../digest/lists.ts';
import { findDocuments } from '../../documents/find/find.ts';
import { submitDigestFeedback } from '../../feedback/feedback.ts';
import { refuseCommand } from '../../home/closed.ts';
import { homeOpened } from '../../home/home.ts';
import { brokenHomeView } from '../../home/home-blocks.ts';
import { welcomeFirstUse } from '../../home/welcome.ts';
import { openImageForm } from '../../image/image.ts';
import { appUninstalled, tokensRevoked } from '../../installation/uninstall.ts';
import { askFields } from '../../kit/ask-fields/fields.ts';
import { meantMessage } from '../../kit/copy/help.ts';
import { dispatching } from '../../kit/form/form.ts';
import { suggestFolders, suggestTemplates, suggestThemes } from '../../kit/lookups/catalogue-menus.ts';
import { detailsRequested } from '../../links/panel.ts';
import { linkShared } from '../../links/unfurl.ts';
import { appMention } from '../../mention/app-mention.ts';
import { proposeFromCommand } from '../../mention/command-sentence.ts';
import { directMessage } from '../../mention/direct-message.ts';
import { proposeLastWeek } from '../../mention/last-week.ts';
import { takeOtherMeaning } from '../../mention/open-card/take-other-meaning.ts';
import { dropProposal, makeProposal, makeProposalForPerson } from '../../mention/proposal.ts';
import { answerTopic } from '../../mention/question-answers.ts';
import { endApproval, listThemes, makeDocument, makeEveryTime } from '../../mention/workflow-step.ts';
import { showRecent } from '../../result/recent.ts';
import { eraseOwnData, ONLY_ADMINS_ERASE, openErasure, submitErasure } from '../../settings/erase.ts';
import { SCOPE_FIELD } from '../../settings/modal.ts';
import { setOptOut } from '../../settings/opt-out.ts';
import { sendAuditTrail, sendOwnData } from '../../settings/own-data.ts';
import {
  forgetDefaults,
  ONLY_ADMINS_RULES,
  openSettings,
  openTeamRules,
  submitSettings,
  switchScope,
} from '../../settings/settings.ts';
import { channelOf, clickValue } from '../answers/click.ts';
import { answerForError } from '../answers/errors.ts';
import type { SlackContext } from '../context.ts';
import { mayManageDigest } from '../permissions/digest-access.ts';
import { admin, anyone, everybody } from '../permissions/permissions.ts';
import { refuseTwoTeams } from '../receiving/team.ts';
import type { Click, Command } from '../requests.ts';
import {
  API_KEY_FORM,
  actions,
  BUDGET_FORM,
  CONNECT_CODE_FORM,
  CREATE_SHORTCUT,
  DECK_FORM,
  DIGEST_FEEDBACK_FORM,
  DIGEST_FORM,
  DISCONNECT_FORM,
  ERASE_FORM,
  EXCEPTION_FORM,
  SETTINGS_FORM,
  THREAD_SHORTCUT,
} from './action-ids.ts';
import { documentRoutes } from './documents.ts';
import { digestButton } from './lookup-routes.ts';
import {
  button,
  command,
  createDispatch,
  event,
  form,
  menu,
  messageShortcut,
  type Route,
  shortcut,
  step,
  teamEvent,
} from './route.ts';

const subcommands: Record<
  Intent['kind'],
  (command: Command, slack: SlackContext, prompt: string) => Promise<void>
> = {
  form: openFromCommand,
  image: openImageForm,
  prompt: proposeFromCommand,
  typo: askWhatIsMeant,
  help: showHelp,
  recent: showRecent,
  find: findDocuments,
  connect: offerConnection,
  disconnect: askToDisconnect,
  schedule: scheduleDigest,
  digests: showDigests,
  settings: openSettings,
};

async function deckCommand(request: Command, slack: SlackContext): Promise<void> {
  const intent = parseCommand(request.command.text);
  await subcommands[intent.kind](request, slack, 'prompt' in intent ? intent.prompt : '');
}

/** If a command is probably misspelt, such as `/deck setting`, asks "Did you mean…?" instead of proposing a document. */
async function askWhatIsMeant({ respond, command: { text } }: Command): Promise<void> {
  const intent = parseCommand(text);
  if (intent.kind === 'typo') {
    await respond({ response_type: 'ephemeral', ...meantMessage(intent.meant, intent.prompt) });
  }
}

/** Runs the command that "Did you mean `/deck digests`?" suggests, after a click on "Yes". */
async function runMeantCommand(click: Click, slack: SlackContext): Promise<void> {
  const intent = parseCommand(clickValue(click) ?? '');
  if ('prompt' in intent) return;
  // Make a command out of the click. The handlers use only two fields that a click does not have: `channel_id` and `text`.
  const command = { channel_id: channelOf(click), text: '' };
  await subcommands[intent.kind]({ ...click, command } as unknown as Command, slack, '');
}

/** Handles a click on a button with a link. There is nothing to do, because the browser opens the link. */
async function openLink(): Promise<void> {}

/** The route table. Rows for generations and documents are in documents.ts. Clicks on a button without a row are ignored. */
export const routes: Route[] = [
  command('/deck', deckCommand, refuseCommand),
  shortcut(CREATE_SHORTCUT, createDeck),
  messageShortcut(THREAD_SHORTCUT, threadToSlides),
  event('app_home_opened', homeOpened),
  event('app_mention', appMention),
  event('message', directMessage),
  event('link_shared', linkShared),
  event('entity_details_requested', detailsRequested),
  teamEvent('app_uninstalled', appUninstalled),
  teamEvent('tokens_revoked', tokensRevoked),
  step('make_document', 'stored', makeDocument),
  step('list_themes', 'answer', listThemes),

  // the form for a document
  ...dispatching(askFields).map((id) => button(id, anyone, redrawDeckForm)),
  button(actions.moreOptions, anyone, toggleMore),
  menu(askFields.theme.id, suggestThemes),
  menu(askFields.folder.id, suggestFolders),
  menu(askFields.template.id, suggestTemplates),
  form(DECK_FORM, 'anyone', submitDeckForm),

  // buttons of messages and of Home
  button(actions.create, anyone, createDeck),
  button(actions.createHere, anyone, createHere),
  button(actions.meantCommand, anyone, runMeantCommand),
  button(actions.makeProposal, anyone, makeProposal),
  button(actions.makeForPerson, anyone, makeProposalForPerson),
  button(actions.lastWeek, anyone, proposeLastWeek),
  button(actions.otherMeaning, anyone, takeOtherMeaning),
  button(actions.topic, anyone, answerTopic),
  button(actions.changeProposal, anyone, changeProposal),
  button(actions.dropProposal, everybody, dropProposal),
  button(actions.makeEveryTime, anyone, makeEveryTime),
  button(actions.endApproval, anyone, endApproval),
  button(actions.threadForm, anyone, threadForm),
  button(actions.open, everybody, openLink),
  ...documentRoutes,
  form(DIGEST_FEEDBACK_FORM, 'checkedByHandler', submitDigestFeedback),
  // the connection to the service
  button(actions.connect, anyone, connect),
  button(actions.askAdmin, anyone, askAdmin),
  button(actions.connectLink, anyone, rememberLink),
  button(actions.connectCode, anyone, enterCode),
  form(CONNECT_CODE_FORM, 'checkedByHandler', submitCode),
  button(actions.apiKey, anyone, enterApiKey),
  form(API_KEY_FORM, 'checkedByHandler', submitApiKey),
  button(actions.disconnect, anyone, askToDisconnect),
  form(DISCONNECT_FORM, 'checkedByHandler', submitDisconnect),
  button(actions.connectPolicy, admin(ONLY_ADMINS), setConnectPolicy),

  // digests
  button(actions.scheduleDigest, anyone, scheduleDigest),
  ...dispatching(digestFields).map((id) => button(id, anyone, redrawDigestForm)),
  button(actions.moreDigestOptions, anyone, toggleMoreDigest),
  menu(digestFields.zone.id, suggestZones),
  button(actions.tryDigest, anyone, runDigestOnce),
  form(DIGEST_FORM, 'checkedByHandler', submitDigestForm),
  digestButton(actions.pauseDigest, mayManageDigest, pauseDigest),
  digestButton(actions.resumeDigest, mayManageDigest, resumeDigest),
  digestButton(actions.runDigest, mayManageDigest, runDigest),
  digestButton(actions.changeDigest, mayManageDigest, changeDigest),
  // Deleting spends nothing.
  digestButton(actions.deleteDigest, mayManageDigest, deleteDigest, 'everybody'),
  digestButton(actions.rateNote, anyone, rateNote),
  button(actions.declineDigest, everybody, declineDigest),
  button(actions.paginateDigests, anyone, paginateDigests),

  // credits
  button(actions.budget, admin(ONLY_ADMINS_BUDGET), openBudget),
  button(actions.ownUsage, anyone, showOwnUsage),
  button(actions.teamUsage, admin(ONLY_ADMINS_USAGE), showTeamUsage),
  button(actions.usageFile, admin(ONLY_ADMINS_USAGE), sendUsage),
  button(actions.askForCredits, anyone, askForCredits),
  button(actions.declineRequest, admin('Only Slack admins and owners can answer requests.'), declineRequest),
  button(actions.askToOpenForGuests, everybody, askToOpenForGuests),
  form(BUDGET_FORM, 'checkedByHandler', submitBudget),
  button(actions.addPersonException, admin(ONLY_ADMINS_BUDGET), addException),
  button(actions.addChannelException, admin(ONLY_ADMINS_BUDGET), addException),
  button(actions.limitException, admin(ONLY_ADMINS_BUDGET), changeException),
  form(EXCEPTION_FORM, 'checkedByHandler', submitException),

  // settings and defaults
  button(actions.settings, anyone, openSettings),
  button(actions.teamRules, admin(ONLY_ADMINS_RULES), openTeamRules),
  button(SCOPE_FIELD, anyone, switchScope),
  button(actions.forgetDefaults, { who: 'checkedByHandler', otherwise: '' }, forgetDefaults),
  button(actions.ownData, everybody, sendOwnData),
  button(actions.eraseOwnData, everybody, eraseOwnData),
  button(actions.auditTrail, admin('Only Slack admins and owners can read the audit trail.'), sendAuditTrail),
  button(actions.erasePerson, admin(ONLY_ADMINS_ERASE), openErasure),
  form(ERASE_FORM, 'checkedByHandler', submitErasure),
  form(SETTINGS_FORM, 'checkedByHandler', submitSettings),

  // opting out
  button(actions.optOut, everybody, setOptOut(true)),
  button(actions.optIn, everybody, setOptOut(false)),
];

/**
 * Registers the middleware, routes and error handler. The app needs `extendedErrorHandler: true`. All routes share one listener, because
 * Bolt calls every listener for every request.
 */
export function registerRoutes(app: App, slack: SlackContext): void {
  app.use(refuseTwoTeams(slack.log));
  app.use(welcomeFirstUse(slack));
  app.use(createDispatch(routes, slack));
  app.error(answerForError(app.client, slack, brokenHomeView));
}
