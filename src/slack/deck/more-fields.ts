import type { InputBlock } from '@slack/types';
import { TITLE_LIMIT, TONE_LIMIT } from '../../service/options.ts';
import {
  externalAccessChoices,
  imageModelChoices,
  imageSourceChoices,
  languageChoices,
  recipientAccessChoices,
  workspaceAccessChoices,
} from './choices.ts';
import { FIELD_LIMIT } from './continuation.ts';
import { fields } from './fields.ts';
import { type DeckForm, isFilled, type MoreField, moreFields, takesField } from './form.ts';
import { menu, textInput } from './inputs.ts';

/**
 * The fields behind "More options". Folded, those with something in them stay on display: nothing that a
 * person has set is ever out of sight, and nothing is lost by folding.
 */
export function moreFieldsOf(form: DeckForm, open: boolean): InputBlock[] {
  return moreFields
    .filter((field) => takesField(form, field) && !(field === 'audience' && isAudienceMain(form)))
    .filter((field) => open || isFilled(form, field))
    .map((field) => builders[field](form));
}

const builders: Record<MoreField, (form: DeckForm) => InputBlock> = {
  title: ({ title }) =>
    textInput(fields.title, { label: 'Title' }, title, {
      limit: TITLE_LIMIT,
      placeholder: 'Taken from the content when left empty',
    }),
  imageSource: ({ imageSource }) =>
    menu(fields.imageSource, { label: 'Images' }, imageSourceChoices, imageSource, 'Made by AI'),
  imageModel: ({ imageModel }) =>
    menu(fields.imageModel, { label: 'Image model' }, imageModelChoices, imageModel, 'The service’s choice'),
  imageStyle: ({ imageStyle }) =>
    textInput(fields.imageStyle, { label: 'Image style' }, imageStyle, {
      limit: FIELD_LIMIT,
      placeholder: 'Flat illustrations in two colours',
    }),
  workspaceAccess: ({ workspaceAccess }) =>
    menu(
      fields.workspaceAccess,
      { label: 'People in your workspace at the service may' },
      workspaceAccessChoices,
      workspaceAccess,
      'As the workspace is set',
    ),
  externalAccess: ({ externalAccess }) =>
    menu(
      fields.externalAccess,
      { label: 'Anyone with the link may' },
      externalAccessChoices,
      externalAccess,
      'As the workspace is set',
    ),
  recipients: ({ recipients }) =>
    textInput(
      fields.recipients,
      { label: 'Share by e-mail with', hint: 'Up to 25 addresses, parted by commas or lines.' },
      recipients,
      { limit: FIELD_LIMIT, multiline: true },
    ),
  recipientAccess: ({ recipientAccess }) =>
    menu(fields.recipientAccess, { label: 'They may' }, recipientAccessChoices, recipientAccess, 'View'),
  language: ({ language }) =>
    menu(fields.language, { label: 'Language' }, languageChoices, language, 'English'),
  tone: ({ tone }) =>
    textInput(fields.tone, { label: 'Tone' }, tone, {
      limit: TONE_LIMIT,
      placeholder: 'Warm and to the point',
    }),
  audience: audienceInput,
};

/** Whom a thread is retold for is what matters most about it, so that it is asked at once. */
export function isAudienceMain(form: DeckForm): boolean {
  return form.source !== undefined && takesField(form, 'audience');
}

export function audienceInput({ audience }: DeckForm): InputBlock {
  return textInput(fields.audience, { label: 'Audience' }, audience, {
    limit: TONE_LIMIT,
    placeholder: 'Executives who have five minutes',
  });
}
