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
  /** beside a document: its files, and the view with all else */
  documentMenu: 'generation_export',
  /** on Home: searches, and opens the view of what is chosen */
  findDocument: 'document_find',
  /** opens the view of one document */
  moreOfDocument: 'document_more',
  /** shows what people have said in a document, and pages through it */
  comments: 'document_comments',
  earlierComments: 'document_comments_earlier',
  laterComments: 'document_comments_later',
  /** read when the form is sent */
  tickComment: 'document_comment_tick',
  /** has the thread hear of new comments, and no longer */
  watchComments: 'document_comments_watch',
  unwatchComments: 'document_comments_unwatch',
  /** show how much a document is read, by whom, and how one of them has read it */
  readers: 'document_readers',
  readersByName: 'document_readers_by_name',
  reader: 'document_reader',
  /** opens the question before a document is deleted */
  deleteDocument: 'document_delete',
  /** the thumbs under a result */
  feedback: 'generation_feedback',
  /** the thumbs under a note that there is no digest this time */
  rateNote: 'digest_note_feedback',
  stop: 'generation_stop',
  /** takes up one that was stopped */
  followAgain: 'generation_follow_again',
  tryAgain: 'generation_try_again',
  leaveIt: 'generation_leave_it',
  checkAgain: 'generation_check_again',
  /** opens the form filled with what was asked; of a digest: asks the same again */
  change: 'generation_change',
  /** opens the form of a change, of a finished document */
  /** opens the form with the look of a finished document */
  another: 'document_another',
  changeIt: 'document_change',
  /** where somebody else's change of the document is under way */
  changeAfter: 'change_after',
  followOther: 'change_follow_other',
  /** the person's own change, after they have followed another one */
  changeNow: 'change_now',
  /** opens the form of a picture with the same choices */
  imageAgain: 'image_again',
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
export const IMAGE_FORM = 'image_form';
export const CHANGE_FORM = 'change_form';
export const API_KEY_FORM = 'api_key_form';
export const DISCONNECT_FORM = 'disconnect_form';
export const DIGEST_FEEDBACK_FORM = 'digest_feedback_form';
export const DIGEST_FORM = 'digest_form';
export const COMMENTS_FORM = 'document_comments_form';
export const DELETE_FORM = 'document_delete_form';
export const SETTINGS_FORM = 'settings_form';
export const CREATE_SHORTCUT = 'create_deck';
export const THREAD_SHORTCUT = 'thread_to_slides';
