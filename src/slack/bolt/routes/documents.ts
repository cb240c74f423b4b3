import { another } from '../../deck/another.ts';
import { mayRetry, retry } from '../../deck/entry-points.ts';
import { applyComments, pageComments, setWatch, showComments } from '../../documents/comments/comments.ts';
import { askToDelete, submitDelete } from '../../documents/delete.ts';
import { foundId, showFound, suggestDocuments } from '../../documents/find/find.ts';
import { archive, chooseFromMenu, chosenId, idInView, showMore } from '../../documents/more.ts';
import { showReader, showReaders, showReadersByName } from '../../documents/readers/readers.ts';
import { giveFeedback } from '../../feedback/feedback.ts';
import { imageAgain, submitImage } from '../../image/image.ts';
import { changedId, openChangeForm, submitChangeForm } from '../../kit/change/change-form.ts';
import {
  answerFound,
  checkAgain,
  dismiss,
  followAgain,
  resolveUnsure,
  stop,
} from '../../result/card-buttons.ts';
import { openShareForm, sharedId, submitShare } from '../../result/share.ts';
import { firstWord } from '../answers/click.ts';
import {
  anyone,
  anyoneHere,
  mayAnswerFound,
  mayArchive,
  mayChange,
  mayDecideUnsure,
  mayDeleteDocument,
  mayDismiss,
  mayFollowAgain,
  maySeeReaders,
  mayShare,
  mayStop,
  mayWatchComments,
} from '../permissions/permissions.ts';
import { actions, CHANGE_FORM, COMMENTS_FORM, DELETE_FORM, IMAGE_FORM, SHARE_FORM } from './action-ids.ts';
import { generationButton, generationForm } from './lookup-routes.ts';
import { button, form, menu, type Route } from './route.ts';

/** Handles a click on a checkbox. There is nothing to do, because the checkboxes are read when the modal is submitted. */
async function ignoreClick(): Promise<void> {}

/** Rows of the route table for actions on a generation and on its document. */
export const documentRoutes: Route[] = [
  generationButton(actions.documentMenu, anyoneHere, chooseFromMenu, chosenId),
  ...[actions.slidesFile, actions.pptxFile, actions.pdfFile, actions.pngFile].map((id) =>
    generationButton(id, anyoneHere, chooseFromMenu, chosenId),
  ),
  menu(actions.findDocument, suggestDocuments),
  generationButton(actions.findDocument, anyoneHere, showMore, foundId),
  generationButton(actions.moreOfDocument, anyoneHere, showFound, firstWord),
  generationButton(actions.archive, mayArchive, archive),
  generationButton(actions.comments, anyoneHere, showComments),
  generationButton(actions.earlierComments, anyoneHere, pageComments, firstWord),
  generationButton(actions.laterComments, anyoneHere, pageComments, firstWord),
  generationForm(COMMENTS_FORM, mayChange, idInView, applyComments),
  button(actions.tickComment, anyone, ignoreClick),
  generationButton(actions.watchComments, mayWatchComments, setWatch(true)),
  generationButton(actions.unwatchComments, mayWatchComments, setWatch(false)),
  generationButton(actions.readers, maySeeReaders, showReaders),
  generationButton(actions.readersByName, maySeeReaders, showReadersByName, firstWord),
  generationButton(actions.reader, maySeeReaders, showReader, firstWord),
  generationButton(actions.deleteDocument, mayDeleteDocument, askToDelete),
  generationForm(DELETE_FORM, mayDeleteDocument, idInView, submitDelete),
  generationButton(actions.feedback, anyoneHere, giveFeedback, firstWord),

  // buttons of generations that are in progress, stopped or failed
  generationButton(actions.stop, mayStop, stop),
  generationButton(actions.followAgain, mayFollowAgain, followAgain),
  generationButton(actions.tryAgain, mayDecideUnsure, resolveUnsure('again')),
  generationButton(actions.leaveIt, mayDecideUnsure, resolveUnsure('leave')),
  generationButton(actions.postFound, mayAnswerFound, answerFound('post')),
  generationButton(actions.declineFound, mayAnswerFound, answerFound('decline')),
  generationButton(actions.checkAgain, anyoneHere, checkAgain),
  generationButton(actions.retry, mayRetry, retry),
  generationButton(actions.dismiss, mayDismiss, dismiss),

  // images
  form(IMAGE_FORM, 'anyone', submitImage),
  generationButton(actions.imageAgain, anyoneHere, imageAgain),

  // another document like this one, and changes of a document
  generationButton(actions.another, anyoneHere, another),
  generationButton(actions.changeDocument, mayChange, openChangeForm, firstWord),
  generationForm(CHANGE_FORM, mayChange, changedId, submitChangeForm),

  // sharing a document from a direct message, so that it is also posted in a channel
  generationButton(actions.share, mayShare, openShareForm, firstWord),
  generationForm(SHARE_FORM, mayShare, sharedId, submitShare),
];
