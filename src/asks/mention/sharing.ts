import type { Ask } from '../schema.ts';

/** Finds who may open the document and which images it has: "share with bob@example.com, can comment", "nobody outside", "no pictures". */

type Sharing = NonNullable<Ask['sharing']>;

const EMAIL = String.raw`[\p{L}\p{N}!#$%&'*+/=?^_{|}~.-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}`;
const LEVEL = '(?:can|may|to) (?:only )?(?<level>view|see|read|open|comment|edit)(?: (?:it|on it))?';
const RECIPIENTS = new RegExp(
  `,? ?\\b(?:and )?(?:please )?(?:share|send) (?:it |this |the result )?(?:with|to) (?<people>${EMAIL}(?:(?:, ?(?:and )?| and )${EMAIL}){0,9})(?:,? (?:who |they |he |she )?${LEVEL})?`,
  'iu',
);
const ANYONE = new RegExp(
  `,? ?\\b(?:and )?(?:anyone|anybody|everyone|everybody) with the link ${LEVEL}`,
  'iu',
);
const NOBODY_OUTSIDE =
  /,? ?\b(?:and |but )?(?:nobody|no one|not for anybody|not for anyone) (?:from )?outside(?: (?:of )?(?:the |our )?(?:company|team|workspace|organi[sz]ation))?(?: (?:can|may|should)(?: be able to)? (?:see|open|view|read)(?: it)?)?|,? ?\b(?:for internal use only|internal only|no external access)\b/i;

const levels = {
  view: 'view',
  see: 'view',
  read: 'view',
  open: 'view',
  comment: 'comment',
  edit: 'edit',
} as const;
const levelOf = (said: string | undefined) => said && levels[said.toLowerCase() as keyof typeof levels];

/** Returns the access that a sentence gives or denies, and its phrases. @param text the sentence on one line */
export function sharingIn(text: string): { sharing?: Sharing; phrases: string[] } {
  const people = RECIPIENTS.exec(text);
  const outside = NOBODY_OUTSIDE.exec(text);
  const anyone = outside ? null : ANYONE.exec(text);
  const phrases = [people, outside, anyone].flatMap((found) => found?.[0] ?? []);
  if (phrases.length === 0) return { phrases };
  const recipients = people?.groups?.people?.match(new RegExp(EMAIL, 'giu'));
  const recipientAccess = levelOf(people?.groups?.level);
  const externalAccess = outside ? 'noAccess' : levelOf(anyone?.groups?.level);
  return {
    sharing: {
      ...(recipients && { recipients: [...recipients] }),
      ...(recipientAccess && { recipientAccess }),
      ...(externalAccess && { externalAccess }),
    },
    phrases,
  };
}

const IMAGES = '(?:images|pictures|photos|illustrations)';
/** Phrases that choose the source of the images. */
const sources: [NonNullable<NonNullable<Ask['images']>['source']>, RegExp][] = [
  ['noImages', new RegExp(`,? ?\\b(?:and |but )?(?:without(?: any)?|no) ${IMAGES}\\b`, 'i')],
  ['pexels', /,? ?\b(?:and )?(?:with|use|using) (?:real |stock )+(?:photos|pictures)\b/i],
  ['giphy', /,? ?\b(?:and )?(?:with|use|using) (?:funny |animated )?(?:gifs|animations)\b/i],
  [
    'placeholder',
    new RegExp(
      `,? ?\\b(?:and )?(?:with|leave) (?:empty frames|placeholders|room)(?: for (?:the |our )?${IMAGES})?\\b`,
      'i',
    ),
  ],
  [
    'aiGenerated',
    new RegExp(`,? ?\\b(?:and )?(?:with|use|using) (?:ai(?:[- ]generated|[- ]made)?) ${IMAGES}\\b`, 'i'),
  ],
];
/** "with watercolour illustrations", "pictures in a comic style" */
const STYLE = new RegExp(
  `,? ?\\b(?:and )?(?:with|use|using) (?<before>(?!(?:the|our|my|your|these|those|some|many|more|few|lots|real|stock|good|nice)\\b)\\p{L}[\\p{L}-]*(?: [\\p{L}-]+)?) ${IMAGES}\\b|,? ?\\b(?:with )?${IMAGES} in (?:an? |the )?(?<style>[\\p{L} -]{3,40}?) style\\b`,
  'iu',
);

/** Returns the images that a sentence asks for, and the phrase. @param text the sentence on one line */
export function imagesIn(text: string): { images?: NonNullable<Ask['images']>; phrases: string[] } {
  for (const [source, pattern] of sources) {
    const [phrase] = pattern.exec(text) ?? [];
    if (phrase) return { images: { source }, phrases: [phrase] };
  }
  const { 0: phrase, groups: { before, style = before } = {} } = STYLE.exec(text) ?? {};
  return phrase && style ? { images: { style }, phrases: [phrase] } : { phrases: [] };
}
