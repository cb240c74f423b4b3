import { NOUN } from './mention/find-ask.ts';

/**
 * Makes titles for people from prompts. A prompt keeps the person's words, because a model reads it, but a title has no greeting and no words
 * that only ask for a document: "Guten Morgen! Könntest du mir bitte eine Präsentation über Tee machen, 7 Folien?" is titled "Tee".
 */

/** Maximum length of a line in which a title is searched, in characters. A longer line is content. */
const SEARCHED = 300;

const GREETING =
  /^(?:(?:hi|hey|hello|hallo|moin|servus|bonjour|bonsoir|salut|hola|ciao|buongiorno|ol[aá]|bom dia|goedemorgen|good (?:morning|afternoon|evening)|guten (?:morgen|tag|abend)|buen(?:os d[ií]as|as tardes))(?: (?:there|all|team|everyone|everybody|deckhand|zusammen|ihr|à tous))?(?:[\s,.!]*(?::-?\)|\p{Extended_Pictographic}\ufe0f?))*(?:\s*[,.!:;]+\s*| [–-] |\s+(?=(?:i|we|can|could|please|ich|wir|kannst|könntest|bitte|je|peux|pourr)\b)))+/iu;

const COUNT =
  '(?:\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|zwei|drei|vier|f[uü]nf|sechs|sieben|acht|neun|zehn|deux|trois|quatre|cinq|six|huit|dix|dos|tres|cuatro|cinco|seis|ocho|diez)';
const CARDS = '(?:slides?|pages?|folien?|seiten?|diapo(?:sitive)?s?|diapositivas?|p[aá]ginas?)';
const THING = `(?:(?:an?|some|the|eine?n?|une?|des|una?|unas|${COUNT}) )?(?:(?:short|quick|nice|new|kurze[ns]?|schöne[ns]?|petite?|courte?|br[eè]ve) )?(?:${NOUN}|${CARDS}|pitch|talk|pr[aä]sentation(?:en)?|présentation|presentaci[oó]n|folien|diapos(?:itives)?|diapositivas|l[aá]minas|documento|dokument|einseiter|webseite|beitrag)(?:,? (?:(?:with|of|mit|aus|de|en|avec|con) )?${COUNT} ${CARDS},?)?`;
const ABOUT = '(?:about|on|of|regarding|[uü]ber|zum thema|zu[mr]?|sur|à propos de|sobre)';
const POLITE = "(?:,? (?:please|pls|bitte|mal|maybe|s[’']il (?:te|vous) pla[iî]t|por favor))?";
/** Words that ask for a document, before its topic. */
const LEADS = [
  `(?:i|we) (?:need|have|want|would like|['’]d like|got|am going|are going) to (?:present|pitch|(?:make|prepare|create|give|hold|do|write) ${THING} ${ABOUT})`,
  `(?:(?:i|we) (?:need|want|would like|['’]d like|could use)|(?:ich|wir) (?:brauche|brauchen|bräuchte|möchte|hätte gern(?:e)?))${POLITE} ${THING} ${ABOUT}`,
  `(?:please )?(?:(?:can|could|would|will) you (?:please )?)?(?:make|create|prepare|write|build|draft|give|do)(?: me| us)? ${THING} ${ABOUT}`,
  `(?:kannst|könntest|könnt|könnten|würdest|können) (?:du|ihr|sie)(?: mir| uns)?${POLITE}(?: mal)? ${THING} ${ABOUT}`,
  `(?:bitte )?(?:(?:mache?|erstelle?)(?: mir| uns)?|(?:fais|faites)(?:-moi|-nous)?|haz(?:me|nos)?|crea(?:me)?|prepara(?:me)?|necesito|quiero|¿?(?:puedes|podr[ií]as) (?:hacer(?:me|nos)?|crear(?:me)?))${POLITE} ${THING} ${ABOUT}`,
  `(?:peux-tu|pourrais-tu|pouvez-vous|pourriez-vous|tu peux)(?: me| nous)?${POLITE} (?:faire|créer|préparer)${POLITE} ${THING} ${ABOUT}`,
  `(?:(?:i|we)(?: would|['’]d)?(?: really| also| just)? (?:need|want|like|love)|need)${POLITE} (?:an?|some)`,
  `(?:bitte |please |(?=eine?n? |une? |una? |${COUNT} ))${THING} ${ABOUT}`,
  '(?:it is )?for [^,.;:]{2,50}? about',
].map((lead) => new RegExp(`^${lead} (?=\\S)`, 'iu'));

/** Words behind the topic: polite questions, thanks, apologies, and a number of slides, which the card names beside the title. */
const TAILS = [
  /[,.;!?–-]+\s*(?:(?:can|could|would) (?:you|someone|anybody)(?: please)?(?: help(?: me| us)?(?: out)?(?: with (?:it|this|that))?| (?:do|make) (?:it|this|that|one))|(?:kannst|könntest|könnt) (?:du|ihr)(?: mir| uns)?(?: bitte)?(?: dabei)? helfen|hilfst du (?:mir|uns)|(?:peux-tu|pouvez-vous|pourriez-vous) (?:m[’']|nous )aider|puedes ayudarme)[\s?.!]*$/iu,
  /[,.;!–-]+\s*(?:oh )?sorry (?:for|about) [^,.;!?]{1,40}[.!]*$/iu,
  /[,.;!\s]+(?:please|pls|bitte|danke(?: schön)?|thanks(?: a lot)?|thank you|merci|s[’']il (?:te|vous) pla[iî]t|por favor|gracias)[\s.!?]*$/iu,
  /(?:,\s*(?:for |by |until )?| (?:by|until) )(?:tmrw|tomorrow|today|tonight|morgen|heute)(?: (?:morning|noon|afternoon|evening|fr[uü]h|abend))?[\s.!?]*$/iu,
  /,?\s+(?:(?:aber|and|but|und|mais) )?(?:(?:bitte|please) )?(?:nur f[uü]r mich|(?:just|only) for me|(?:juste|seulement) pour moi|solo para m[ií])(?: bitte| please)?[\s.!?]*$/iu,
  /,\s*\d{1,2} (?:slides?|pages?|folien|seiten|diapos(?:itives)?|diapositivas|p[aá]ginas)[\s.!?]*$/iu,
];
const COUNT_WITHIN = /,\s*\d{1,2} (?:slides?|folien|diapos(?:itives)?|diapositivas)(?=,)/giu;
/** A German verb that ends the request, before a comma or the end: "eine Präsentation über Tee machen, für den Vertrieb". */
const VERB_BEHIND = / (?:machen|erstellen|schreiben|bauen|vorbereiten|basteln)(?=\s*(?:[,.?!]|$))/iu;
const SMILEY = /\s*(?::-?[)D]|;-?\))(?=\s|[,.!?]|$)/gu;

/** Returns one line of a prompt as a title. Returns the line unchanged if nothing else would be left, or if it is too long. */
export function titleIn(line: string): string {
  const text = line.replace(/\s+/g, ' ').trim();
  if (text.length > SEARCHED) return line;
  const open = text.replace(GREETING, '').replace(SMILEY, '');
  const lead = LEADS.map((pattern) => pattern.exec(open)?.[0]).find((found) => found !== undefined);
  const topic = lead ? open.slice(lead.length).replace(VERB_BEHIND, '').replace(COUNT_WITHIN, '') : open;
  const short = withoutTails(topic);
  const isAsked = short !== topic || lead !== undefined;
  const title = (isAsked ? short.replace(/[\s?.!,;]+$/, '') : short).trim();
  return /[\p{L}\p{N}]{2}/u.test(title) ? title : text;
}

function withoutTails(text: string): string {
  const shorter = TAILS.reduce((rest, tail) => rest.replace(tail, ''), text);
  return shorter === text ? text : withoutTails(shorter);
}
