/** The `action_id` of each button, and of each menu that is not a field of a form. The constants below are `callback_id`s. */
export const actions = {
  /** Button on Home and in messages: opens the form for a new document. */
  create: 'deck_create',
  /** Button: opens the form for a new document, prefilled with text that the person typed before, for example in a search. */
  createHere: 'deck_create_here',
  /** Button "Yes" below "Did you mean …?": runs the suggested command. */
  meantCommand: 'command_meant',
  /** Button on a proposal card: makes the proposed document. */
  makeProposal: 'proposal_make',
  /** Button on a proposal card: makes the proposed document only for the person who clicks. */
  makeForPerson: 'proposal_make_for_person',
  /** Button on a proposal card: opens the form, prefilled with the proposed choices. */
  changeProposal: 'proposal_change',
  /** Button on a proposal card if its time span has no messages: proposes the last seven days instead. */
  lastWeek: 'proposal_last_week',
  /** Button on a card in words: takes the sentence in its other meaning (mention/other-meaning.ts). */
  otherMeaning: 'sentence_meant',
  topic: 'sentence_asked',
  /** Button on a proposal card: discards the proposal. */
  dropProposal: 'proposal_drop',
  /** Button on the card of a workflow's step: makes this document now, and later documents with the same inputs without asking again. */
  makeEveryTime: 'step_every_time',
  /** Button: withdraws the permission that `makeEveryTime` gave to a workflow's step. */
  endApproval: 'step_ask_again',
  /** Button: opens the form for a document about a thread. */
  threadForm: 'thread_form',
  /** Button on Home: excludes the person's messages from documents. */
  optOut: 'words_opt_out',
  /** Button on Home: includes the person's messages in documents again. */
  optIn: 'words_opt_in',
  /** Button in the form for a new document: shows or hides the remaining fields. */
  moreOptions: 'deck_more_options',
  /** Button with a link, for example to a document. The browser opens the link, but Slack also reports the click. */
  open: 'generation_open',
  /** Menu of a document: posts its slides or exports a file, or opens the view with all other actions. */
  documentMenu: 'generation_export',
  /** Buttons in the panel that Slack opens for a document's link. Each posts the document as a file in the document's thread. */
  slidesFile: 'document_file_slides',
  pptxFile: 'document_file_pptx',
  pdfFile: 'document_file_pdf',
  pngFile: 'document_file_png',
  /** Menu on Home: searches documents, and opens the view of the chosen document. */
  findDocument: 'document_find',
  /** Button: opens the view with all actions on a document. */
  moreOfDocument: 'document_more',
  /** Button: opens the view with the comments in a document. */
  comments: 'document_comments',
  /** Buttons in the view of comments: each shows another page of comments. */
  earlierComments: 'document_comments_earlier',
  laterComments: 'document_comments_later',
  /** Checkbox of a comment in the view of comments. It is read when the modal is submitted. */
  tickComment: 'document_comment_tick',
  /** Button: starts to post new comments of a document in its thread. */
  watchComments: 'document_comments_watch',
  /** Button: stops posting new comments of a document in its thread. */
  unwatchComments: 'document_comments_unwatch',
  /** Button: shows how often a document was read. */
  readers: 'document_readers',
  /** Button: shows who read a document. */
  readersByName: 'document_readers_by_name',
  /** Button: shows how one person read a document. */
  reader: 'document_reader',
  archive: 'generation_archive',
  /** Button: opens the confirmation before a document is deleted. */
  deleteDocument: 'document_delete',
  /** Thumbs up or down under a result. */
  feedback: 'generation_feedback',
  /** Thumbs up or down under the note that there were too few messages for a digest. */
  rateNote: 'digest_note_feedback',
  stop: 'generation_stop',
  /** Button on a stopped generation: waits for the generation's document again. */
  followAgain: 'generation_follow_again',
  /** Button shown if it is unknown whether the service received the request for a document: repeats the request. */
  tryAgain: 'generation_try_again',
  /** Button shown if it is unknown whether the service received the request for a document: stops the generation. */
  leaveIt: 'generation_leave_it',
  /** Button shown if Deckhand found a document that may be the requested one: posts this document as the result. */
  postFound: 'generation_post_found',
  /** Button shown if Deckhand found a document that may be the requested one: rejects this document. */
  declineFound: 'generation_decline_found',
  /** Button on a generation that took longer than the limit: continues polling. */
  checkAgain: 'generation_check_again',
  /** Button in lists: hides a failed generation. */
  dismiss: 'generation_dismiss',
  /** Button after a failure: opens the form, prefilled with the failed ask. For a failed run of a digest, repeats the ask at once. */
  retry: 'generation_retry',
  /** Button: opens the form with the choices of a finished document, to make another one like it. */
  another: 'document_another',
  /** Button on a result in a direct message: opens the form that posts the document in a channel, too. */
  share: 'document_share',
  /** Button: opens the form for changing a finished document. */
  changeDocument: 'document_change',
  /** Button: opens the form for a picture, prefilled with the choices of an earlier picture. */
  imageAgain: 'image_again',
  /** Button: shows the link for connecting the team to the service. People who may not connect it see which admins to ask. */
  connect: 'connect_open',
  /** Button: asks the admins, in a direct message, to connect the team to the service. */
  askAdmin: 'connect_ask_admin',
  /** Link to the service's sign-in page. */
  connectLink: 'connect_link',
  /** Button: opens the form for the code that the browser shows after the sign-in. */
  connectCode: 'connect_code',
  /** Button: opens the form for an API key of the service. */
  apiKey: 'connect_api_key',
  /** Button: opens the confirmation before the team is disconnected from the service. */
  disconnect: 'connect_end',
  /** Button on Home: switches whether everyone or only admins may connect the team to the service. */
  connectPolicy: 'connect_policy',
  /** Button on Home and below lists: opens the form for a new digest. */
  scheduleDigest: 'digest_schedule',
  pauseDigest: 'digest_pause',
  resumeDigest: 'digest_resume',
  runDigest: 'digest_run',
  changeDigest: 'digest_change',
  deleteDigest: 'digest_delete',
  /** Button for a person who gets another person's digest: pauses the digest. */
  declineDigest: 'digest_decline',
  /** Button: shows another page of a list of digests. */
  paginateDigests: 'digest_turn',
  /** Button in the form for a digest: shows or hides the remaining fields. */
  moreDigestOptions: 'digest_more_options',
  /** Button in the form for a digest: makes one document from the fields, without saving the digest. */
  tryDigest: 'digest_try',
  /** Button: asks the admins for more credits, or for the permission to spend credits. */
  askForCredits: 'budget_ask_admin',
  /** Button in messages to admins: says no to a person's request for credits, or a guest's to be allowed. */
  declineRequest: 'budget_decline',
  /** Button: opens the form for the team's budget and limits. */
  budget: 'budget_open',
  /** Button in the budget form and in messages to admins: opens the form that gives people their own limit. */
  addPersonException: 'budget_exception_people',
  /** Button in the budget form and in messages to admins: opens the form that gives channels their own limit. */
  addChannelException: 'budget_exception_channels',
  /** Menu in the budget form, next to a person or channel with their own limit: changes or removes this limit. */
  limitException: 'budget_exception',
  /** Button: shows the person's own usage of a month. */
  ownUsage: 'usage_own',
  /** Button: shows the team's usage of a month to an admin. */
  teamUsage: 'usage_team',
  /** Button: sends the team's usage of a month to an admin as a file. */
  usageFile: 'usage_file',
  /** Button for a guest who may not use Deckhand: asks the admins to open Deckhand to guests. */
  askToOpenForGuests: 'guest_ask_admin',
  /** Button: opens the form for the rules and default choices of the whole team. */
  teamRules: 'settings_team',
  /** Button: opens the form for default choices. */
  settings: 'settings_open',
  forgetDefaults: 'settings_forget',
  ownData: 'settings_own_data',
  eraseOwnData: 'settings_erase_own_data',
  /** Button for admins: opens the form that erases another person's data. */
  erasePerson: 'settings_erase_person',
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
export const ERASE_FORM = 'erase_person_form';
export const SETTINGS_FORM = 'settings_form';
export const CREATE_SHORTCUT = 'create_deck';
export const THREAD_SHORTCUT = 'thread_to_slides';
