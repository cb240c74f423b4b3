/**
 * The words of the table in question-table.ts, in English, German, French and partly Spanish. They are written without accents, and an English
 * plural only if it means something else than the singular.
 */

/** Words with one meaning. A word can have several. */
const meanings = `
WHO = who whom wer wem qui quien
WHOSE = whose wessen
SEE = see saw read reading open view access find look visible accessible get receive know check preview peek watch
  sieht sehen sehe siehst lesen liest lese offnen offnet finden bekommt zugriff wissen weiss
  voir voit verra voient lire lit lisent ouvrir recoit acces ver ve leer lee abrir
READ = read reading see scan scanning listen listening monitor monitoring watch watching follow following track tracking spy spying record
  liest siehst lesen sehen mitlesen mitgelesen gelesen lis lisez lit lire vois voit voyez voir lees leer ves ver
DOC = web deck document documents slide presentation document doc file page onepager pager post result report summary card thing picture photo webpage site
  prasentation prasentationen folie folien dokument dokumente dokumenten dokuments datei dateien ergebnis ergebnisse seite seiten
  diapo diapositive fichier resultat presentacion presentaciones documento diapositiva archivo resultado
LINK = link url links
SOMEONE = someone somebody anyone anybody everyone everybody nobody people member colleague coworker teammate boss manager team company others
  stranger public jeder jemand andere anderen alle lead head supervisor chef chefin firma kollegen kollege leute
  tous monde quelqu autres patron equipe collegues entreprise alguien todos jefe
ADMIN = admin administrator admins administratoren boss manager employer chef chefin administrateur patron owner
PEOPLE = people member user employee others colleague someone somebody
EXTERNAL = customer client partner supplier external externally outside outsider guest vendor stranger
  kunden kunde kundin partnern extern externe externen lieferanten fournisseur externes cliente
PRIVATE = private confidential secret public privat vertraulich offentlich geheim prive privee prives confidentiel confidentielle
  secrets privado privada publico confidencial publique
WRITE = write wrote written say said type typed ask asked tell told schreibe schreibt geschrieben tippe sage gesagt frage fragen
  ecris ecrit tape dis
MESSAGES = message messages chat conversation dm dms words question prompt request history nachricht nachrichten fragen gesprach
  mensaje mensajes conversaciones
CHANNEL = channel kanal kanale kanalen canal canaux chaine
EVERYTHING = everything all alles alle tout tous todo
MONITOR = monitored tracked watched logged recorded spied uberwacht
DATA = data information info content text upload daten eingaben texte donnees datos personal
STORE = store stored save saved hosted located kept retain retained log logged gespeichert abgelegt speicherst speichert
  stocke stockes stockees enregistrees conservees guardan guardas almacenan
KEEP = keep store save sell retain remember log behaltst behalten gardes gardez
SERVER = server servers datacenter datacentre region country
SAFE = safe secure encrypted hacked gdpr compliant compliance certified soc2 soc iso27001 iso protected sicher geschutzt verschlusselt konform securite protegees securise leaked leak
GDPR = gdpr dsgvo rgpd datenschutz
HAPPEN = happens happen passiert geschieht deviennent devient pasa ocurre
TRAIN = train trained training trainiert trainieren entrainer entrainement entrainez entrenar
MODEL = model llm ki ia ai modell
GPT = chatgpt gpt claude gemini copilot openai
ACCOUNT = account login license licence subscription seat password konto zugang lizenz compte cuenta
NEED = need require required necessary brauche brauchen brauch benotige benotigen besoin faut necesito necesitamos falta
SIGNUP = signup login register install anmelden registrieren einloggen inscrire
PAY = pay paying paid payed zahlt bezahlt zahlen bezahlen paie paye payer paga pagar
MONEY = money budget credits credit
FREE = free kostenlos gratis umsonst gratuit
CREDITS = credit credits
COST = cost price pricing costing expensive pricey costly cheap kostet kosten preis teuer
  coute couter coutent coutera couterait cher prix cout cuesta costara vale precio cuestan
PAST = did has hat haben gekostet
COSTED = gekostet costado costo
SPEND = spend spent use used spending usage ausgegeben verbraucht ausgeben verbrauchen verbrauch ausgaben nutzen
  depense utilise depenser utiliser depenses consommation gastar
USAGE = usage spending consumption verbrauch
MUCH = much many viel wieviel viele combien cuanto cuantos
LEFT = left ubrig bleiben reste restent remaining remain
LIMIT = cap limit budget allowance quota limite
LIMITS = limit limits grenze grenzen obergrenze
MAX = max maximum most biggest longest
LONG = long fast quickly quick soon lange schnell longtemps temps tiempo
TAKE = take taking takes need duration dauert dauern brauchst braucht brauchen geht prend prendre dure met prendra durera tarda tardas lleva demora
WHEN = when wann quand cuando
READY = ready done finished fertig pret listo
PROGRESS = progress status far
SLIDES = slide page folien seiten
BIG = big long large gross lang viele many much
EDIT = edit change correct modify adjust comment rework bearbeiten andern modifier
CLOSE = close leave quit exit shut log go offline away schliessen zumachen weggehen
WAIT = wait stay warten online
SLACK = slack laptop computer window tab rechner
LANGUAGES = language languages sprache sprachen langues langue idiomas lenguas
LANGUAGE = english german french spanish italian portuguese dutch polish swedish danish norwegian finnish czech turkish greek japanese
  chinese korean hindi arabic ukrainian deutsch englisch franzosisch spanisch italienisch portugiesisch niederlandisch polnisch turkisch
  allemand anglais francais espagnol italien portugais neerlandais polonais espanol ingles aleman frances italiano
SPEAK = speak understand support know answer handle talk reply write read sprichst verstehst sprechen verstehen
  parles parlez comprends comprenez hablas entiendes kannst konnen konnt
THEMES = themes designs stile temas disenos
TEMPLATES = templates vorlagen modeles plantillas
BRAND = brand brands branding corporate ci logo
UNDO = undo undone revert reverted ruckgangig annuler annule annulez deshacer deshaz rolled
CHANGE = change changes edit anderung anderungen modification changement cambio
EARLIER = earlier previous older former original last fruhere altere alte vorherige vorherigen alten letzten ursprunglichen fruheren
  precedente initiale ancienne anterior avant
VERSION = version versions versionen versionsgeschichte
SHOW = show send give list see tell get export download have find schick schicke sende zeig zeige gib sehen bekommen haben
  envoie montre donne
KNOW = know keep have store stored save saved remember weisst speicherst sais savez sabes collect
EXPORT = export download send give get
OUT = out raus weg draussen heraus cote dehors
OPT = opt opting optout
USE = use using include including benutze verwende utilise utiliser nutzen benutzen verwenden
ERASE = delete deleted erase erased remove forget wipe clear losche losch loschen vergiss entferne supprime supprimer supprimez efface effacer
  oublie oublier borra elimina borrar eliminar
HUMAN = human person support agent mensch menschen mitarbeiter humain personne persona humano
TALK = talk speak chat reach contact sprechen reden parler hablar
BOT = bot robot roboter
RUNS = runs operates built owns maintains responsible betreibt zustandig verantwortlich behind
HELP = help helps helfen hilft aider ask contact call turn fragen wenden contacter adresser ayudar
FILETYPE = word excel pdf powerpoint pptx ppt docx csv xlsx text markdown keynote spreadsheet attachment screenshot video
FILES = file files fichier fichiers datei dateien archivo archivos attachment attachments format formats formate dateiformate typen formatos attached document doc sheet
ATTACH = attach upload attached uploaded add drop hochladen anhangen joindre
TAKES = send get read open take accept use support process understand work export give make lesen offnen schicken verarbeiten lire ouvrir envoyer leer
WORDFILE = word docx
MAKES = make made makes create created asked request requested
MAKE = make made makes making create created build produce generate do have export convert save turn get
  mach machen gemacht mache erstellt erstellen fais faire avoir exporter hacer
FORMAT = format version file document doc datei dokument fichier
DIFFERENCE = difference unterschied diferencia
CONNECT = connect setup set invite verbinden einrichten einladen connecter configurer inviter
PERMISSION = permission permissions scopes rights rechte berechtigungen
LEAVE = leave quit left fired deactivated gone verlasst geht kundigt leaving
DEFAULT = default defaults standard
SHARE = share sharing send give show forward pass teilen schicken senden geben zeigen weitergeben partager envoyer montrer
FIRST = first before beforehand vorher avant
DIGEST = digest digests
LATER = later afterwards after together too
OUTLINE = outline preview draft vorschau
AVAILABLE = available exist exists pick choose show list see use from kind kinds know
NUMBERS = number numbers figure figures facts data
TOKEN = token tokens password passwords credentials secret secrets key keys
MONTHS = january february march april may june july august september october november december
`;

/** Words that say nothing about what a question is about. */
const small = `
he she his her their a an the this that these those it its them they one ones i m me my mine myself we us our ours you your yours u deckhand slack workspace
of to in on at for by with from into about as and or but so if then than while until till what which where how why when
do does did done is are was were am be been being has have had having can could may might must should shall will would
want wants like please pls plz there here now today yet still already also too just only really actually even ever always any some
each every per more no not n t s re ve ll d nt get gets got give going gonna able allowed possible okay ok yes yeah hi hey hello oh well sorry
thanks thank thx wait hm hmm great good sure let lets tell something anything thing exactly roughly usually normally typically total
month monthly week year time times up way back try off show other whole single entire either else again btw asking wondering curious question quick anyway though thread between dont doesnt cant whom been last past
der die das den dem des ein eine einen einem einer eines mein meine meinen meiner unser unsere unserem unseren ich du er sie es wir ihr mir mich
dir dich uns euch ist sind war wird werden kann kannst konnen konnt darf durfen muss soll hat hast habe hab haben und oder aber wenn dann denn noch
schon auch nur wie wo welche welcher welchen welches warum von zu zum zur mit fur auf im bei nach uber gibt hier bitte mal
eigentlich etwa ungefahr genau dafur davon daraus damit darauf hierfur dazu man ja hallo sag dies diese dieses dieser diesen fertig fertigen
monat bisher jetzt doch normalerweise moin ubrigens ach bin habt sein wurde mochte als
le la les l un une de et ou mais je tu il elle nous vous j te se mon ma mes ton ta tes son sa ses notre nos votre vos ce
cet cette ces c ca cela ceci est sont ai avez y en qu que quoi quel quelle quels quelles comment est-ce pour avec dans sur par pas plus
aussi puis peux peut pouvez peuvent pourra pourront va dois ete etre fait si au aux oui bonjour salut donc ici alors dis moi plait svp stp voudrais
avons etes disponibles juste exactement deja encore mois dit
el los las una del o pero yo ella nosotros mi mis tus su nuestro nuestros nuestra lo hay cual cuales como donde puedo puede
puedes podemos con para este esta eso esto al hola aqui
`;

const classes = new Map(
  meanings
    .trim()
    .replace(/\n {2}/g, ' ')
    .split('\n')
    .map((line) => line.split(' = '))
    .map(([name = '', words = '']) => [name, new Set(words.split(' '))]),
);
export const smallWords: ReadonlySet<string> = new Set(small.trim().split(/\s+/));

/** Returns whether a word is in a class. A person's name is in none. */
export function hasMeaning(word: string): boolean {
  return [...classes.keys()].some((name) => means(word, name));
}

/** "Words" are no Word files. */
const PLURAL = /^(?!words$)\p{L}{3,}s$/u;

/** Returns whether a word has the meaning of a term: a class of `meanings`, or the word itself. */
export function means(word: string, term: string): boolean {
  const words = classes.get(term);
  if (!words) return word === term;
  return words.has(word) || (PLURAL.test(word) && words.has(word.slice(0, -1)));
}
