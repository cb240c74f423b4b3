import { z } from 'zod';
import { languageName } from '../../../asks/languages.ts';
import {
  emailPattern,
  externalAccess,
  recipientAccess,
  STYLE_LIMIT,
  TITLE_LIMIT,
  TONE_LIMIT,
  workspaceAccess,
} from '../../../service/options.ts';
import { clip } from '../../../text.ts';
import { escaped, oneLine } from '../blocks/text.ts';
import { FIELD_LIMIT, hiddenValue, text } from '../form/controls.ts';
import type { Control } from '../form/field.ts';
import { groupedMenu, optionalMenu, radio } from '../form/menus.ts';
import { canShareOutside, field, fromText, ifQuick, nameOf, own, within } from './ask-field.ts';
import {
  accessChoices,
  accessPhrase,
  imageSourceChoices,
  imageSourcePhrases,
  languageChoices,
  makingChoices,
  qualityChoices,
} from './choices.ts';
import { imageModelGroups } from './image-models.ts';
import { twoInputs } from './prompt.ts';

const AS_SET = 'Workspace default';

/** The fields behind "More options". They are a part of the table `askFields` (fields.ts). */
export const moreFields = {
  making: field({
    id: 'making',
    section: 'content',
    label: 'How',
    required: true,
    control: radio(makingChoices),
    dispatch: true,
    check: (making, { format, startFrom }) =>
      making === 'thorough' && startFrom === 'text' && format === 'webpage'
        ? 'Web pages are only made quickly. Choose Quick, or another format.'
        : undefined,
    to: (making) => (making === 'thorough' ? { work: { kind: 'agent' } } : {}),
    from: ({ work }) => (work?.kind === 'agent' ? 'thorough' : 'quick'),
    say: (making) => (making === 'thorough' ? 'thorough' : undefined),
  }),
  quality: field({
    id: 'quality',
    section: 'content',
    label: 'How thorough',
    control: optionalMenu(qualityChoices, 'Standard'),
    when: ({ making }) => making === 'thorough',
    to: (quality) => (quality ? { work: { kind: 'agent', quality } } : {}),
    from: ({ work }) => (work?.kind === 'agent' ? work.quality : undefined),
  }),
  title: field({
    id: 'title',
    section: 'content',
    label: 'Title',
    control: text({ limit: TITLE_LIMIT, placeholder: 'Taken from the content' }),
    ...own('title'),
  }),
  imageSource: field({
    id: 'image_source',
    section: 'look',
    label: 'Images',
    control: optionalMenu(imageSourceChoices, 'Made by AI'),
    when: (form) => fromText(form) && ifQuick(form),
    ...within('images', 'source'),
    say: (source) => imageSourcePhrases[source],
  }),
  imageModel: field({
    id: 'image_model',
    section: 'look',
    label: 'Image model',
    control: groupedMenu(imageModelGroups, 'Chosen automatically'),
    when: ifQuick,
    ...within('images', 'model'),
    say: (model) => `image model ${escaped(model, 75)}`,
  }),
  imageStyle: field({
    id: 'image_style',
    section: 'look',
    label: 'Image style',
    control: twoInputs(STYLE_LIMIT, 'Flat illustrations in two colours', 'More on the image style'),
    ...within('images', 'style'),
    say: (style) => `image style ${escaped(oneLine(style), 75)}`,
  }),
  /** Hidden field, set when the form opens. A forged value does no harm, because the rule is applied again when the document is made. */
  isClosedOutside: field({
    id: 'is_closed_outside',
    label: 'Admin’s rule about access',
    control: hiddenValue(z.boolean().optional()),
  }),
  workspaceAccess: field({
    id: 'workspace_access',
    section: 'sharing',
    label: 'People in the connected workspace',
    vary: ({ isClosedOutside, isPrivate }) => ({
      ...(isPrivate && { control: optionalMenu(accessChoices(workspaceAccess), 'No access') }),
      ...(isClosedOutside && { hint: 'Your Slack admins don’t allow access for anybody else.' }),
    }),
    control: optionalMenu(accessChoices(workspaceAccess), AS_SET),
    ...within('sharing', 'workspaceAccess'),
    default: { name: 'access', say: (level) => `people in the workspace ${accessPhrase(level)}` },
  }),
  externalAccess: field({
    id: 'external_access',
    section: 'sharing',
    label: 'Anyone with the link',
    control: optionalMenu(accessChoices(externalAccess), AS_SET),
    vary: ({ isPrivate }) =>
      isPrivate ? { control: optionalMenu(accessChoices(externalAccess), 'No access') } : {},
    when: canShareOutside,
    ...within('sharing', 'externalAccess'),
    default: {
      name: 'access by link',
      say: (level) =>
        level === 'noAccess' ? 'nobody outside can open it' : `anyone with the link ${accessPhrase(level)}`,
    },
  }),
  recipients: field({
    id: 'recipients',
    section: 'sharing',
    label: 'Share by email with',
    hint: 'Email addresses, separated by commas or line breaks.',
    control: recipientsControl(),
    when: canShareOutside,
    check: (typed, { recipientAccess: access }) =>
      isForNobody(typed, access) ? 'Add the email addresses that get this access.' : undefined,
    ...within('sharing', 'recipients'),
  }),
  recipientAccess: field({
    id: 'recipient_access',
    section: 'sharing',
    label: 'Access for those people',
    control: optionalMenu(accessChoices(recipientAccess), 'Can view'),
    when: canShareOutside,
    ...within('sharing', 'recipientAccess'),
  }),
  language: field({
    id: 'language',
    section: 'content',
    label: 'Language',
    control: optionalMenu(languageChoices, 'English'),
    ...own('language'),
    default: {
      name: 'language',
      say: (code) => `in ${escaped(languageName(code), 40)}`,
    },
  }),
  tone: field({
    id: 'tone',
    section: 'content',
    label: 'Tone',
    control: text({ limit: TONE_LIMIT, placeholder: 'Warm and to the point' }),
    ...own('tone'),
    default: { name: 'tone', say: (tone) => `tone: ${escaped(tone, 100)}` },
  }),
  audience: field({
    id: 'audience',
    section: 'content',
    label: 'Audience',
    control: text({ limit: TONE_LIMIT, placeholder: 'Executives who have five minutes' }),
    ...own('audience'),
    say: (audience) => `for ${nameOf({ name: audience })}`,
  }),
};

/** Returns an input for email addresses, separated by commas, semicolons, spaces or line breaks. */
export function recipientsControl(): Control<string, string[] | undefined> {
  return {
    ...text({ limit: FIELD_LIMIT, multiline: true }),
    asDefault: undefined,
    schema: z.codec(
      z.string().superRefine((typed, context) => {
        const message = faultOf(typed);
        if (message) context.addIssue({ code: 'custom', message });
      }),
      z.array(z.string()).optional(),
      {
        decode(typed) {
          const { recipients } = parseRecipients(typed);
          return recipients.length > 0 ? recipients : undefined;
        },
        encode: (recipients) => recipients?.join('\n') ?? '',
      },
    ),
  };
}

function faultOf(typed: string): string | undefined {
  const { invalid } = parseRecipients(typed);
  if (invalid.length === 0) return undefined;
  const which = invalid.slice(0, 3).map((each) => `“${clip(each, 60)}”`);
  const more = invalid.length > 3 ? ` and ${invalid.length - 3} more` : '';
  const are = invalid.length > 1 ? 'are not email addresses' : 'is not an email address';
  return `${which.join(', ')}${more} ${are}.`;
}

/** Returns true if an access level for email recipients is chosen but no email address is typed. */
export function isForNobody(typed: string, access: string | undefined): boolean {
  return access !== undefined && parseRecipients(typed).recipients.length === 0;
}

const email = z.email({ pattern: emailPattern });

/** Splits text into email addresses and all other words (`invalid`). Neither list has duplicates. */
export function parseRecipients(text: string): { recipients: string[]; invalid: string[] } {
  const words = [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
  const isEmail = (word: string) => email.safeParse(word).success;
  return { recipients: words.filter(isEmail), invalid: words.filter((word) => !isEmail(word)) };
}
