import { findChoices } from './choices.ts';
import { withoutCourtesy } from './flat-text.ts';
import { isForPerson, type Request } from './request.ts';

/** Matches a request for a picture, for example "Draw me a lighthouse". In "a logo of a bee", the words "a logo" stay in the prompt. */
const PICTURE =
  /^(?<context>[^?:]{1,120}[.!] )?(?:(?:(?:can|could|may) (?:i|we)|please|i(?: also)? need|i want|i['’]d like|we need|give me|get me|get|have|show me|make|create|generate|do|me|us)[ ,]+)*(?:(?:draw(?! up\b)|paint|sketch|illustrate)(?: (?:me|us))?:? (?<drawn>.+)|(?:(?:an?|one) )?(?<look>(?!(?:an?|one|the|this|that|my|our|single|quick|nice|new|another|as|in|into|to|with|by)\b)[\p{L}-]+ )?(?:an? |one |the |this |that |my |our |single |quick |nice |new |another )*(?:picture|image|photo|drawing|png|illustration(?=:| as (?:an? )?(?:png|jpe?g)))(?: as (?:an? )?(?:png|jpe?g))?(?: (?:of|showing|like|with|for)|(?: please| pls)?[:,]) (?<shown>.+)|(?<listed>[^.?!:]+)[,.;] (?:please )?(?:make|draw|paint|create) (?:me )?(?:an? )?(?:picture|image|drawing|illustration) (?:of|from|with) (?:it|that|this|them)(?: please| pls)?[.!]?|(?<before>[^.?!]+?)(?:,? as an?|, (?:an? |one )?single) (?:picture|image|photo|drawing|illustration)(?<behind>.*)|(?<named>(?:(?:an?|one) (?:[\p{L}-]+ ){0,2}(?:photo|drawing|illustration|painting|sketch|logo|icon|cartoon)|illustration) (?:of|showing|for|with) .+|(?:an? )?(?:[\p{L}-]+ )?poster (?:of|for|about|on|with) .+))$/iu;

/** Matches "as PNG". The match is removed from the prompt, because the service always makes a picture as a file. */
const AS_FILE =
  /(?:,? (?:please )?(?:as|in) (?:an? )?|[.,;] )(?:png|jpe?g|image|picture)(?: file)?(?= please|[.,;!]|$)/i;

/** Returns the request for a single picture in a sentence. @param text the sentence on one line, without polite words */
export function pictureIn(text: string): Request | undefined {
  const {
    context = '',
    drawn,
    look,
    shown,
    named,
    listed,
    before,
    behind,
  } = PICTURE.exec(text)?.groups ?? {};
  const looked = shown && look ? `${shown}, ${look.trim()}` : shown;
  const said = withoutCourtesy(drawn ?? looked ?? named ?? listed ?? (before && `${before}${behind}`) ?? '');
  const prompt = said && `${context}${said.replace(AS_FILE, '')}`.trim();
  if (!prompt || findChoices(text, '').choices.slides) return undefined;
  const choices = { work: { kind: 'image' as const } };
  return {
    kind: 'make',
    choices,
    prompt,
    isForPerson: isForPerson(text),
    named: [],
    notes: [],
    command: 'picture',
    isComplete: true,
  };
}
