import type { App } from '@slack/bolt';
import { type Command as Intent, parseCommand } from '../../asks/parse-command.ts';
import { enterApiKey, ONLY_ADMINS, submitApiKey } from '../connection/api-key.ts';
import { askAdmin } from '../connection/ask-admin.ts';
import { connect, offerConnection, setConnectPolicy } from '../connection/connect.ts';
import { rememberLink } from '../connection/connect-cards.ts';
import { askToDisconnect, disconnect, submitDisconnect } from '../connection/disconnect.ts';
import {
  changeProposal,
  createDeck,
  createDeckShortcut,
  createHere,
  openFromCommand,
  showHelp,
  threadForm,
  threadToSlides,
} from '../deck/entry-points.ts';
import { redrawDeckForm, toggleMore } from '../deck/open.ts';
import { submitDeckForm } from '../deck/submit.ts';
import {
  declineDigest,
  deleteDigest,
  paginateDigests,
  pauseDigest,
  resumeDigest,
  runDigest,
} from '../digest/buttons.ts';
import { digestFields } from '../digest/form/fields.ts';
import {
  changeDigest,
  openSchedule,
  redrawDigestForm,
  scheduleDigest,
  toggleMoreDigest,
} from '../digest/form/open.ts';
import { submitDigestForm } from '../digest/form/submit.ts';
import { tryDigest } from '../digest/form/try-out.ts';
import { suggestZones } from '../digest/form/zones.ts';
import { showDigests } from '../digest/lists.ts';
import { rateNote } from '../digest/rate-note.ts';
import { findDocuments } from '../documents/find/find.ts';
import { submitDigestFeedback } from '../feedback/digest-form.ts';
import { homeOpened } from '../home/home.ts';
import { brokenHomeView } from '../home/home-blocks.ts';
import { welcomeFirstUse } from '../home/welcome.ts';
import { openImageForm } from '../image/image.ts';
import { appUninstalled, tokensRevoked } from '../installation/uninstall.ts';
import { askFields } from '../kit/ask-fields/fields.ts';
import { suggestFolders, suggestTemplates, suggestThemes } from '../kit/catalogue-menus.ts';
import { dispatching } from '../kit/form/form.ts';
import { appMention } from '../mention/app-mention.ts';
import { proposeFromCommand } from '../mention/command.ts';
import { directMessage } from '../mention/direct-message.ts';
import { dropProposal, makeProposal } from '../mention/proposal.ts';
import { showRecent } from '../result/recent.ts';
import { SCOPE_FIELD } from '../settings/modal.ts';
import { setOptOut } from '../settings/opt-out.ts';
import {
  changeSettings,
  forgetDefaults,
  showSettings,
  submitSettings,
  switchScope,
} from '../settings/settings.ts';
import {
  API_KEY_FORM,
  actions,
  CREATE_SHORTCUT,
  DECK_FORM,
  DIGEST_FEEDBACK_FORM,
  DIGEST_FORM,
  DISCONNECT_FORM,
  SETTINGS_FORM,
  THREAD_SHORTCUT,
} from './action-ids.ts';
import type { SlackContext } from './context.ts';
import { answerForError } from './errors.ts';
import { admin, anyone, everybody, ownerOrAdmin } from './permissions.ts';
import type { Command } from './requests.ts';
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
  teamEvent,
} from './route.ts';
import { documentRoutes } from './routes/documents.ts';
import { digestButton } from './routes/found.ts';
import { refuseTwoTeams } from './team.ts';

/** One handler for each intent behind `/deck`. */
const subcommands: Record<
  Intent['kind'],
  (command: Command, slack: SlackContext, prompt: string) => Promise<void>
> = {
  form: openFromCommand,
  image: openImageForm,
  prompt: proposeFromCommand,
  help: showHelp,
  recent: showRecent,
  find: findDocuments,
  connect: offerConnection,
  disconnect: askToDisconnect,
  schedule: openSchedule,
  digests: showDigests,
  settings: showSettings,
};

async function deckCommand(request: Command, slack: SlackContext): Promise<void> {
  const intent = parseCommand(request.command.text);
  await subcommands[intent.kind](request, slack, 'prompt' in intent ? intent.prompt : '');
}

/** A link opens in the browser by itself; Slack wants nothing but the acknowledgement. */
async function openLink(): Promise<void> {}

const manager = ownerOrAdmin('Only whoever set this digest up, or a Slack admin, can do that.');

/**
 * Everything that Slack can send, one row each; what is done with generations and documents is in routes/documents.ts. A
 * button without a row is answered by nobody.
 */
export const routes: Route[] = [
  command('/deck', deckCommand),
  shortcut(CREATE_SHORTCUT, createDeckShortcut),
  messageShortcut(THREAD_SHORTCUT, threadToSlides),
  event('app_home_opened', homeOpened),
  event('app_mention', appMention),
  event('message', directMessage),
  teamEvent('app_uninstalled', appUninstalled),
  teamEvent('tokens_revoked', tokensRevoked),

  // the form
  ...dispatching(askFields).map((id) => button(id, anyone, redrawDeckForm)),
  button(actions.moreOptions, anyone, toggleMore),
  menu(askFields.theme.id, suggestThemes),
  menu(askFields.folder.id, suggestFolders),
  menu(askFields.template.id, suggestTemplates),
  form(DECK_FORM, 'anyone', submitDeckForm),

  // buttons of messages and of Home
  button(actions.create, anyone, createDeck),
  button(actions.createHere, anyone, createHere),
  button(actions.makeProposal, anyone, makeProposal),
  button(actions.changeProposal, anyone, changeProposal),
  button(actions.dropProposal, anyone, dropProposal),
  button(actions.threadForm, anyone, threadForm),
  button(actions.open, everybody, openLink),
  ...documentRoutes,
  form(DIGEST_FEEDBACK_FORM, 'checkedByHandler', submitDigestFeedback),
  // the connection to the service
  button(actions.connect, anyone, connect),
  button(actions.askAdmin, anyone, askAdmin),
  button(actions.connectLink, anyone, rememberLink),
  button(actions.apiKey, anyone, enterApiKey),
  form(API_KEY_FORM, 'checkedByHandler', submitApiKey),
  button(actions.disconnect, anyone, disconnect),
  form(DISCONNECT_FORM, 'checkedByHandler', submitDisconnect),
  button(actions.connectPolicy, admin(ONLY_ADMINS), setConnectPolicy),

  // digests
  button(actions.scheduleDigest, anyone, scheduleDigest),
  ...dispatching(digestFields).map((id) => button(id, anyone, redrawDigestForm)),
  button(actions.moreDigestOptions, anyone, toggleMoreDigest),
  menu(digestFields.zone.id, suggestZones),
  button(actions.tryDigest, anyone, tryDigest),
  form(DIGEST_FORM, 'checkedByHandler', submitDigestForm),
  digestButton(actions.pauseDigest, manager, pauseDigest),
  digestButton(actions.resumeDigest, manager, resumeDigest),
  digestButton(actions.runDigest, manager, runDigest),
  digestButton(actions.changeDigest, manager, changeDigest),
  digestButton(actions.deleteDigest, manager, deleteDigest),
  digestButton(actions.rateNote, anyone, rateNote),
  button(actions.declineDigest, everybody, declineDigest),
  button(actions.paginateDigests, anyone, paginateDigests),

  // defaults
  button(actions.settings, anyone, changeSettings),
  button(SCOPE_FIELD, anyone, switchScope),
  button(actions.forgetDefaults, { who: 'checkedByHandler', otherwise: '' }, forgetDefaults),
  form(SETTINGS_FORM, 'checkedByHandler', submitSettings),

  // whose words are used
  button(actions.optOut, everybody, setOptOut(true)),
  button(actions.optIn, everybody, setOptOut(false)),
];

/**
 * The app must be made with `extendedErrorHandler: true`. (Each listener of Bolt's looks at each request: a hundred rows were a
 * fifth of what a press costs, so one listener looks its row up.)
 */
export function registerRoutes(app: App, slack: SlackContext): void {
  app.use(refuseTwoTeams(slack.log));
  app.use(welcomeFirstUse(slack));
  app.use(createDispatch(routes, slack));
  app.error(answerForError(app.client, slack, brokenHomeView));
}
