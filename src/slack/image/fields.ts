import type { Ask } from '../../asks/schema.ts';
import { imageSizeChoices, imageTypeChoices } from '../kit/ask-fields/choices.ts';
import { FIELD_LIMIT, text } from '../kit/form/controls.ts';
import { at, fieldsFor } from '../kit/form/field.ts';
import { formOf } from '../kit/form/form.ts';
import { menu, optionalMenu, search } from '../kit/form/menus.ts';

const field = fieldsFor<object, Ask>();

/** Every field of the form of a picture, as in kit/ask-fields. The service takes more words than Slack has room for. */
export const imageFields = {
  words: field({
    id: 'picture',
    section: 'all',
    label: 'What should the picture show?',
    required: true,
    control: text({
      limit: FIELD_LIMIT,
      multiline: true,
      placeholder: 'A lighthouse at dusk, seen from the sea',
    }),
    missing: 'Write what the picture should show.',
    to: (words) => ({ prompt: words?.trim() ?? '', work: { kind: 'image' } }),
    from: ({ prompt }) => prompt,
  }),
  type: field({
    id: 'picture_type',
    section: 'all',
    label: 'Kind',
    control: optionalMenu(imageTypeChoices, 'Chosen to fit'),
    to: (type) => ({ work: { kind: 'image', type } }),
    from: ({ work }) => (work?.kind === 'image' ? work.type : undefined),
  }),
  size: field({
    id: 'picture_size',
    section: 'all',
    label: 'Size',
    required: true,
    control: menu(imageSizeChoices),
    to: (size) => ({ work: { kind: 'image', size } }),
    from: ({ work }) => (work?.kind === 'image' ? work.size : undefined),
  }),
  theme: field({
    id: 'picture_theme',
    section: 'all',
    label: 'Theme',
    hint: 'For its colours.',
    control: search('theme', 'None'),
    ...at<Ask>()('theme'),
  }),
};

export const imageForm = formOf(imageFields);
