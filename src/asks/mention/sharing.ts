import type { Ask } from '../schema.ts';

/** Finds out who may open the document, for example from "share with bob@example.com, can comment" or "nobody outside". */

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
  /,? ?\b(?:and |but )?(?:nobody|no ?one|not for anybody|not for anyone) (?:from )?outside(?: (?:of )?(?:the |our )?(?:company|team|workspace|organi[sz]ation))?(?: (?:can|may|should|must|shall|will|ought to|gets? to)(?: be (?:able|allowed) to)? (?:see|open|view|read|access|get (?:at|to))(?: (?:it|that|this(?: one)?|the \p{L}+))?)?|,? ?\b(?:for internal use only|internal only|no (?:external|outside) access|no outsiders|only (?:(?:our|the|my) (?:own )?(?:team|company|people|colleagues|staff|workspace|organi[sz]ation)|people (?:in|inside|from) (?:our|the) (?:team|company|workspace|organi[sz]ation)|internal people|colleagues) (?:can|may|should|must|will)(?: be (?:able|allowed) to)? (?:see|open|view|read|access)(?: (?:it|this(?: one)?|that|the \p{L}+))?|keep (?:all )?(?:the )?(?:outsiders|externals|outside people|people (?:from )?outside) (?:out|away)|not (?:open|visible) (?:to|for) (?:outsiders|externals|(?:anyone|anybody|people) (?:from )?outside)|(?:outsiders|externals) (?:can(?:no|['’]?)t|may not|must not|should(?: not|n['’]?t)) (?:see|open|view|read|access)(?: (?:it|this(?: one)?|that))?)\b/iu;

/** Matches a request that only the author can open the document at the service: "keep the link private", "nobody else may open the link". */
const CLOSED =
  /[,.;]? ?\b(?:(?:and|but|please|lock it so(?: that)?) )*(?:(?:keep|make) (?:the|its|this) (?:link|document|deck|page) (?:private|closed)|close (?:the|its|this) link|(?:nobody|no ?one) (?:else |but me |except me )?(?:may|can|should|must|will|is (?:able|allowed) to)(?: be able to)? open (?:the|its|this) link|only i (?:may|can|should|must) open (?:(?:the|its|this) link|it)|(?:nobody|no ?one) (?:else|but me|except me|at \p{L}[\p{L}\d-]+) (?:may|can|should|must|will)(?: be able to)? open (?:it|this|that)|private link|ingen andre (?:skal|kan|må)(?: kunne)? åpne lenken|(?:lock|close) (?:the|its) link|(?:(?:niemand|keiner) (?:sonst|anderes?|au(?:ß|ss)er mir)|(?:nur|only) ich) (?:soll|sollte|darf|kann) (?:(?:den|the) link|es|sie|das|the|of) [oö]ffnen(?: k[oö]nnen)?|personne d['’]autre (?:que moi )?n[eo] (?:peut|doit|devrait|puisse)(?: pouvoir)? (?:l['’]ouvrir|ouvrir (?:(?:le|the) (?:lien|document)|[cç]a|cela))|lien ferm[eé](?: pour tous)?)(?![\p{L}])/iu;

const ANY = '(?:anyone|anybody|everyone|everybody|the public)';
/** Matches words about access that may be meant as sharing: an email address, "public link", "editable by everyone", "on the internet". */
const ABOUT_ACCESS = new RegExp(
  `${EMAIL}|\\b(?:(?:public|open|shareable|sharing|share) link|publicly (?:accessible|available|editable|visible)|(?:edit|view|comment)(?:able|ing)? (?:access|rights|permissions?)|(?:editable|viewable|visible|accessible|readable|shared?) (?:by|for|to|with) ${ANY}|${ANY} (?:with the link|on the internet)|(?:give|grant) .{1,40} access)\\b`,
  'iu',
);
/** Maximum number of characters in which words about access are searched, because the pattern of email addresses is slow. */
const SEARCHED = 1000;
const NOT_SHARED = 'Nobody gets access by these words: choose *Details…* to share it.';

/** Returns a note for the card if a sentence has words about access that were not understood. @param rest the sentence without the understood phrases */
export function unsharedNotes(rest: string): string[] {
  return ABOUT_ACCESS.test(rest.slice(0, SEARCHED)) ? [NOT_SHARED] : [];
}

const levels = {
  view: 'view',
  see: 'view',
  read: 'view',
  open: 'view',
  comment: 'comment',
  edit: 'edit',
} as const;
const levelOf = (said: string | undefined) => said && levels[said.toLowerCase() as keyof typeof levels];

/** Returns the access that a sentence gives or denies, and the words that do so (`phrases`). @param text the sentence on one line */
export function sharingIn(text: string): { sharing?: Sharing; phrases: string[] } {
  const people = RECIPIENTS.exec(text);
  const outside = NOBODY_OUTSIDE.exec(text);
  const closed = CLOSED.exec(text);
  const anyone = outside || closed ? null : ANYONE.exec(text);
  const phrases = [people, outside, anyone, closed].flatMap((found) => found?.[0] ?? []);
  if (phrases.length === 0) return { phrases };
  const recipients = people?.groups?.people?.match(new RegExp(EMAIL, 'giu'));
  const recipientAccess = levelOf(people?.groups?.level);
  const externalAccess = outside || closed ? 'noAccess' : levelOf(anyone?.groups?.level);
  return {
    sharing: {
      ...(recipients && { recipients: [...recipients] }),
      ...(recipientAccess && { recipientAccess }),
      ...(externalAccess && { externalAccess }),
      ...(closed && { workspaceAccess: 'noAccess' as const }),
    },
    phrases,
  };
}
