/** Names of everything that can be clicked, and of the views, as they go to Slack and come back. */
export const actions = {
  /** opens the form; on Home */
  create: 'deck_create',
  /** opens the form with the words of a mention */
  createHere: 'deck_create_here',
  /** on the card that shows what a sentence was understood as; the second one opens the form */
  makeProposal: 'proposal_make',
  changeProposal: 'proposal_change',
  dropProposal: 'proposal_drop',
  /** opens the form on a thread */
  threadForm: 'thread_form',
  /** on Home: none of the person's words are used, and back */
  optOut: 'words_opt_out',
  optIn: 'words_opt_in',
  /** unfolds and folds inside the form */
  moreOptions: 'deck_more_options',
  /** a plain link; Slack reports the click all the same */
  open: 'generation_open',
  exportMenu: 'generation_export',
  stop: 'generation_stop',
  tryAgain: 'generation_try_again',
  leaveIt: 'generation_leave_it',
  checkAgain: 'generation_check_again',
  /** opens the form filled with what was asked; of a digest: asks the same again */
  change: 'generation_change',
  /** opens the way to connect the team, or says whom to ask */
  connect: 'connect_open',
  /** sends the admins a direct message */
  askAdmin: 'connect_ask_admin',
  /** a plain link to the sign-in of the service */
  connectLink: 'connect_link',
  apiKey: 'connect_api_key',
  disconnect: 'connect_end',
  connectPolicy: 'connect_policy',
  /** opens the form of a digest; on Home and below lists */
  scheduleDigest: 'digest_schedule',
  pauseDigest: 'digest_pause',
  resumeDigest: 'digest_resume',
  runDigest: 'digest_run',
  changeDigest: 'digest_change',
  deleteDigest: 'digest_delete',
  /** of a digest that somebody else has delivered to the person */
  declineDigest: 'digest_decline',
  /** shows another page of the list */
  paginateDigests: 'digest_turn',
  /** unfolds and folds inside the form of a digest */
  moreDigestOptions: 'digest_more_options',
  /** makes one of what is in the form, before it is saved */
  tryDigest: 'digest_try',
  /** opens the form of defaults */
  settings: 'settings_open',
  forgetDefaults: 'settings_forget',
} as const;

export const DECK_FORM = 'deck_form';
export const API_KEY_FORM = 'api_key_form';
export const DISCONNECT_FORM = 'disconnect_form';
export const DIGEST_FORM = 'digest_form';
export const SETTINGS_FORM = 'settings_form';
export const CREATE_SHORTCUT = 'create_deck';
export const THREAD_SHORTCUT = 'thread_to_slides';
