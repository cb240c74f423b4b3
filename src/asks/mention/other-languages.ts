import { flatText } from './flat-text.ts';

/**
 * Translates the words that the rules match into English, word by word, so that each rule is written only for English. The prompt keeps the
 * author's words.
 */

/**
 * Each row has an English word and, as a regular expression, words with the same meaning in German, French, Spanish, Portuguese, Italian,
 * Dutch and Polish.
 */
const words = String.raw`
of this channel = du canal|del canal|do canal|del canale|des kanals|van het kanaal|tego kanału
yes = ja|jawohl|gerne|oui|s[ií]|claro|sim|tak
go ahead = mach (?:es|das)|leg los|vas-y|allez-y|d[’']accord|adelante|vale|dale|zr[oó]b to|pode (?:fazer|ser|come[cç]ar)|vai em frente|va bene|procedi|ga je gang|doe maar
no = nein|non|n[aã]o|nie|nee
never mind = laisse(?:z)? tomber|lascia (?:stare|perdere)|d[eé]jalo|deixa (?:pra l[aá]|estar|isso)|lass (?:es|mal|gut sein)|vergiss es|laat maar|olvídalo|esquece
thanks = danke(?: sch[oö]n| sehr)?|vielen dank|merci(?: beaucoup)?|(?:muchas )?gracias|(?:muito )?obrigad[oa]|grazie(?: mille)?|dank je(?: wel)?|bedankt|dzi[eę]kuj[eę]
please = bitte|porfa|s[’']il (?:te|vous) pla[iî]t|stp|svp|por favor|per favore|graag|alstublieft|alsjeblieft|prosz[eę]
see you later = à plus(?: tard)?|à bientôt|bis (?:sp[aä]ter|dann|morgen)|hasta (?:luego|mañana)|até (?:logo|amanh[aã])|a dopo|tot (?:later|morgen)|na razie
hello = hallo|guten (?:morgen|tag|abend)|moin|bonjour|bonsoir|salut|hola|buen(?:os|as) (?:d[ií]as|tardes)|ol[aá]|bom dia|boa tarde|ciao|buongiorno|hoi|goedemorgen|cze[sś][cć]|dzie[nń] dobry
can you = (?:k[oö]nntest du|k[oö]nnten sie|kannst du|k[oö]nnen sie)(?: mir| uns)?|(?:pouvez-vous|pourriez-vous|peux-tu|pourrais-tu)(?: me| nous)?|puedes|podr[ií]as|pode(?:ria)?s?|puoi|potresti|kun je|kunt u|mo[zż]esz
I need = ich (?:brauche|br[aä]uchte|h[aä]tte gerne?)|wir brauchen|j[’']ai besoin d[’'e]|il me faut|je voudrais|necesito|quiero|preciso de|precisamos de|quero|ho bisogno di|mi serve|vorrei|ik heb|ik wil|potrzebuj[eę]
make = mache?n?|macht|erstelle?|erstellen|mach mir|fais(?:-(?:moi|nous|en))?|faites(?:-(?:moi|nous|en))?|cr[eé]e[rz]?|pr[eé]pare[rz]?|haz(?:me|nos)?|crear?|prepara(?:r|re|me)?|fa[cç]a(?:-me)?|fazer|faz(?:-me)?|cria|criar|fai|fammi|crea|maak|zr[oó]b|przygotuj
rather = lieber|plut[oô]t|mejor|piuttosto|liever|raczej
poster = plakat|affiche|cartel|cartaz|locandina|poster
checklist = checkliste|checklista|lista de verifica[cç][aã]o
summarize = zusammenfassen|fasse|r[eé]sume[rz]?|resum(?:e|ir|a)|riassumi|podsumuj
summary = zusammenfassung|r[eé]sum[eé]|resumen|resumo|riassunto|samenvatting|podsumowanie
presentation = pr[aä]sentation(?:en)?|présentation|presentaci[oó]n|apresenta[cç][aã]o|presentazione|presentatie|prezentacj[aeęi]
slides = folien|diapositives|diapos|diapositivas|l[aá]minas|slide|dia[’']s|slajd(?:y|[oó]w)?|スライド
document = dokument|documento|dokumentu?
report = bericht|rapport|informe|relat[oó]rio|relazione|verslag|raport
web page = webseite|page web|site web|p[aá]gina web|sitio web|pagina web|sito web|webpagina|stron[aeę] internetow[aąe]
post = beitrag|publication|publicaci[oó]n|publica[cç][aã]o
picture of = bild (?:von|mit)|image d[’'eu]|une image d[’'eu]|imagen de|imagem de|immagine di|afbeelding van|obraz(?:ek)?
pages = seiten|p[aá]ginas|pagine|pagina[’']s|stron
page = seite|p[aá]gina|pagina
about = ueber|[uü]ber|zum thema|zu|sur|au sujet de|sobre|acerca de|su|over
for = f[uü]r|pour|para|per|voor|dla
with = mit|avec|con|com|met
as = als|en tant que|como|come|jako
in = po(?= \p{L}+sku)|auf|im|en|em|op|w
of = der|des|del|do|da|dos|das|di|van|von|d[eu]
out of this = daraus|hieraus|davon|à partir de (?:ça|cela)|hiervan
the = die|das|den|dem|les|las|los|el|os|il|lo|gli|het|l[ae]
this = diese[nmrs]?|dies|cette|cet|ce|est[ae]|questa|questo|deze|dit
last week = semaine (?:derni[eè]re|pass[eé]e)|semana pass?ada|settimana scorsa
last = letzte[nrs]?|vergangenen?|derni[eè]re?s?|pass[eé]e|[uú]ltim[oa]s?|pasad[oa]|passad[oa]|ultim[aoei]|scors[ao]|afgelopen|vorige
channel = kanal|canal|canale|kanaal|kana[lł]u?
thread = hilo|fil de discussion
week = woche|semaine|semana|settimana
weeks = wochen|semaines|semanas|settimane|weken
days = tagen?|jours|d[ií]as|giorni|dagen
since = seit|depuis|desde|sinds
yesterday = gestern|hier|ayer|ontem|ieri|gisteren
Monday = montag|lundi|lunes|segunda(?:-feira)?|luned[iì]|maandag
a = eine[nrsm]?|ein|une|una|uno|uma?|um|een|un
one = eins|d[’']une
two = zwei|deux|dos|du[ao]s|dois|due|twee
three = drei|trois|tres|tr[eê]s|drie
four = vier|quatre|cuatro|quatro|quattro
five = f[uü]nf|cinq|cinco|cinque|vijf
six = sechs|seis|sei
eight = acht|huit|ocho|oito|otto
ten = zehn|dix|diez|dez|dieci|tien
and = und|et|y|e|i
just for me = nur f[uü]r mich|seulement pour moi|s[oó]lo para m[ií]|s[oó] para mim|solo per me|alleen voor mij
theme = thema|th[eè]me|tema|motyw
German = deutsch|allemand|alem[aá]n|alem[aã]o|tedesco|duits|niemieck\p{L}*
English = englisch|anglais|ingl[eéê]s|inglese|engels|angielsk\p{L}*
French = franz[oö]sisch|fran[cç]ais|franc[eéê]s|francese|frans
Spanish = spanisch|espagnol|espa[nñ]ol|espanhol|spagnolo|spaans
Portuguese = portugiesisch|portugais|portugu[eéê]s|portoghese|portugees
Italian = italienisch|italien|italiano|italiaans`
  .trim()
  .split('\n')
  .map((row) => row.split(' = '));

/** Words that also occur in English or in names. One of these words alone does not show that a sentence is in another language. */
const SHARED =
  /^(?:no|non|da|do|de|du|di|das|die|den|des|der|as|come|la|le|l|el|il|lo|os|a|o|e|y|i|w|en|em|im|op|su|per|con|com|met|mit|in|un|um|una|slide|vale|dale|van|von|dit|due|sei|page|mes|ma|mas|mais|hier|sin|los|las|fasse|vat|publication|document|so|zu|tak|hai|et|ce|over|rapport|frans|italien|r[eé]sum[eé]|pr[eé]sentation|tema|thema|salut|ciao|hallo|hola|merci|danke|gracias|ja|nie|do|dos|su|est[ae]|una|auf|post|site web)$/iu;
/** Words that are spelled the same in English. */
const ALSO_ENGLISH = /^(?:theme|slide|post|prepare|over|as|a|in|me|to)$/i;
/** English words. A sentence with one of these words is not translated. */
const ENGLISH =
  /(?<![\p{L}])(?:the|our|with|and|from|about|this|that|these|for|what|how|you|it|make|not|please|by)(?![\p{L}])/iu;

const OTHER = new RegExp(
  `(?<![\\p{L}\\p{N}.@#/])(?:${words.map(([, others]) => `(${others})`).join('|')})(?![\\p{L}\\p{N}]|\\.\\p{L})`,
  'giu',
);

/** German puts the verb at the end: "can you the last days summarize?" */
const VERB_AT_END =
  /^(?<can>(?:hello |please )*can you )(?<rest>.+) (?<verb>summarize|make)(?: please)?[?.! ]*$/i;
/** French and Spanish say "the two last weeks". */
const COUNT_BEFORE_LAST = /\b(?<count>two|three|four|five|six|eight|ten|\d+) (?<last>last) (?=weeks|days)/i;

/** Maximum length of a sentence that is translated, in characters. */
const LONGEST = 400;

/** Returns a sentence as the rules need it: on one line, with known words of other languages replaced by English words. */
export function ruleText(words: string): string {
  const text = flatText(words);
  return inEnglish(text) ?? text;
}

/**
 * Returns a sentence with known words of other languages replaced by English words; undefined if the sentence is English.
 * @param text the sentence on one line
 */
export function inEnglish(text: string): string | undefined {
  // The caller has replaced the name of a channel by "this channel".
  if (text.length > LONGEST || ENGLISH.test(text.replaceAll('this channel', ''))) return undefined;
  const foreign = (text.match(OTHER) ?? []).filter((word) => !ALSO_ENGLISH.test(word));
  const isOther =
    foreign.length > 2 ||
    foreign.some((word) => !SHARED.test(word) || (word.length > 1 && word === text.replace(/[\s.!?]+$/, '')));
  return isOther
    ? text
        .replace(OTHER, (word, ...groups) => words[groups.findIndex(Boolean)]?.[0] ?? word)
        .replace(COUNT_BEFORE_LAST, '$<last> $<count> ')
        .replace(/\bin the (?=(?:German|English|French|Spanish|Portuguese|Italian)\b)/gi, 'in ')
        .replace(VERB_AT_END, '$<can>$<verb> $<rest>')
    : undefined;
}
