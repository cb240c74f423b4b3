import { changedId, submitChange } from '../../change/change.ts';
import { changeAfter, changeNow, followOther } from '../../change/conflict.ts';
import { another } from '../../deck/another.ts';
import { changeAndTryAgain, mayChange } from '../../deck/change.ts';
import { applyComments } from '../../documents/comments/apply.ts';
import { pageComments, setWatch, showComments } from '../../documents/comments/comments.ts';
import { askToDelete, submitDelete } from '../../documents/delete.ts';
import { foundId, showFound, suggestDocuments } from '../../documents/find/find.ts';
import { chooseFromMenu, chosenId } from '../../documents/menu.ts';
import { act, idInView, showMore } from '../../documents/more.ts';
import { showReader, showReaders, showReadersByName } from '../../documents/readers/readers.ts';
import { giveFeedback, ratedId } from '../../feedback/buttons.ts';
import { imageAgain, submitImage } from '../../image/image.ts';
import { openChange } from '../../kit/change-form.ts';
import { documentActions } from '../../kit/document-actions.ts';
import { checkAgain, followAgain, resolveUnsure, stop } from '../../result/buttons.ts';
import { actions, CHANGE_FORM, COMMENTS_FORM, DELETE_FORM, IMAGE_FORM } from '../action-ids.ts';
import { firstWord } from '../click.ts';
import { anyone, anyoneHere, asker, askerOrAdmin, documentAskerOrAdmin } from '../permissions.ts';
import { button, form, menu, type Route } from '../route.ts';
import { generationButton, generationForm } from './found.ts';

/** Ticks are sent with the form; Slack wants nothing but the acknowledgement. */
async function tick(): Promise<void> {}

const teller = documentAskerOrAdmin(
  'Only the person who asked for this, or a Slack admin, can have the thread hear of comments.',
);
const reader = documentAskerOrAdmin(
  'Only the person who asked for this, or a Slack admin, can see how it is read.',
);
const destroyer = documentAskerOrAdmin(
  'Only the person who asked for this, or a Slack admin, can delete it.',
);
const stopper = askerOrAdmin('Only the person who asked for this, or a Slack admin, can stop it.');
const follower = askerOrAdmin(
  'Only the person who asked for this, or a Slack admin, can have it followed again.',
);
const decider = askerOrAdmin('Only the person who asked for this, or a Slack admin, can decide this.');
const changer = asker('Only the person who wanted this change can decide this.');

/** What is done with a generation, and with the document that came of it: rows of the table in ../routes.ts. */
export const documentRoutes: Route[] = [
  generationButton(actions.documentMenu, anyoneHere, chooseFromMenu, chosenId),
  menu(actions.findDocument, suggestDocuments),
  generationButton(actions.findDocument, anyoneHere, showMore, foundId),
  generationButton(actions.moreOfDocument, anyoneHere, showFound, firstWord),
  ...documentActions.map((action) => generationButton(action.id, action.permission, act(action))),
  generationButton(actions.comments, anyoneHere, showComments),
  generationButton(actions.earlierComments, anyoneHere, pageComments, firstWord),
  generationButton(actions.laterComments, anyoneHere, pageComments, firstWord),
  generationForm(COMMENTS_FORM, anyoneHere, idInView, applyComments),
  button(actions.tickComment, anyone, tick),
  generationButton(actions.watchComments, teller, setWatch(true)),
  generationButton(actions.unwatchComments, teller, setWatch(false)),
  generationButton(actions.readers, reader, showReaders),
  generationButton(actions.readersByName, reader, showReadersByName, firstWord),
  generationButton(actions.reader, reader, showReader, firstWord),
  generationButton(actions.deleteDocument, destroyer, askToDelete),
  generationForm(DELETE_FORM, destroyer, idInView, submitDelete),
  generationButton(actions.feedback, anyoneHere, giveFeedback, ratedId),

  // while it is made, and where it was not
  generationButton(actions.stop, stopper, stop),
  generationButton(actions.followAgain, follower, followAgain),
  generationButton(actions.tryAgain, decider, resolveUnsure('again')),
  generationButton(actions.leaveIt, decider, resolveUnsure('leave')),
  generationButton(actions.checkAgain, anyoneHere, checkAgain),
  generationButton(actions.change, mayChange, changeAndTryAgain),

  // pictures
  form(IMAGE_FORM, 'anyone', submitImage),
  generationButton(actions.imageAgain, anyoneHere, imageAgain),

  // changes of documents
  generationButton(actions.another, anyoneHere, another),
  generationButton(actions.changeIt, anyoneHere, openChange),
  generationForm(CHANGE_FORM, anyoneHere, changedId, submitChange),
  generationButton(actions.changeAfter, changer, changeAfter),
  generationButton(actions.followOther, changer, followOther),
  generationButton(actions.changeNow, changer, changeNow),
];
