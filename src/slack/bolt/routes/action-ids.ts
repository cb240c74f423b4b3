/** The `action_id` of every button and menu, and the `callback_id` of the modals and shortcuts. */
export const actions = {
  /** on Home: opens the form */
  create: 'deck_create',
  /** opens the form with the words of a mention */
  createHere: 'deck_create_here',
  /** runs the command that a misspelt one probably meant */
  meantCommand: 'command_meant',
  /** on a proposal card: makes what it proposes */
  makeProposal: 'proposal_make',
  /** on a proposal card: makes what it proposes, for the person alone */
  makeForPerson: 'proposal_make_for_person',
  /** on a proposal card: opens the form */
  changeProposal: 'proposal_change',
  /** on a proposal card: discards it */
  dropProposal: 'proposal_drop',
  /** opens the form on a thread */
  threadForm: 'thread_form',
  /** on Home: excludes the person's messages from documents */
  optOut: 'words_opt_out',
  /** on Home: includes the person's messages again */
  optIn: 'words_opt_in',
  /** in the form: shows or hides the rest of the fields */
  moreOptions: 'deck_more_options',
  /** a link to a document; Slack reports the click although the browser opens it */
  open: 'generation_open',
  /** the overflow menu of a document: files, and the view with all other actions */
  documentMenu: 'generation_export',
  /** on Home: a menu that searches documents and opens the view of the chosen one */
  findDocument: 'document_find',
  /** opens the view of one document */
  moreOfDocument: 'document_more',
  /** opens the view of comments in a document */
  comments: 'document_comments',
  /** in the view of comments: other pages */
  earlierComments: 'document_comments_earlier',
  laterComments: 'document_comments_later',
  /** checkbox of a comment; its value is read when the modal is submitted */
  tickComment: 'document_comment_tick',
  /** starts posting new comments in the thread */
  watchComments: 'document_comments_watch',
  /** stops posting new comments in the thread */
  unwatchComments: 'document_comments_unwatch',
  /** shows how often a document was read */
  readers: 'document_readers',
  /** shows who read a document */
  readersByName: 'document_readers_by_name',
  /** shows how one person read a document */
  reader: 'document_reader',
  archive: 'generation_archive',
  /** opens the confirmation before a document is deleted */
  deleteDocument: 'document_delete',
  /** thumbs up or down under a result */
  feedback: 'generation_feedback',
  /** thumbs up or down under the note that there were too few messages for a digest */
  rateNote: 'digest_note_feedback',
  stop: 'generation_stop',
  /** resumes polling a generation for which polling was stopped */
  followAgain: 'generation_follow_again',
  /** on an unsure generation: sends the create call again */
  tryAgain: 'generation_try_again',
  /** on an unsure generation: ends it */
  leaveIt: 'generation_leave_it',
  /** on a late generation: polls it again */
  checkAgain: 'generation_check_again',
  /** after a failure: opens the form with the same ask; for a digest, starts the same ask again */
  retry: 'generation_retry',
  /** opens the form with the choices of a finished document */
  another: 'document_another',
  /** opens the form that shares a document from a direct message to a channel */
  share: 'document_share',
  /** opens the form for a change of a finished document */
  changeDocument: 'document_change',
  /** opens the form of an image with the same choices */
  imageAgain: 'image_again',
  /** shows the link that connects the team, or whom to ask */
  connect: 'connect_open',
  /** sends the admins a direct message */
  askAdmin: 'connect_ask_admin',
  /** a link to the sign-in of the service */
  connectLink: 'connect_link',
  /** opens the form for the code that the browser shows after a sign-in */
  connectCode: 'connect_code',
  /** opens the form for an API key */
  apiKey: 'connect_api_key',
  /** opens the confirmation before the team is disconnected */
  disconnect: 'connect_end',
  /** chooses who may connect the team */
  connectPolicy: 'connect_policy',
  /** on Home and below lists: opens the form of a digest */
  scheduleDigest: 'digest_schedule',
  pauseDigest: 'digest_pause',
  resumeDigest: 'digest_resume',
  runDigest: 'digest_run',
  changeDigest: 'digest_change',
  deleteDigest: 'digest_delete',
  /** for the recipient of another person's digest: declines it */
  declineDigest: 'digest_decline',
  /** shows another page of the list */
  paginateDigests: 'digest_turn',
  /** in the form of a digest: shows or hides the rest of the fields */
  moreDigestOptions: 'digest_more_options',
  /** makes one digest from the fields of the form, without saving it */
  tryDigest: 'digest_try',
  /** asks the admins for more credits */
  askForCredits: 'budget_ask_admin',
  /** opens the form of the team's budget and limits */
  budget: 'budget_open',
  /** shows the person's own usage of a month */
  ownUsage: 'usage_own',
  /** shows admins the team's usage of a month */
  teamUsage: 'usage_team',
  /** sends an admin the team's usage of a month as a file */
  usageFile: 'usage_file',
  /** opens the form of default choices */
  settings: 'settings_open',
  forgetDefaults: 'settings_forget',
  ownData: 'settings_own_data',
  eraseOwnData: 'settings_erase_own_data',
  auditTrail: 'settings_audit_trail',
} as const;

export const DECK_FORM = 'deck_form';
export const IMAGE_FORM = 'image_form';
export const CHANGE_FORM = 'change_form';
export const API_KEY_FORM = 'api_key_form';
export const CONNECT_CODE_FORM = 'connect_code_form';
export const DISCONNECT_FORM = 'disconnect_form';
export const DIGEST_FEEDBACK_FORM = 'digest_feedback_form';
export const DIGEST_FORM = 'digest_form';
export const COMMENTS_FORM = 'document_comments_form';
export const DELETE_FORM = 'document_delete_form';
export const BUDGET_FORM = 'budget_form';
export const SHARE_FORM = 'document_share_form';
export const SETTINGS_FORM = 'settings_form';
export const CREATE_SHORTCUT = 'create_deck';
export const THREAD_SHORTCUT = 'thread_to_slides';
