/** Names of everything that can be pressed, and of the views, as they go to Slack and come back. */
export const actions = {
  /** opens the form; on Home */
  create: 'deck_create',
  /** unfolds and folds inside the form */
  moreOptions: 'deck_more_options',
  /** a plain link; Slack reports the press all the same */
  open: 'generation_open',
  exportMenu: 'generation_export',
  stop: 'generation_stop',
  tryAgain: 'generation_try_again',
  leaveIt: 'generation_leave_it',
  checkAgain: 'generation_check_again',
  /** opens the form filled with what was asked */
  change: 'generation_change',
  /** opens the way to connect the team, or says whom to ask */
  connect: 'connect_open',
  /** a plain link to the sign-in of the service */
  connectLink: 'connect_link',
  apiKey: 'connect_api_key',
  disconnect: 'connect_end',
  connectPolicy: 'connect_policy',
} as const;

export const DECK_FORM = 'deck_form';
export const API_KEY_FORM = 'api_key_form';
export const DISCONNECT_FORM = 'disconnect_form';
export const CREATE_SHORTCUT = 'create_deck';
