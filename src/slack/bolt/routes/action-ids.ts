/** The `action_id` of every button and menu, and the `callback_id` of every modal and shortcut. */
export const actions = {
  /** on Home and in the welcome: opens the form for a new document */
  create: 'deck_create',
  /** opens the form for a new document with words that the person typed earlier, for example in a sentence or a search */
  createHere: 'deck_create_here',
  /** runs the command that was probably meant by a misspelt command */
  meantCommand: 'command_meant',
  /** on a proposal card: makes the proposed document */
  makeProposal: 'proposal_make',
  /** on a proposal card: makes the proposed document for this person alone */
  makeForPerson: 'proposal_make_for_person',
  /** on a proposal card: opens the form with the proposed choices */
  changeProposal: 'proposal_change',
  /** on a proposal card whose days have no messages: proposes the last seven days instead */
  lastWeek: 'proposal_last_week',
  /** on a proposal card: discards the proposal */
  dropProposal: 'proposal_drop',
  /** on the card of a workflow's step: makes the document, and later ones with the same inputs without asking */
  makeEveryTime: 'step_every_time',
  /** withdraws the permission to run a step again without asking */
  endApproval: 'step_ask_again',
  /** opens the form for a document about a thread */
  threadForm: 'thread_form',
  /** on Home: excludes the person's messages from documents */
  optOut: 'words_opt_out',
  /** on Home: includes the person's messages again */
  optIn: 'words_opt_in',
  /** in the form for a new document: shows or hides the remaining fields */
  moreOptions: 'deck_more_options',
  /** a link to a document, which the browser opens; Slack reports the click anyway */
  open: 'generation_open',
  /** the overflow menu of a document: exports, and the view with all other actions */
  documentMenu: 'generation_export',
  /** in the panel of a link: posts the document as a file of this kind in its thread */
  slidesFile: 'document_file_slides',
  pptxFile: 'document_file_pptx',
  pdfFile: 'document_file_pdf',
  pngFile: 'document_file_png',
  /** on Home: a menu that searches documents and opens the view of the chosen document */
  findDocument: 'document_find',
  /** opens the view with all actions on a document */
  moreOfDocument: 'document_more',
  /** opens the view of the comments in a document */
  comments: 'document_comments',
  /** in the view of comments: shows the page with earlier or later comments */
  earlierComments: 'document_comments_earlier',
  laterComments: 'document_comments_later',
  /** in the view of comments: checkbox of a comment; its state is read when the modal is submitted */
  tickComment: 'document_comment_tick',
  /** starts posting a document's new comments in its thread */
  watchComments: 'document_comments_watch',
  /** stops posting a document's new comments in its thread */
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
  /** on a stopped generation: follows it again */
  followAgain: 'generation_follow_again',
  /** on a generation whose create call has an unknown outcome: sends the call again */
  tryAgain: 'generation_try_again',
  /** on a generation whose create call has an unknown outcome: stops the generation */
  leaveIt: 'generation_leave_it',
  /** on the question about a document that was found: posts it as the result */
  postFound: 'generation_post_found',
  /** on the question about a document that was found: says that it is another document */
  declineFound: 'generation_decline_found',
  /** on a generation that took longer than the limit: continues polling */
  checkAgain: 'generation_check_again',
  /** in lists: hides a failed generation */
  dismiss: 'generation_dismiss',
  /** after a failure: opens the form with the same ask; after a failed run of a digest: runs the same ask again */
  retry: 'generation_retry',
  /** opens the form with the choices of a finished document, to make another document */
  another: 'document_another',
  /** on a result in a direct message: opens the form that posts the document in a channel, too */
  share: 'document_share',
  /** opens the form for a change of a finished document */
  changeDocument: 'document_change',
  /** opens the form for a picture, with the choices of a finished picture */
  imageAgain: 'image_again',
  /** shows the link with which a person connects the team, or whom to ask */
  connect: 'connect_open',
  /** asks the admins to connect the team, with a direct message */
  askAdmin: 'connect_ask_admin',
  /** a link to the service's sign-in page */
  connectLink: 'connect_link',
  /** opens the form for the code that the browser shows after the sign-in */
  connectCode: 'connect_code',
  /** opens the form for an API key of the service */
  apiKey: 'connect_api_key',
  /** opens the confirmation before the team is disconnected */
  disconnect: 'connect_end',
  /** sets who may connect the team */
  connectPolicy: 'connect_policy',
  /** on Home and below lists: opens the form for a new digest */
  scheduleDigest: 'digest_schedule',
  pauseDigest: 'digest_pause',
  resumeDigest: 'digest_resume',
  runDigest: 'digest_run',
  changeDigest: 'digest_change',
  deleteDigest: 'digest_delete',
  /** for the recipient of another person's digest: pauses the digest */
  declineDigest: 'digest_decline',
  /** shows another page of a list of digests */
  paginateDigests: 'digest_turn',
  /** in the form for a digest: shows or hides the remaining fields */
  moreDigestOptions: 'digest_more_options',
  /** in the form for a digest: makes one document from the fields, without saving a digest */
  tryDigest: 'digest_try',
  /** asks the admins for more credits */
  askForCredits: 'budget_ask_admin',
  /** opens the form of the team's budget and limits */
  budget: 'budget_open',
  /** in the form of the budget, and in a message to admins: opens the form that sets another limit for some people */
  addPersonException: 'budget_exception_people',
  /** in the form of the budget: opens the form that sets another limit for some channels */
  addChannelException: 'budget_exception_channels',
  /** in the form of the budget, the menu of a person or channel with another limit: changes or removes the limit */
  limitException: 'budget_exception',
  /** shows the person's own usage of a month */
  ownUsage: 'usage_own',
  /** shows admins the team's usage of a month */
  teamUsage: 'usage_team',
  /** sends an admin the team's usage of a month as a file */
  usageFile: 'usage_file',
  /** for a guest who may not use Deckhand: asks the admins to open it to guests */
  askToOpenForGuests: 'guest_ask_admin',
  /** opens the form for the rules and the defaults of the whole team */
  teamRules: 'settings_team',
  /** opens the form for default choices */
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
export const EXCEPTION_FORM = 'budget_exception_form';
export const SHARE_FORM = 'document_share_form';
export const SETTINGS_FORM = 'settings_form';
export const CREATE_SHORTCUT = 'create_deck';
export const THREAD_SHORTCUT = 'thread_to_slides';
