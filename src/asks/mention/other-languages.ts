import { flatText, outsideQuotes, withoutQuoted } from './flat-text.ts';

/**
 * Translates the words that the rules match into English, word by word, so that each rule is written only for English. The prompt keeps the
 * author's words.
 */

/**
 * Each row has an English word and, as a regular expression, words with the same meaning in German, French, Spanish, Portuguese, Italian,
 * Dutch and Polish.
 */
const table = String.raw`
from the messages in this channel = (?:aus|von) den nachrichten (?:hier )?(?:im|in diesem|des) (?:kanals?|channels?)
just for me = nur f[uü]r mich|(?:seulement|juste|uniquement|rien que|que) pour moi|en priv[ée]|s[oó]lo para m[ií]|s[oó] para mim|solo per me|alleen voor mij
two = zwei|deux|dos(?= (?:[uú]ltimas |pr[oó]ximas )?(?:semanas|d[ií]as|horas|p[aá]ginas|l[aá]minas|diapositivas))|du[ao]s|dois|due|twee|dwa|dwie|dw[oó]ch
of this channel = du canal|del canal|do canal|del canale|des kanals|van het kanaal|tego kanału
yes = ja|jawohl|gerne|oui|s[ií]|claro|sim|tak
go ahead = mach (?:es|das)|leg los|(?:los(?: geht['’]?s)?|auf geht['’]?s|c['’]est parti|on y va|allez|vamos|andiamo|doe het|kör på|vamos (?:lá|allá))(?=(?:,? bitte)?[ ,.!]*$)|vas-y|allez-y|d[’']accord|adelante|vale|dale|zr[oó]b to|pode (?:fazer|ser|come[cç]ar)|vai em frente|va bene|procedi|ga je gang|doe maar
cancel it = (?:(?:nei,? )?(?:gl[eö]m|dropp) det(?=[ .!]*$)|(?:l[oö]sche?|verwirf|vergiss) (?:das|es|die karte)|(?:das|es|alles) (?:l[oö]schen|abbrechen)|(?:annule|supprime|efface)[rz]?(?:-l[ea]| (?:[çc]a|tout)))(?=(?:,? (?:bitte|s[’']il (?:te|vous) pla[iî]t|svp|stp))?[ .!]*$)
cancel = (?:abbrechen|abbruch|brich ab|l[oö]schen?|stornieren|verwerfen|(?:annule|supprime|efface)[rz]?|cancela|anuluj|annuleren|annulla)(?=(?:,? (?:bitte|s[’']il (?:te|vous) pla[iî]t|svp|stp))?[ .!]*$)
stop = (?:stopp|halt|aufh[oö]ren|arr[eê]te[rz]?)(?=(?:,? (?:bitte|s[’']il (?:te|vous) pla[iî]t|svp|stp))?[ .!]*$)
no = nein|n[öeä]+|doch nicht|non|n[aã]o|nie|nee
never mind = laisse(?:z)? tomber|lascia (?:stare|perdere)|d[eé]jalo|deixa (?:pra l[aá]|estar|isso)|lass(?: (?:es|mal|gut sein)|(?=[.! ]*$))|vergiss es|laat maar|olvídalo|esquece
thanks = danke(?: sch[oö]n| sehr)?|vielen dank|merci(?: beaucoup)?|(?:muchas )?gracias|(?:muito )?obrigad[oa]|grazie(?: mille)?|dank je(?: wel)?|bedankt|dzi[eę]kuj[eę]
please = bitte|porfa|s[’']il (?:te|vous) pla[iî]t|stp|svp|por favor|per favore|graag|alstublieft|alsjeblieft|prosz[eę]
see you later = à plus(?: tard)?|à bientôt|bis (?:sp[aä]ter|dann|morgen)|hasta (?:luego|mañana)|até (?:logo|amanh[aã])|a dopo|tot (?:later|morgen)|na razie
hello = hallo|guten (?:morgen|tag|abend)|moin|bonjour|bonsoir|salut|hola|buen(?:os|as) (?:d[ií]as|tardes)|ol[aá]|bom dia|boa tarde|ciao|buongiorno|hoi|goedemorgen|cze[sś][cć]|dzie[nń] dobry
can you make = machst du|macht ihr
can you = kan du|(?:k[oö]nntest du|k[oö]nnten sie|kannst du|k[oö]nnen sie)(?: mir| uns)?|(?:pouvez-vous|pourriez-vous|peux-tu|pourrais-tu)(?: me| nous)?|puedes|podr[ií]as|pode(?:ria)?s?|puoi|potresti|kun je|kunt u|mo[zż]esz
I need = ich (?:brauche|br[aä]uchte|h[aä]tte gerne?)|wir brauchen|j[’']ai besoin d[’'e]|il me faut|je voudrais|necesito|quiero|preciso de|precisamos de|quero|ho bisogno di|mi serve|vorrei|ik heb|ik wil|potrzebuj[eę]
make it = (?:es|das) machen|le faire|hacerlo|farlo|faz[eê]-lo|het maken
as = gj[øo]re? (?:det|den) (?:til|om til)
make it = gj[øo]re? (?:det|den)(?= på\b)
make a = (?:lage?|lave|göra) (?:et|en|ei|ett)(?! bilde)
make = (?:gj[øo]re?|lage?)(?= (?:det|den)\b)|(?:lage?|lave|göra)(?= (?:et|en|ei|ett)\b)|mache?n?|macht|erstelle?|erstellen|mach mir|fais(?:-(?:moi|nous|en))?|faites(?:-(?:moi|nous|en))?|cr[eé]e[rz]?|pr[eé]parer?|pr[eé]parez|haz(?:me|nos)?|hacer(?:me|nos)?|crear?|prepara(?:r|re|me)?|fa[cç]a(?:-me)?|fazer|faz(?:-me)?|cria|criar|fai|fammi|crea|maak|maken|zr[oó]b|przygotuj
perfect = parfait|perfekt|perfecto|perfeito|perfetto|doskonale|świetnie
rather = lieber|plut[oô]t|mejor|piuttosto|liever|raczej
actually = eigentlich|doch|en fait|en realidad|na verdade|in realt[aà]|eigenlijk|w[lł]a[sś]ciwie
wait = vent(?=,)|warte?|moment|attends|espera|aspetta|wacht|czekaj
only = bare(?= \d)|nur|seulement|s[oó]lo|s[oó]|soltanto|slechts|alleen|tylko
without = ohne|sans|sin|sem|senza|zonder|bez
shorter = (?:litt )?kortere|k[uü]rzer(?: machen)?|plus court\p{L}*|m[aá]s cort\p{L}+|mais curt\p{L}+|pi[uù] (?:cort|brev)\p{L}+|korter|kr[oó]tsz\p{L}+
longer = (?:litt )?lengre|l[aä]nger(?: machen)?|plus long\p{L}*|m[aá]s larg\p{L}+|mais long\p{L}+|pi[uù] lung\p{L}+|d[lł]u[zż]sz\p{L}+
more = mehr|plus de|m[aá]s|meer|wi[eę]cej
instead = stattdessen|statt dessen|à la place|en su lugar|em vez disso|invece|in plaats daarvan|zamiast tego
pictures = bildern?|im[aá]genes|imagens|immagini|afbeeldingen|plaatjes|obrazk\p{L}+|zdj[eę]\p{L}+
poster = plakat|affiche|cartel|cartaz|locandina|poster
one page = (?:en|én|ei) side|(?<=\b(?:nur|auf|maximal) )eine[nr]? seite
one-pager = einseiter|une page recto|uma p[aá]gina s[oó]
memo = mémo|note d[’']une page
letter = (?!debrief)\p{L}{2,}brief(?:e|je)?|\p{L}{3,}brev|rundschreiben|\p{L}{4,}sschreiben
announcement = aushang|\p{L}+mitteilung
handout = hand-?out|\p{L}{3,}blatt|\p{L}+zettel
checklist = \p{L}*checkliste|checklista|lista de verifica[cç][aã]o
summarize = zusammenfassen|fasse?|r[eé]sume[rz]?|resum(?:e|ir|a)|riassumi|podsumuj
summary = zusammenfassung|récap|r[eé]sum[eé]|resumen|resumo|riassunto|samenvatting|podsumowanie
presentation = \p{L}*(?:presentasjon|pr[aä]sentation(?:en)?)|présentation|presentaci[oó]n|apresenta[cç][aã]o|presentazione|\p{L}*presentatie|prezentacj[aeęi]
slide = (?<=una )slide|folie|diapo(?:sitive)?|diapositiva|l[aá]mina|lysbilde
slides = lysbilder|\p{L}*folien|diapositives|diapos|diapositivas|l[aá]minas|slide|dia[’']s|slajd(?:y|[oó]w)?|スライド
document = dokument|documento|dokumentu?
minutes = \p{L}*protokoll|procès-verbal|notulen|protokół
report = \p{L}*(?:bericht|rapport|verslag)|compte[- ]rendu|informe|relat[oó]rio|relazione|raport
web page = nettside|hjemmeside|webseite|page web|site web|p[aá]gina web|sitio web|pagina web|sito web|webpagina|stron[aeę] internetow[aąe]
post = beitrag|publication|publicaci[oó]n|publica[cç][aã]o
picture of = bild(?: (?:von|mit)|:)|(?:et |ett )bilde? (?:av|på)|(?:une? )?image (?:d[’']une?|d[’'eu])|(?:un[’'])?immagine di|imagen de|imagem de|immagine di|afbeelding van|immagine di|obraz(?:ek)?
pages = seiten|p[aá]ginas|pagine|pagina[’']s|stron
page = seite|p[aá]gina|pagina
about = ueber|[uü]ber|zum thema|zu|wegen|sur|au sujet de|sobre|acerca de|su(?:l(?:l[ae])?|i)?|over
for = f[uü]r|pour|para|per|voor|dla
with = mit|avec|con|com|met
as = als|en tant que|como|come|jako
in = på(?= (?:norsk|dansk|svensk|engelsk|tysk|fransk|spansk))|po(?= \p{L}+[sc]ku)|auf|im|en|em|nas?|nell?[ae]?|op|w
of = vom|der|des|del|do|da|dos|das|di|dell[ae]|van|von|d[eu]
out of this = disto|disso|de esto|da questo|z tego|hier(?= een \p{L}+ van)|daraus|hieraus|davon|à partir de (?:ça|cela)|hiervan
the = die|das|den|dem|les|las|los|el|os|il|lo|gli|het|l[ae]
this = diese[nmrs]?|dies|cette|cet|ce|[dn]?est[ae]|questa|questo|deze|dit
this week = tego tygodnia|w tym tygodniu
last = letzte[nrs]?|vergangenen?|derni[eè]re?s?|pass[eé]e?|[uú]ltim[oa]s?|pasad[oa]|passad[oa]|ultim[aoei]|scors[aoei]|afgelopen|vorige|laatste|ostatni\p{L}*|zesz[lł]\p{L}+
channel = kanal|canal|canale|kanaal|kana[lł]u?
thread = hilo|fil de discussion
week = woche|semaine|semana|settimana|tydzie[nń]|tygodnia
weeks = wochen|semaines|semanas|settimane|weken|tygodni
day = tag|jour|d[ií]a|giorno|dag|dzie[nń]
days = tagen?|jours|d[ií]as|giorni|dagen|dni
month = monats?|mois(?! derniers)|mes|m[eê]s|mese|maand|miesi[aą]ca?
months = monaten?|mois|meses|mesi|maanden|miesi[eę]cy
quarter = quartals?|trimestre|kwartaal|kwarta[lł]u?
year = jahre?s?|ann[eé]e|a[ñn]o|anno|jaar|roku?
at = (?:um|à|às|alle|om|o)(?= \d)|a las(?= \d)
every = jede[nrms]?|chaque|tou(?:te)?s les|cada|tod[ao]s? [ao]?s|ogni|elke
weekly = w[oö]chentlich\p{L}*|hebdomadaire|semanal|settimanale|wekelijkse?
since = seit|depuis|desde|sinds|vanaf|od
yesterday = gestern|hier|ayer|ontem|ieri|gisteren
a = eine[nrsm]?|ein|une|una|uno|uma?|um|een|un
one = eins|d[’']une
three = drei|trois|tres|tr[eê]s|tre|drie|trzy|trzech
four = vier|quatre|cuatro|quatro|quattro|cztery
five = f[uü]nf|cinq|cinco|cinque|vijf|pi[eę][cć]
six = sechs|seis|sei|zes|sze[sś][cć]
seven = sieben|sept|siete|sete|sette|zeven|siedem
eight = acht|huit|ocho|oito|otto|osiem
nine = neun|neuf|nueve|nove|negen
ten = zehn|dix|diez|dez|dieci|tien|dziesi[eę][cć]
twelve = zw[oö]lf|douze|doce|doze|dodici|twaalf
fifteen = f[uü]nfzehn|quinze|quince|quindici|vijftien
Norwegian = norsk
English = engelsk
German = tysk
French = fransk
Spanish = spansk
Danish = dansk
Swedish = svensk
and = und|og|et|y|e|i
theme = thema|th[eè]me|tema|motyw`
  .trim()
  .split('\n')
  .map((row) => row.split(' = '));

/** Matches the beginning of a polite question in the other languages, for example "kannst du" or "peux-tu". */
export const CAN_YOU = table.find(([english]) => english === 'can you')?.[1] ?? '';

const LANGUAGES = ['de', 'fr', 'es', 'pt', 'it', 'nl', 'pl'];

/** Returns rows of the same kind for names that the runtime knows in each language. @param nameIn returns a name in a language */
function namedRow(nameIn: (language: string) => string): string[] {
  const english = nameIn('en');
  const others = LANGUAGES.map((language) => pattern(nameIn(language))).filter(
    (name) => name.toLowerCase() !== english.toLowerCase(),
  );
  return [english, [...new Set(others)].join('|')];
}

/** Returns a regular expression for a name, also for its spelling without accents, without "-feira" and with the Polish ending "-sku". */
function pattern(name: string): string {
  const letters = name.replace(/(?![a-z])\p{L}/giu, (letter) => `[${letter.normalize('NFD')[0]}${letter}]`);
  return letters.replace(/-feira$/, '(?:-feira)?').replace(/(?<=[sc]k)i$/, '\\p{L}*');
}

const LANGUAGE_CODES = [...LANGUAGES, 'en'];

function nameOfLanguage(code: string): string[] {
  return namedRow((language) => new Intl.DisplayNames([language], { type: 'language' }).of(code) ?? code);
}

function nameOfDate(date: number, format: Intl.DateTimeFormatOptions): string[] {
  return namedRow((language) =>
    new Intl.DateTimeFormat(language, { ...format, timeZone: 'UTC' }).format(date),
  );
}

/** Returns all rows, and a regular expression in which each group has the other languages' words of one row. */
function createDictionary() {
  const rows = [
    ...table,
    ...LANGUAGE_CODES.map(nameOfLanguage),
    ...[1, 2, 3, 4, 5, 6, 7].map((day) => nameOfDate(Date.UTC(2026, 0, day), { weekday: 'long' })),
    ...months.map((month) => nameOfDate(Date.UTC(2026, month), { month: 'long' })),
  ];
  const other = new RegExp(
    `(?<![\\p{L}\\p{N}.@#/])(?:${rows.map(([, others]) => `(${others})`).join('|')})(?![\\p{L}\\p{N}]|\\.\\p{L})`,
    'giu',
  );
  return { rows, other };
}
const months = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
/** Created with the first sentence, because the names load the runtime's locales, which take 8 MB. */
let dictionary: ReturnType<typeof createDictionary> | undefined;

/** Words that also occur in English or in names. One of these words alone does not show that a sentence is in another language. */
const SHARED =
  /^(?:moment|doch|sin|sem|invece|alleen|bez|mars|mayo|mai|julio|augustus|domingo|mardi|sept|neuf|nove|sete|tag|na|nas|nell?|sul|sui|tre|due|rok|dni|od|no|non|da|do|de|du|di|das|die|den|des|der|as|come|la|le|l|el|il|lo|os|a|o|e|y|i|w|en|em|im|op|su|per|con|com|met|mit|in|un|um|una|slide|vale|dale|van|von|dit|due|sei|page|mes|ma|mas|mais|hier|sin|los|las|fasse|vat|publication|document|so|zu|tak|hai|et|og|ce|over|rapport|frans|italien|r[eé]sum[eé]|pr[eé]sentation|tema|thema|salut|ciao|hallo|hola|merci|danke|gracias|ja|nie|do|dos|su|est[ae]|una|auf|post|site web)$/iu;
/** Words that are spelled the same in English. */
const ALSO_ENGLISH = /^(?:handout|theme|slide|pages?|post|prepare|over|as|a|in|me|to)$/i;
/** English words. A sentence with one of these words is not translated. */
const ENGLISH =
  /(?<![\p{L}])(?:the|our|with|and|from|about|this|that|these|for|what|how|you|it|make|not|please|by|pls|create|your|their|who|which|would|could|should|need|some|only|turn|write)(?![\p{L}])/iu;

/** Matches a sentence in German word order, with the verb at the end: "can you the last days summarize?", "please out of this slides make". */
const VERB_AT_END =
  /^(?<can>(?:(?:hello|please|can you),? )+)(?<rest>.+) (?<verb>summarize|make)(?: please)?[?.! ]*$/i;
/** Matches what somebody said, in German: "was haben the kunden last week gesagt". */
const WAS_SAID = /^was (?:haben|hat) (?<who>[^?.,]{2,60}) gesagt\b/iu;
/** Matches a count before "last", as in French and Spanish, for example "two last weeks". */
const COUNT_BEFORE_LAST = /\b(?<count>\p{L}+|\d+) (?<last>last) (?=weeks|days|months)/iu;

/** Matches a file format after another word, for example "en PDF". */
const ONLY_FILE = /^\p{L}+ (?:pdf|pptx?|powerpoint|png)[.!]?$/iu;

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
  // The caller writes "this channel" in place of a channel's name, so these words do not show that the sentence is English.
  const plain = withoutQuoted(text).replaceAll('this channel', '');
  if (text.length > LONGEST || ENGLISH.test(plain)) return undefined;
  dictionary ??= createDictionary();
  const { rows, other } = dictionary;
  const foreign = (plain.match(other) ?? []).filter((word) => !ALSO_ENGLISH.test(word));
  const isOther =
    foreign.length > 2 ||
    (foreign.length > 0 && ONLY_FILE.test(plain)) ||
    foreign.some(
      (word) => !SHARED.test(word) || (word.length > 1 && word === plain.replace(/[\s.!?]+$/, '')),
    );
  const translated = (part: string) =>
    part.replace(other, (word, ...groups) => rows[groups.findIndex(Boolean)]?.[0] ?? word);
  return isOther
    ? outsideQuotes(text, translated)
        .replace(/\b(week|month|quarter|year|\p{L}+day) last\b/giu, 'last $1')
        .replace(/\b(?:the|(?<=\b(?:about|since|in) )of) (?=last\b)/gi, '')
        .replace(COUNT_BEFORE_LAST, '$<last> $<count> ')
        .replace(/\b(in|since) the (?=\p{Lu})/gu, '$1 ')
        .replace(/(?<=\d)\.? (?:of )?(?=\p{Lu})/gu, ' ')
        .replace(WAS_SAID, 'what was said by $<who>')
        .replace(VERB_AT_END, '$<can>$<verb> $<rest>')
    : undefined;
}
