import { type AdminTopic, adminTopicIn, isAdminTopic } from './admin-words.ts';
import { flatText, withoutCourtesy } from './flat-text.ts';
import { talkIn } from './talk.ts';

/** Recognizes questions about Deckhand itself, in English, German, French and partly Spanish. slack/mention/ has the answers. */

export type Topic =
  | AdminTopic
  /** "What can you do?" and "how are you?" */
  | 'abilities'
  /** "Do you read all channels?" */
  | 'reads'
  /** "Which channels are you in?" and "what permissions do you have?" */
  | 'scopes'
  /** "Who may use you?" */
  | 'users'
  /** "What did Ben make?" */
  | 'others'
  /** "What happens to the documents and digests of a person who leaves the company?" */
  | 'leaving'
  /** "Make just for me the default." */
  | 'defaults'
  /** "Is what I write here private?" */
  | 'words'
  /** "Can admins see my documents?" */
  | 'admins'
  /** "Who can see my usage?" */
  | 'usageSeen'
  /** "Can admins see who read my documents?" */
  | 'readersSeen'
  /** "Who can see this?" */
  | 'audience'
  /** "Can I share it with a customer?" */
  | 'outside'
  /** "Where are the documents stored?" */
  | 'data'
  /** "Who can see what is made of a private channel?" */
  | 'privateChannels'
  /** "Which AI model do you use?" */
  | 'model'
  | 'training'
  | 'account'
  | 'payer'
  | 'limit'
  /** "What will it cost?" */
  | 'cost'
  /** "What did it cost?" */
  | 'spent'
  | 'duration'
  /** "How many slides can it have?" */
  | 'size'
  /** "Can my colleagues edit it?" */
  | 'editing'
  /** "What will be in it?" */
  | 'content'
  /** "Can I close Slack meanwhile?" */
  | 'meanwhile'
  | 'languages'
  | 'themes'
  | 'templates'
  /** "Can it be undone?" and "is there an earlier version?" */
  | 'undo'
  /** "What do you know about me?" and "send me my data" */
  | 'known'
  /** "Export Ben's data." */
  | 'exportOf'
  /** "Leave my messages out." */
  | 'optOut'
  /** "Delete everything you know about me." */
  | 'erase'
  /** "I want to talk to a human." */
  | 'human'
  | 'files'
  | 'word'
  | 'formats'
  | 'connecting';

// The patterns are matched against text without accents (`plainOf`), so they are written without them, too.

const NOUN =
  '(?:decks?|slides|presentations?|documents?|docs?|files?|pages?|posts?|results?|reports?|card|thing|summary)';
const IT = `(?:it|this|that|them|these|one|(?:(?:what|which|that|something|anything|everything) )?(?:i|we|you) (?:make|made|create|ask for|get)(?: for (?:me|us))?|(?:the|this|that|these|my|our|your|a|an)(?: [\\w'-]+)? ${NOUN}(?: (?:you|i|we) (?:make|made))?)`;
const ES_DE =
  '(?:es|das|dies|(?:die|das|diese|dieses|meine?|eine?|so eine?)(?: fertigen?| privaten?| eigenen?)? (?:prasentation(?:en)?|folien|dokumente?|datei(?:en)?|ergebnisse?|deck|seite))';
const CA =
  '(?:ca|cela|ceci|(?:l[ae]s?|cette|ce|ces|mon|ma|mes|une?) (?:presentations?|documents?|diapos(?:itives)?|fichiers?|resultats?|page)(?: prive\\w*)?)';
const LO =
  '(?:eso|esto|(?:la|el|las|los|esta|este|mi|una?) (?:presentacion(?:es)?|documentos?|diapositivas|archivos?|resultado))';
const LINK = '(?:the|its|this|that|my) links?';
/** Nouns for what people give to Deckhand, and what comes of it. */
const DATA = `(?:it|them|this|that|everything|what (?:i|we) (?:write|say|type|send)(?: (?:to )?you)?|(?:(?:all|any|of|my|our|the|these|those|your|slack|company|customer|personal|private|finished) )*(?:data|files?|messages?|texts?|words|content|information|info|uploads?|prompts?|requests?|${NOUN}))`;
const DATEN =
  '(?:(?:alle|all|meinen?|unser(?:e|en)|die|den|diese[nr]?|personlichen?) )*(?:daten|dateien|nachrichten|texten?|dokumenten?|prasentationen|ergebnisse|folien|eingaben)';
const DONNEES =
  '(?:(?:toutes|tous|mes|nos|les|ces|des) )+(?:donnees|fichiers|messages|textes|documents|presentations)';
const DATOS = '(?:(?:todos|mis|nuestros|los) )+(?:datos|archivos|mensajes|documentos)';
const ADMINS =
  '(?:(?:my|our|the|slack|workspace) )*(?:admins?|administrators?|boss(?:es)?|managers?|employer)';
const CHEFS = '(?:(?:die|unsere|meine|slack-?) ?)*(?:admins?|administratoren|mein(?:e)? chef(?:in)?)';
const PATRONS = '(?:(?:les|nos|mes) )*(?:admins?|administrateurs?|mon (?:chef|patron)|ma cheffe)';
/** What a person has spent. */
const SPENT =
  '(?:(?:my|our) (?:usage|spending|credits|costs?)|(?:what|how (?:much|many credits)) (?:i|we)(?: have|.ve)? (?:spen[dt]|used?))';
const VERBRAUCH =
  '(?:meinen? (?:verbrauch|ausgaben|nutzung)|,? ?(?:was|wie ?viel(?:e credits)?) ich (?:ausgebe|verbrauche|(?:ausgegeben|verbraucht) habe))';
const DEPENSES =
  "(?:mes depenses|ma consommation|mon utilisation|(?:ce que|combien) (?:je depense|j'ai depense))";
/** Someone else who may see a document. Also a name. */
const SOMEONE =
  '(?:(?:other|all) (?:people|members)|(?:others|people|anyone|anybody|someone|somebody)(?: (?:else|outside|here|(?:in|at|of|from) (?:(?:the|my|our|this) )?\\w+))+|(?:(?:my|our|the|your) )?(?:whole )?(?!(?:you|i|we|it|this|that|u|deckhand|they|he|she)\\b)@?[\\w.-]+|<@\\w+>)';
const JEMAND =
  '(?:jeder|jemand|andere|alle|mein(?:e)? \\w+|der (?:chef|ganze kanal)|die (?:ganze )?(?:firma|admins?))';
const QUELQUUN =
  "(?:tout le monde|quelqu'un(?: d'autre)?|d'autres|les autres|mon (?:chef|equipe)|toute l'(?:entreprise|equipe)|les admins?)";
const OUTSIDERS =
  '(?:(?:an?|the|my|our|some) )?(?:(?:external|outside) )?(?:customers?|clients?|partners?|suppliers?|externals?|outsiders?|guests?|people outside(?: \\w+){0,4}|(?:someone|somebody|anyone|people) external)';
const PRIVATE = '(?:private|confidential|secret|public|visible (?:to|for) .{2,30}|shared with .{2,30})';
const PRIVAT = '(?:privat|vertraulich|offentlich|geheim)';
const PRIVE = '(?:privee?s?|confidentiel(?:le)?s?|publi(?:c|que)s?|secrets?)';
const MESSAGES = '(?:messages?|channels?|conversations?|chats?|threads?|dms?|everything)';
const READS =
  "(?:(?:all|every|each|any|of|the|these|our|my|your|other|private|public|direct|slack|team|whole|everything|what|we|i|in|here|people's) )*";
const LANGUAGE =
  '(?:english|german|french|spanish|italian|portuguese|dutch|polish|swedish|danish|norwegian|finnish|czech|turkish|greek|japanese|chinese|korean|hindi|arabic|ukrainian|other languages|my language)';
const SPRACHE =
  '(?:deutsch|englisch|franzosisch|spanisch|italienisch|portugiesisch|niederlandisch|polnisch|turkisch|andere sprachen)';
const LANGUE =
  "(?:allemand|anglais|francais|espagnol|italien|portugais|neerlandais|polonais|d'autres langues)";
const HUMAN =
  '(?:an? |some |the )?(?:real |actual |live )?(?:human(?: being)?|person|someone real|support(?: team)?|agent|admin)';

const patterns: Record<Exclude<Topic, AdminTopic>, string[]> = {
  abilities: [
    '(?:show|tell) (?:me|us) what (?:you|deckhand) (?:can|could) (?:do|make)|what (?:are you|is deckhand) (?:able to do|good (?:for|at))|what all can you (?:do|make)|what (?:else )?can you (?:actually |also |really )?(?:do|make)(?: for (?:me|us)| (?:besides|apart from|except) .{2,30})?|how are you(?: doing)?(?: today)?|how.?s your day(?: going)?',
    "was kann(?:st du| deckhand)(?: alles)?(?: machen| tun)?|was machst du|wer bist du|wie geht'?s?(?: es)?(?: dir| ihnen)?",
    "(?:que |qu'est-ce que )(?:tu sais|tu peux|sais-tu|peux-tu|vous pouvez|pouvez-vous)(?: faire)?|qui es-tu|qui etes-vous|comment (?:ca va|vas-tu|allez-vous)|ca va",
    'que (?:puedes|sabes) hacer|quien eres|que tal|como estas',
  ],
  scopes: [
    '(?:which|what) channels? (?:are you (?:a member )?in|can (?:i|we) (?:use|choose|name|read|summari[sz]e|ask about)(?: here)?)|(?:what|which) (?:permissions?|scopes|rights|access) (?:do you have|have you(?: got)?|do you need|does deckhand (?:have|need)|are needed)|what (?:can|are) you (?:access|allowed to (?:do|read|see))|in welchen kanalen bist du|welche (?:rechte|berechtigungen) hast du',
  ],
  users: [
    '(?:who|which people) (?:can|may|is allowed to|is able to|else can) (?:use|spend credits with|work with|ask) (?:you|deckhand|this(?: app| bot)?)|(?:do|does|can) (?:you|it|deckhand|external people|people outside|other (?:companies|organi[sz]ations)) (?:work (?:with|in|over|across)|support|use) (?:slack connect|shared channels|other organi[sz]ations|you|deckhand|it)|wer (?:kann|darf) (?:dich|deckhand) (?:benutzen|verwenden|nutzen)',
  ],
  others: [
    '(?:what|which (?:decks|documents|slides|presentations)) (?:did|has|have|does) (?!(?:i|we|you|it|they|he|she)\\b)[@<>\\w.-]+ (?:make|made|create[d]?|asked? for|have)(?: (?:today|yesterday|lately|(?:this|last) (?:week|month)|so far))?|(?:can|could|do) (?:i|we|admins) (?:see|find|list|read|open) (?:what (?!(?:i|we|you)\\b)[@<>\\w.-]+ (?:made|makes|asked? for)|(?:(?:the )?(?:documents|decks|slides) (?:of|from) (?:others|other people|colleagues|members)|(?:other people|others|members|colleagues).?s? (?:documents|decks|slides)))|(?:can|could|may|how do) (?:i|we|admins) (?:see|get|have) (?:a |the )?(?:list of )?(?:all )?(?:the )?(?:documents|decks)(?: (?:of|in) (?:the|our|this) (?:workspace|team|company))?|was hat (?!(?:er|sie|es)\\b)\\w+ (?:gemacht|erstellt)',
  ],
  leaving: [
    '(?:what|and what)(?: will)? happens? (?:if|when|with|to) (?:(?:the )?(?:documents|decks|digests) (?:if|when) )?(?:someone|somebody|a (?:person|member|colleague|user)|an employee|people|i|ben) (?:leaves?|quits?|(?:is|are|gets?) (?:deactivated|fired|gone))(?: (?:the|our) (?:company|team|workspace|channel))?|was passiert,? wenn (?:jemand|ein \\w+) (?:die firma|das unternehmen|das team)? ?(?:verlasst|geht|kundigt)',
  ],
  defaults: [
    '(?:(?:please|can you|could you|how (?:do|can) i) )*(?:(?:make|set|use|turn on) .{0,2}just for me.{0,2} (?:as |to )?(?:the |my |our |a )?default(?: for (?:everyone|everybody|all|me|us))?|(?:change|set|see|edit) (?:the |my |our )?(?:default settings|defaults?)|make everything private(?: by default)?)',
  ],
  reads: [
    `(?:do|can|could|are|will|does|is) (?:you|deckhand)(?: also| always| secretly| really| able to)* (?:read(?:ing)?|see(?:ing)?|scan(?:ning)?|listen(?:ing)? (?:to|in on)|monitor(?:ing)?|watch(?:ing)?|follow(?:ing)?|track(?:ing)?|spy(?:ing)? on) ${READS}(?:${MESSAGES}(?: ${READS}${MESSAGES})?|us|me|along|(?:say|write|post)(?: (?:to each other|in .{2,20}))?)|(?:are you|do you) (?:always )?listen(?:ing)?(?: in)?|what (?:do|can) you (?:read|see)|(?:which|what) ${MESSAGES} (?:do|can) you (?:read|see)`,
    '(?:liest|siehst) du (?:(?:hier|alle|alles|meine|unsere|die|in|den|eigentlich|was|wir) )*(?:nachrichten|kanale|channels|chats|mit|alles|schreiben)|(?:kannst|konnt|konnen) (?:du|ihr|sie) (?:(?:alle|meine|unsere|die) )*(?:nachrichten|kanale|channels|chats|alles) (?:mit)?(?:lesen|sehen)|was liest du',
    '(?:est-ce que )?(?:tu (?:lis|vois|peux lire)|lis-tu|lisez-vous|vous lisez|vois-tu|peux-tu lire|pouvez-vous lire) (?:(?:tous|toutes|mes|nos|les) )*(?:messages|canaux|conversations|chaines|tout)',
    '(?:lees|puedes leer|ves) (?:(?:todos|todas|mis|nuestros|los|las) )*(?:mensajes|canales|conversaciones|todo)',
  ],
  words: [
    '(?:who|which people)(?: else)? (?:can |could |will |may |is able to |will be able to )?(?:reads?|sees?) (?:what|everything) (?:i|we) (?:write|type|say|ask|tell you)(?: (?:to )?you)?(?: (?:in )?here)?|who(?: else)? (?:can |could |will |may |is able to |will be able to )?(?:reads?|sees?) (?:this|our|my) (?:chat|conversation|dm)',
    'wer (?:kann |darf )?(?:sieht |liest )?,? ?(?:alles )?was ich (?:(?:hier|dir) )*(?:schreibe|tippe|sage|frage)(?: (?:lesen|sehen))?|wer (?:kann |darf )?(?:lesen|sehen),? was ich (?:(?:hier|dir) )*(?:schreibe|tippe)',
    "qui (?:peut )?(?:voit|lit|voir|lire) ce que (?:j'ecris|je tape|je te dis)(?: ici)?",
    `is (?:it|this|everything)(?: all)? ${PRIVATE} what (?:i|we) (?:write|say|type)(?: to you| here)*`,
    `(?:ist|bleibt) (?:das|es|alles)(?: alles)? hier ${PRIVAT}`,
    `is what (?:i|we) (?:write|say|type|ask|tell you)(?: to you| here| you)* ${PRIVATE}|(?:is|are) (?:this|our|my|these) (?:chats?|conversations?|dms?|messages?|questions?)(?: (?:with|to) you| here)* ${PRIVATE}|who(?: else)? (?:can |could |will )?(?:reads?|sees?) (?:my|our|these|this) (?:messages?|chats?|conversations?|dms?|words|questions|prompts?)(?: (?:to|with) you)?|(?:can|could|do|does) ${SOMEONE} (?:read|see) (?:my (?:messages?|chats?|words|questions)|what i (?:write|ask|say|type))(?: (?:to|with) you| here| you)*`,
    `ist (?:das,? )?was ich (?:(?:hier|dir) )*(?:schreibe|sage|frage),? ${PRIVAT}|wer (?:kann |darf )?(?:meine|unsere|diese) (?:nachrichten|fragen) (?:lesen|sehen)|wer (?:liest|sieht) (?:meine|unsere|diese) (?:nachrichten|fragen)`,
    `(?:est-ce que )?ce que j'ecris (?:ici )?est(?:-il| il)? ${PRIVE}|qui (?:peut |pourra )?(?:lire|lit|voit|voir) (?:mes|nos|ces) messages`,
    'quien (?:puede )?(?:leer|lee|ver|ve) mis mensajes',
  ],
  admins: [
    '(?:can|could|do|may) (?:i|we|admins|they) (?:see|read|find out|look at|check) what (?:people|members|others|users|everyone|employees|we) (?:typed?|wrote|write|asked?(?: for)?|said|say)(?: (?:to you|you|in dms?))*',
    `what (?:do|can|could|will) ${ADMINS} (?:know|see|learn|find out)(?: (?:about|of) (?:me|us))?|(?:is|are) (?:my|our) (?:work|usage|activity|writing) (?:being )?(?:monitored|tracked|watched|logged|recorded)|am i (?:being )?(?:monitored|tracked|watched)|(?:do|can) ${ADMINS} (?:monitor|track|watch) (?:me|us)`,
    `(?:do|can|could|will|may|does) ${ADMINS} (?:also |really |all |actually )*(?:see|read|open|find|access|view|look at) (?:${IT}|(?:all )?my private \\w+)`,
    `(?:konnen|kann|durfen|darf) ${CHEFS} (?:auch |alle )*${ES_DE} (?:sehen|lesen|offnen)|(?:sehen|sieht|lesen|liest) ${CHEFS} (?:auch |alle )*${ES_DE}`,
    `(?:est-ce que )?${PATRONS} (?:peuvent|peut|voient|voit|lisent|lit)(?:-ils?)? ?(?:voir|lire|ouvrir)? ${CA}`,
  ],
  usageSeen: [
    `who(?: else)? (?:can |could |will |may )?(?:sees?|knows?|reads?|looks? at) ${SPENT}|(?:can|could|do|does|will|may) (?:${ADMINS}|${SOMEONE}) (?:also )?(?:see|know|check|find out|look at|tell) ${SPENT}`,
    `wer (?:kann |darf |sieht ?)(?:sehen)?${VERBRAUCH}(?: sehen)?|(?:kann|konnen|sieht|sehen) (?:${CHEFS}|${JEMAND}) (?:auch )?(?:sehen)?${VERBRAUCH}(?: sehen)?`,
    `qui (?:peut )?(?:voit|voir) ${DEPENSES}|(?:est-ce que )?(?:${PATRONS}|${QUELQUUN}) (?:peuvent |peut )?(?:voir|voient|voit) ${DEPENSES}`,
  ],
  readersSeen: [
    `(?:(?:can|could|do|does|will|may) (?:${ADMINS}|${SOMEONE}|i|you)|who(?: else)?(?: can| could)?) (?:also )?(?:sees?|knows?|check|find out|tell) (?:who|which people|if (?:somebody|someone|anybody|people)|how many(?: people)?) (?:has |have )?(?:reads?|opens?|opened|seen|viewed|looked at) ${IT}`,
    `(?:kann|konnen|sieht|sehen) (?:${CHEFS}|${JEMAND}|ich|man)(?: sehen)?,? wer ${ES_DE} (?:liest|gelesen hat|offnet|geoffnet hat)(?: sehen)?`,
  ],
  audience: [
    `(?:can|could|will|does|do|may) ${SOMEONE} (?:also |all |now |then )*(?:see|open|access|use) ${LINK}|who(?: else)? (?:can |could |may )?(?:opens?|uses?|sees?) ${LINK}|who(?: else)? (?:can |could )?(?:sees?|opens?|reads?|finds?) ${IT} (?:at|in|on) [\\w.-]+`,
    `who(?: else| all)? (?:(?:can|could|will|may|does|would|is going to|gets to) )?(?:sees?|gets?|reads?|opens?|finds?|views?|receives?|look at|looks at) ${IT}|who(?: else)? (?:has|gets|have) access(?: to ${IT})?|who(?: else)? (?:can|could|will|may) access ${IT}`,
    `(?:can|could|will|does|do|may) ${SOMEONE} (?:also |all |now |then )*(?:see|read|open|find|access|view) ${IT}|(?:is|are|was|will) ${IT} (?:be )?(?:${PRIVATE}|(?:only |just |also )*for (?:me|us|everyone|everybody|all|the (?:whole )?(?:channel|team))(?: only)?)`,
    `wer (?:(?:kann|darf|wird|sonst|noch|alles) )+${ES_DE}(?: alles| dann)* (?:sehen|lesen|offnen|finden)|wer (?:sieht|bekommt|liest) ${ES_DE}|wer hat (?:alles )?(?:darauf )?zugriff(?: darauf)?|(?:kann|konnen) ${JEMAND} ${ES_DE} (?:sehen|lesen|offnen)|(?:sieht|sehen) ${JEMAND} ${ES_DE}|(?:ist|sind|bleibt) ${ES_DE} ${PRIVAT}`,
    `qui (?:d'autre )?(?:(?:peut|pourra|va) )?(?:voir|voit|verra|lire|lit|ouvrir|recoit) ${CA}|qui (?:peut |pourra )?l[ae]s? (?:voir|lire|ouvrir)|qui (?:y )?a acces(?: a ${CA})?|(?:est-ce que )?${QUELQUUN} (?:peut|pourra|va|peuvent|pourront)(?:-il)? (?:l[ae]s? )?(?:voir|lire|ouvrir)(?: ${CA})?|(?:est-ce que )?(?:c'est|est-ce) ${PRIVE}`,
    `quien (?:puede |va a )?(?:ver|ve|leer|lee|abrir)(?:l[oa])?(?: ${LO})?|(?:es|sera) (?:privado|publico|confidencial)`,
  ],
  outside: [
    `(?:(?:can|could|may|how (?:can|do)) (?:i|we)|am i allowed to) (?:also )?(?:share|send|give|show|forward|pass) ${IT}(?: on)? (?:with|to) ${OUTSIDERS}`,
    `(?:kann|darf|konnen|durfen) (?:ich|wir|man) ${ES_DE} (?:mit |an )?(?:ein\\w* |unser\\w* |mein\\w* |dem |den )?(?:kund\\w+|partner\\w*|extern\\w*|lieferant\\w*) (?:teilen|schicken|senden|geben|zeigen|weitergeben)`,
    `(?:puis-je|est-ce que je peux|je peux|peut-on|on peut) (?:l[ae] )?(?:partager|envoyer|montrer)(?: ${CA})? (?:avec|a) (?:un |une |des |mon |notre |nos |mes )?(?:clients?|partenaires?|externes?|fournisseurs?)`,
  ],
  data: [
    '(?:(?:what|how) about |was ist mit (?:dem )?|et (?:le )?|and )?(?:gdpr|dsgvo|rgpd|data (?:protection|privacy)|datenschutz)',
    `what (?:(?:will )?happens?|do you do|are you doing|is done|does (?:deckhand|it) do) (?:to|with) ${DATA}|where (?:(?:is|are|will) ${DATA}(?: be)?(?: stored| saved| kept| hosted| located)|(?:do|does|will) (?:\\w+|the service) (?:store|save|keep|host|put) ${DATA}|(?:do|does) ${DATA} (?:go|live|end up|get stored|get saved))|(?:do|does|will) (?:you|deckhand|it|the service) (?:store|save|keep|share|sell|retain|log|remember) ${DATA}|how long (?:(?:do|does|will) (?:you|deckhand|it) (?:store|save|keep|retain) ${DATA}|(?:is|are) ${DATA} (?:stored|kept|saved))|(?:is|are) ${DATA} (?:stored|saved|kept|logged)(?: .{2,30})?|can you be hacked|(?:is|are) (?:my|our|the) data (?:safe|secure|private|encrypted|protected)|(?:are you|is (?:this|it|deckhand)) (?:safe|secure|gdpr[- ]compliant|encrypted)(?: to use)?|where (?:are|is|do you have) (?:the|your|its|their) (?:servers?|data ?cent(?:er|re)s?)|(?:which|what) (?:country|region) .{0,30}(?:data|servers?|stored|hosted)|(?:gdpr|data (?:protection|privacy)|privacy(?: policy)?)(?= ?\\?)|how (?:safe|secure) (?:is|are) (?:this|it|you|deckhand|(?:my|our) data)`,
    `was (?:passiert|geschieht|macht ihr|machst du|macht deckhand) mit ${DATEN}|wo (?:werden|sind|liegen|landen|bleiben) ${DATEN}(?: gespeichert| abgelegt)?|wo (?:wird|ist) (?:das|es|alles) (?:gespeichert|abgelegt)|wo speichers?t (?:du|ihr|\\w+) ${DATEN}|(?:speicherst|behaltst) du ${DATEN}|wie lange (?:speicherst|behaltst) du ${DATEN}|wie sicher (?:ist das|sind ${DATEN})|sind ${DATEN} (?:sicher|geschutzt|verschlusselt)|ist (?:das|deckhand) (?:sicher|dsgvo[- ]?konform)|datenschutz(?= ?\\?)`,
    `(?:que|qu'est-ce qu[ei]?) ?(?:deviennent|devient|faites-vous (?:de|avec)|fais-tu (?:de|avec)|tu fais (?:de|avec)|vous faites (?:de|avec)|se passe(?:-t-il)? avec|arrive a) ${DONNEES}|ou (?:sont|vont) ${DONNEES}(?: stocke?e?s?| enregistre?e?s?| conserve?e?s?)?|ou sont (?:stockee?s|enregistree?s|conservee?s) ${DONNEES}|${DONNEES} sont(?:-el?l?e?s|-ils)? (?:en securite|protegees|securisees)|(?:est-ce que )?c'est (?:securise|sur|conforme au rgpd)|rgpd(?= ?\\?)`,
    `que (?:pasa|haces|hacen|ocurre|sucede) con ${DATOS}|donde (?:se guardan|guardas|estan|se almacenan) ${DATOS}`,
  ],
  privateChannels: [
    `who(?: else)? (?:can |could |may )?(?:sees?|opens?|reads?|finds?) (?:(?:the )?(?:decks|documents|slides|results|what is made)(?: made)? (?:of|from|in) (?:a |our |the )?private (?:channels?|conversations?)|private channel (?:decks|documents|slides|results))|(?:what (?:about|happens (?:to|with|in))|how (?:about|do you (?:treat|handle))|(?:are|is)) (?:decks of |documents of |a |our |the )?private channels?(?: (?:safe|protected|private|secure|leaked))?`,
  ],
  model: [
    '(?:which|what) (?:ai|model|llm|ai model|language model)(?: model)? (?:do you|does (?:it|deckhand|this)|is|are) (?:use|used|using|run(?: on)?|behind (?:it|this|you)|based on)?|(?:are you|is (?:this|it)) (?:chatgpt|gpt|claude|gemini|copilot|openai)|do you use (?:chatgpt|gpt|openai|claude|ai)',
  ],
  training: [
    `(?:is|are|will|do|does|can|could) (?:${DATA}|you|deckhand|they|\\w+)(?: be| being)? (?:used (?:to train|for (?:the )?(?:ai |model )?training)|train(?:ed|s|ing)? (?:on|with|your|any|an|the|ai|models?))(?: .{1,40})?|(?:is|are|will) .{2,40} used (?:to train|for training)(?: .{1,40})?`,
    '(?:wird|werden) (?:damit|(?:mit )?(?:\\w+ ){1,2})(?:.{0,20} )?(?:trainiert|(?:zum|furs?) (?:ki-?)?train\\w* (?:.{1,20} )?(?:verwendet|genutzt|benutzt))|trainiers?t (?:ihr|du|\\w+) .{2,40}',
    "(?:est-ce que )?(?:.{2,40} )?(?:utilise\\w*|sert|servent)(?:-\\w+)* (?:pour|a) (?:l'entrainement|entrainer).{0,30}|(?:entrainez-vous|tu entraines) .{2,40}",
    '(?:se usan|usas|usan|se utilizan) .{2,30} para entrenar.{0,20}',
  ],
  account: [
    '(?:brauchen|benotigen) (?:die|meine|unsere|alle) \\w+ (?:dafur )?(?:ein(?:en)? )?(?:account|konto|zugang)|(?:est-ce que )?je dois (?:creer|avoir) un compte',
    '(?:do|will|would) (?:i|we|they|people|others|readers|my \\w+) (?:need|require|have to have)(?: to (?:have|create|make|open|get))?(?: (?:my|our|their) own| an?| any)*(?: \\w+)? (?:account|login|licen[cs]e|subscription|seat|password)(?: .{2,40})?|(?:do|must|should) (?:i|we) (?:need to |have to )?(?:sign up|log ?in|register|install (?:anything|something))(?: .{2,30})?|is an? (?:\\w+ )?account (?:needed|required|necessary)(?: .{2,30})?',
    '(?:brauche|benotige|brauch|brauchen|benotigen) (?:ich|wir) (?:(?:dafur|dazu|hierfur|hier|ein|einen|eine|eigenes|eigenen) )*(?:[\\w-]+ )?(?:[\\w-]*konto|[\\w-]*account|zugang|lizenz|login|anmeldung)(?: .{2,30})?|muss ich mich (?:(?:dafur|dazu|hier|bei \\w+) )*(?:anmelden|registrieren|einloggen)',
    "(?:est-ce que )?(?:j'ai|ai-je|avons-nous|on a|a-t-on) besoin d'un compte(?: .{2,30})?|(?:faut-il|il faut|dois-je|est-ce qu'il faut) (?:avoir |creer |ouvrir )?(?:un compte|s'inscrire|m'inscrire|une licence)(?: .{2,30})?",
    '(?:necesito|necesitamos|hace falta|tengo que (?:crear|tener)) (?:crear |tener )?una cuenta(?: .{2,30})?',
  ],
  payer: [
    `who(?:'s| is| was| has| will| does|'ll)?(?: be)? (?:pays?|paying|paid)(?: for)?(?: (?:${IT}|all (?:of )?this|you|deckhand))?|whose (?:credits|money|budget) (?:(?:is|are|do|does|will) )?(?:it|this|that|these|i|we|you|spent|used)(?: (?:spend|spent|spending|use|used|using|be))*|do (?:i|we) (?:have|need) to pay(?: (?:for )?(?:${IT}|you|deckhand|anything|something))?|(?:is (?:this|it|deckhand)|are you) free(?: of charge| to use| for (?:me|us))?`,
    `wer (?:be)?zahlt(?: (?:${ES_DE}|dafur|denn))*|muss ich (?:dafur |etwas |was )*(?:be)?zahlen|ist (?:das|es|deckhand) (?:kostenlos|gratis|umsonst)`,
    `qui (?:pai?[ey]|paye|va payer|a paye)(?: (?:pour )?${CA})?|(?:est-ce que )?(?:c'est|est-ce) gratuit`,
    `quien (?:lo )?paga(?: ${LO})?|es gratis`,
  ],
  limit: [
    '(?:what|how much|how many credits) (?:did|have|has) (?:i|we) (?:(?:already|actually|so far) )*(?:spen[dt]|used?)(?: (?:so far|already|in total|today|on (?:you|deckhand|this) ?(?:month)?|(?:in )?this (?:month|week)))*|(?:(?:show|see|what is|give)(?: me)? )?(?:my|our) (?:own )?(?:usage|spending)(?: (?:this|of the) month)?',
    'was (?:hab ich|habe ich|haben wir) (?:(?:schon|bisher|bis jetzt|diesen monat|insgesamt) ?)*(?:ausgegeben|verbraucht)',
    'wie ?viel(?:e credits)? (?:habe? ich|haben wir) (?:(?:noch|schon|bisher|bis jetzt|diesen monat|ubrig|insgesamt) ?)*(?:ausgegeben|verbraucht)?|wie ?viel(?:e credits)? (?:sind|bleiben) (?:(?:noch|uns|mir) ?)*(?:ubrig)?',
    "combien de credits (?:il )?(?:(?:nous|me|m'en|te|vous) )?reste(?:-t-il|nt)?(?:-il)?|(?:il )?(?:nous|me) reste combien(?: de credits)?|combien (?:de credits )?(?:ai-je|j'ai|avons-nous|nous avons|on a) (?:deja )?(?:depense|utilise)e?s?(?: ce mois(?:-ci)?)?",
    "how (?:much|many credits) (?:may|can|could|am|do|are) (?:i|we) (?:(?:still|allowed to|get to|left to|have left to) )*(?:spend|use)(?: (?:this|per|a|each) month| in total| today)?|(?:what(?:'?s| is| are)|do i have|is there|how high is|have i) (?:(?:my|our|a|an|any|the) )*(?:(?:spending|credit|monthly|credits) )*(?:limits?|budget|allowance|quota)(?: (?:for me|(?:this|per|a) month))?",
    'how (?:many|much)(?: more)?(?: (?:decks|documents|slides|presentations|of these))? (?:more )?(?:can|may|could) (?:i|we) (?:still )?(?:do|make|have|create|ask for)(?: (?:this|per|a) month| today)?',
    '(?:can|could|may|am i allowed to) (?:i |we )?(?:still )?(?:make|create|do|spend|ask for|have) (?:more|anything|something|another(?: one)?|any more)(?: (?:this|per|a) (?:month|week)| today)?',
    'wie ?viel(?:e credits)? (?:darf|kann|durfen|konnen) (?:ich|wir) (?:(?:noch|im monat|diesen monat) )*(?:ausgeben|verbrauchen|nutzen)|(?:was|wie hoch) ist mein (?:limit|budget)|(?:habe ich|gibt es) (?:ein|einen?) (?:limit|budget)',
    "combien (?:de credits )?(?:puis-je|est-ce que je peux|je peux|pouvons-nous|peut-on) (?:encore )?(?:depenser|utiliser)|(?:quelle?|quel) est (?:ma limite|mon budget)|(?:ai-je|est-ce que j'ai) une limite",
    'cuanto (?:puedo|podemos) gastar|cual es mi limite',
  ],
  spent: [
    'what did (?:i|we) pay(?: for (?:it|this|that|them))?',
    '(?:what|how much|how many credits) (?:did|has|have|was|were)\\b[^,;:]{0,40}\\b(?:cost|spent|used?|credits?)\\b[^,;:]{0,20}',
    `(?:was|wie ?viel(?:e credits)?) (?:hat|haben) ${ES_DE}(?: mich| uns| denn)? (?:gekostet|verbraucht)`,
    `combien (?:(?:ca|cela|est-ce que ca|cela) (?:nous |m')?a|a) coute(?: ${CA})?`,
    `cuanto (?:ha costado|costo)(?: ${LO})?`,
  ],
  cost: [
    `(?:is|does|do|will|would) ${IT} (?:(?:gonna|going to|actually) )*costs? (?:much|a lot|anything|money|credits|extra)`,
    'how much(?: (?:for|is|are))?(?: (?:both|all(?: of them)?|together|in total))?|combien|was kostet (?:die|eine) anderung',
    `(?:what|how much)(?: money)? (?:(?:does|do|will|would|might|is|are|s) )?(?:(?:using |making )?${IT}|you|deckhand) (?:(?:usually|normally|roughly|typically|about|gonna|going to|actually) )*costs?(?: (?:me|us|to make|to do))?|how (?:much|many credits) (?:will|would|does|do|is|are) (?:${IT}|you) (?:(?:usually|normally|gonna|going to) )*(?:be|take|use|need|spend)|(?:what(?:'?s| is| are)) (?:the |your )?(?:price|costs?|pricing)(?: (?:of|for) ${IT})?|(?:the |its )?(?:price|costs?)(?= ?\\?)|(?:what|how much)'?s (?:it|this|that) (?:gonna|going to) cost|how (?:much|expensive) (?:is|are) (?:${IT}|you|deckhand)|(?:is|are) (?:${IT}|you|deckhand) (?:(?:very|too|so) )?(?:expensive|costly|cheap)|(?:what|how much) (?:does|do|would|will) (?:an?|the|one|\\d+) (?:[\\w-]+ ){0,2}?${NOUN} (?:on|about|with|of|in|as|for|per) [^,;:]{2,40} costs?(?: (?:me|us))?|(?:price|costs?)(?= ?\\?)`,
    `(?:was|wie ?viel) (?:kostet|kosten|wird|wurde) ?(?:mich |uns |denn |mich )*(?:${ES_DE}|so was|so etwas|so eine \\w+)?(?: denn| mich| uns| ungefahr| etwa)*(?: kosten)?|wie teuer (?:ist|wird) ${ES_DE}|(?:was|wie ?viel) ${ES_DE} kostet`,
    `combien (?:ca|cela|est-ce que ca|${CA}) (?:coute|va couter|couterait|coutera)|combien coute(?:nt|ra)? ${CA}|c'est (?:combien|cher)|quel est le (?:prix|cout)(?: de ${CA})?|quel prix`,
    `cuanto (?:cuesta|costara|vale|cuestan)(?: ${LO})?|(?:cual es el|que) precio(?: tiene)?`,
  ],
  size: [
    'how many (?:slides|pages)(?: (?:at )?(?:max(?:imum)?|most)| (?:do|would) (?:i|we|you) get)',
    `how (?:big|long|large|many (?:slides|pages)) (?:can|may|could|should) (?:${IT}|you|i|we|they) (?:be|get|have|make|do)(?: (?:at )?(?:most|maximum|in total))?|(?:what.?s|is there) (?:the |a )?(?:maximum|max|most|limit)(?: number)? (?:of|for) (?:slides|pages)|wie (?:lang|gross|viele folien) (?:kann|darf) ${ES_DE} (?:sein|haben)`,
  ],
  editing: [
    `(?:can|could|may) (?:(?:my|our|the) (?:colleagues?|team|boss|coworkers?)|others?|(?:other )?people|somebody(?: else)?|someone(?: else)?|they|everyone) (?:also |still )?(?:edit|change|correct|modify|adjust|comment on|work on) ${IT}(?: (?:afterwards?|later|too|as well|then|together))?`,
  ],
  content: [
    `what (?:will|is|goes|is going to be|would) ?(?:be )?(?:in|on|inside) ${IT}|(?:can|could|may) (?:i|we) (?:(?:first )?see|preview|look at|read|check) (?:${IT}|a (?:preview|draft)|an outline|the outline)(?: first| before(?:hand)?(?: .{2,40})?)|what (?:will|would) ${IT} look like|(?:is there|do you have|show me) (?:a preview|an outline|a draft)`,
    `was (?:steht|kommt|wird) (?:da |dann )?(?:in|auf|rein|drin)(?: ${ES_DE})?(?: stehen| sein)?|(?:kann|darf) ich (?:es|das|eine vorschau) vorher sehen`,
  ],
  meanwhile: [
    'what (?:happens )?if i (?:close|shut|leave|quit|log out of|turn off) (?:slack|my (?:laptop|computer)|it|this|the (?:app|window|tab))(?: .{2,20})?',
    '(?:can|may|could|should) (?:i|we) (?:(?:just|now|safely) )*(?:close|leave|quit|exit|shut|log out of|go(?: away| offline| home)?|do something else)(?: (?:slack|this|the (?:app|window|tab|chat|form)|my (?:laptop|computer)|it|down|off))*(?: (?:meanwhile|in the meantime|while .{2,40}|until .{2,30}|now))?|(?:do|must|should) (?:i|we) (?:(?:have|need) to )?(?:wait|stay|keep (?:slack|this|it) open)(?: (?:here|online|for it|until .{2,30}))?',
    '(?:kann|darf|soll) ich (?:slack |das |mein laptop |den rechner )?(?:schliessen|zumachen|weggehen|offline gehen)|muss ich (?:hier )?warten',
  ],
  duration: [
    'how long (?:still|more|left|yet|to go|now)(?: to go)?|(?:is it|are we) (?:nearly|almost) (?:there|done|ready|finished)',
    `when (?:will|is|does) ${IT} (?:be |get )?(?:ready|done|finished|there|here|come)|(?:how far|what.?s the (?:progress|status))(?: (?:is it|are you|of it))?|(?:(?:are you|is it) )?(?:already )?(?:done|finished|ready)(?: yet| already)?(?= ?\\?)|wann ist (?:es|das|${ES_DE}) (?:fertig|da)`,
    '(?:est-ce que )?ca (?:prend|va prendre|dure) (?:longtemps|combien de temps)',
    `how (?:long|fast|quickly|much time) (?:(?:does|will|do|would|is|can|are) )?(?:(?:making )?${IT}|you|deckhand)(?: (?:usually|normally|roughly|typically|gonna|going to))* (?:takes?|need|taking|works?)(?: (?:to (?:make|be made|finish|be ready|do)(?: ${IT})?|you|until .{2,40}))?|how long (?:until|till|before) (?:it|this|that) (?:is|will be) (?:done|ready|finished)`,
    `wie lange (?:dauert|dauern|brauchst du|brauchen|wird) ?(?:${ES_DE}|so (?:etwas|was)|du)?(?: denn| dafur| noch| ungefahr| normalerweise| etwa| dauern| fur ${ES_DE})*|wie schnell (?:geht|ist) ${ES_DE}(?: fertig)?|wie lange braucht ${ES_DE}|dauert das lange`,
    `(?:combien de temps|en combien de temps) (?:(?:est-ce que |faut-il (?:pour )?|il faut (?:pour )?))?(?:${CA} )?(?:ca |cela )?(?:prend|dure|met|prendra|va prendre|durera|faut-il|il faut)?(?: ${CA})?|(?:ca|cela) (?:prend|dure|met|prendra) (?:combien de temps|longtemps)`,
    'cuanto (?:tardas?|tiempo (?:tarda|lleva|toma|hace falta)|demora)(?: .{2,20})?',
  ],
  languages: [
    `(?:what|which) languages?(?: (?:can|do|does|could) (?:you|deckhand|i|we)(?: also)? (?:speak|understand|know|support|write(?: in)?|use|do|handle|make(?: .{2,20} in)?)| are (?:supported|possible|available|there))?|(?:do|can) (?:you|i|we)(?: also| even)? (?:speak|write(?: to you)?|understand|read|do|know|answer|handle|talk|reply)(?: to you| to me)?(?: in)? ${LANGUAGE}|(?:can|could) (?:documents|decks|slides|it) be (?:made )?in ${LANGUAGE}`,
    `(?:kannst|konnen|konnt|sprichst|verstehst|sprechen|verstehen) (?:du|sie|ihr)(?: auch| eigentlich| denn)* ${SPRACHE}(?: sprechen| verstehen)?|geht (?:das )?auch auf ${SPRACHE}|(?:in )?welche[nr]? sprachen? (?:kannst|sprichst|verstehst|gibt es|sprechen|konnen|gehen|unterstutzt)(?: (?:du|sie|ihr))?(?: .{2,20})?`,
    `(?:parles-tu|parlez-vous|comprends-tu|comprenez-vous|(?:est-ce que )?(?:tu|vous) (?:parles|comprends|parlez|comprenez))(?: aussi)? (?:le |l')?${LANGUE}|(?:dans )?quelles langues (?:parles-tu|comprends-tu|parlez-vous|sont .{3,20}|peux-tu .{3,20})`,
    '(?:hablas|entiendes)(?: tambien)? (?:espanol|ingles|aleman|frances|italiano|portugues)|(?:en )?que (?:idiomas|lenguas) .{3,30}',
  ],
  themes: [
    '(?:can|do|could|will|does) (?:you|it|deckhand) (?:also )?(?:use|have|know|apply|support|take|follow) (?:our|my|the) (?:own )?(?:brand(?:ing)?|corporate|company|house|ci)(?: (?:design|look|colou?rs|style|identity|theme|guidelines?|fonts?))*',
    '(?:what|which|what kinds? of) (?:themes?|designs|looks|styles) (?:are (?:there|available|possible)|do (?:you|we|i) have|have you(?: got)?|can (?:i|we|you) (?:use|choose|pick|make)(?: from)?|exist|is there)|(?:(?:show|list|see|give) (?:me |us )?)?(?:(?:the|all|your|our|available) )*themes|(?:are there|do you have|have you got) (?:any )?(?:themes|designs)',
    'welche (?:themes?|designs?|stile) (?:gibt es|hast du|haben wir|habt ihr|kann ich .{3,20}|stehen .{3,20})|(?:gibt es|hast du) (?:auch )?(?:themes|designs)',
    'quels? (?:sont les )?(?:themes?|styles|designs) (?:y a-t-il|sont disponibles|as-tu|avez-vous|existent|disponibles|puis-je .{3,20})|(?:il y a|y a-t-il) (?:quels|des) themes',
    'que (?:temas|disenos) (?:hay|tienes|puedo .{3,20})',
  ],
  templates: [
    '(?:what|which) templates? (?:are (?:there|available|possible)|do (?:you|we|i) have|have you(?: got)?|can (?:i|we) (?:use|choose|pick)(?: from)?|exist|is there)|(?:(?:show|list|see|give) (?:me |us )?)?(?:(?:the|all|your|our|available) )*templates|(?:are there|do you have|have you got) (?:any )?templates',
    'welche (?:vorlagen|templates) (?:gibt es|hast du|haben wir|habt ihr|kann ich .{3,20})|(?:gibt es|hast du) (?:auch )?(?:vorlagen|templates)',
    'quels? modeles (?:y a-t-il|sont disponibles|as-tu|avez-vous|existent|puis-je .{3,20})',
    'que plantillas (?:hay|tienes|puedo .{3,20})',
  ],
  undo: [
    `(?:can|could) (?:${IT}|the change|a change|changes|they) (?:still )?be (?:undone|reverted|rolled back|taken back|changed back)|(?:(?:can|could|how (?:can|do)|is there a way to|may) ?(?:i|we|you)? ?)?(?:please )?(?:get|go|see|have|restore|find|bring|switch|change|show me)?(?: back)?(?: to)? (?:the |an |my |its )?(?:earlier|previous|older|former|original|last) versions?(?: back| again)?|(?:are|is) there (?:an? |any |still )*(?:(?:earlier|previous|old|older) versions?|version history|undo)`,
    'kann (?:ich|man) (?:(?:das|es|die anderung|die letzte anderung) )+(?:noch |wieder )*ruckgangig machen|(?:bitte )?(?:mach|mache|machen sie) (?:(?:das|es|die (?:letzte )?anderung) )+(?:bitte |wieder )*ruckgangig|ruckgangig(?: machen)?|(?:gibt es|wo (?:ist|finde ich)) (?:noch )?(?:die |eine? )?(?:fruhere|altere|alte|vorherige)n? version(?:en)?|(?:bitte )?zuruck zur (?:vorherigen|alten|letzten|fruheren|ursprunglichen) version',
    "(?:peut-on|puis-je|on peut|comment|est-ce (?:qu'on|que je) peu[tx]) (?:l')?annuler (?:ca|cela|(?:la (?:derniere )?|cette )modification|(?:le|ce) changement)|annule[rz]? (?:ca|cela|(?:la (?:derniere )?|cette )modification|(?:le|ce) (?:dernier )?changement)|(?:revenir|reviens|revenez|retour) a (?:la version (?:precedente|d'avant|initiale)|l'ancienne version)",
    '(?:se puede|puedo|puedes) deshacer(?:lo| eso| esto| el cambio)?|deshaz(?:lo| eso| el cambio)|deshacer|volver a la version anterior',
  ],
  known: [
    '(?:(?:please|can you|could you|can i|may i|how (?:do|can) i|i want (?:you )?to|i need|now) )*(?:(?:send|give|show|tell|get|export|download|see|have) (?:me |us )?)(?:(?:a copy of |all (?:of )?|everything )?(?:(?:my|our) (?:personal |own )?(?:data|information)|(?:(?:what|that|all) )?you (?:know|have|keep|store|stored|saved)(?: (?:about|on|of|from))? (?:me|us)))|can i export (?:everything|all)|(?:what|which) (?:(?:data|information) )?(?:do you (?:know|have|keep|store|remember)) (?:about|on|of|from) me',
    '(?:(?:bitte|kannst du|kann ich) )*(?:(?:schick|sende|zeig|gib)e? mir )?meine (?:personlichen )?daten(?: (?:schicken|sehen|haben|bekommen))?|(?:was|welche daten) (?:weisst|hast|speicherst) du (?:uber|von) mi(?:ch|r)',
    "(?:envoie|montre|donne)(?:-moi| moi)? mes donnees|(?:que|qu'est-ce que) (?:sais-tu|tu sais|savez-vous) (?:de|sur) moi",
    'que sabes (?:de|sobre) mi',
  ],
  exportOf: [
    "(?:(?:please|can you|could you|can i|how (?:do|can) i) )*(?:export|send me|download|give me|get) (?!(?:my|our|your|the|all|a|what)\\b)[\\w.@<>-]+?(?:'s|s')? data",
  ],
  optOut: [
    '(?:(?:please|can you|could you|can i|i want (?:you )?to|how (?:do|can) i|undo (?:that|this)|and|now|again)[ ,]+)*(?:(?:leave|keep|take) (?:all )?my (?:messages|words|posts) out(?: of (?:your |the |all |any )*(?:documents|decks|slides|summaries|digests|it|this|everything))?|(?:do not|don.?t|never|stop) (?:use|using|read|reading|include|including) my (?:messages|words|posts)(?: (?:any ?more|again|in .{2,30}|for .{2,30}))?|(?:include|use|let (?:them|people|others) use) my (?:messages|words|posts)(?: again| be used)?(?: in .{2,30})?|opt(?:ing)?(?: me)? (?:out|in)(?: again)?(?: of .{2,30})?)',
    '(?:(?:bitte|kannst du) )*(?:lass|nimm|halte) meine (?:nachrichten|worte) (?:bitte )?(?:raus|weg|draussen|heraus)|(?:verwende?|benutze?|lies) meine nachrichten (?:bitte )?(?:nicht|wieder)(?: mehr)?',
    "(?:n'utilise|ne lis)(?:z|s)? (?:pas|plus) mes messages|(?:laisse|garde) mes messages (?:de cote|dehors)",
  ],
  erase: [
    '(?:(?:can|could) you )?(?:please )?(?:forget|delete|erase) (?:everything|all|what)(?: that)? (?:i|we) (?:wrote|said|typed|sent|asked)(?: you)?|puis-je supprimer mes donnees|(?:vergiss|losche?) alles,? was ich (?:geschrieben|gesagt) habe',
    '(?:(?:please|can you|could you|can i|how (?:do|can) i|i want (?:you )?to|you should|now) )*(?:delete|erase|remove|forget|wipe|clear) (?:all (?:of )?|everything )?(?:(?:my|our) (?:personal |own )?(?:data|information|history|account)|(?:(?:what|that) )?you (?:know|have|keep|store|stored|saved)(?: (?:about|on|of|from))? (?:me|us)|(?:about |on )?me)',
    '(?:(?:bitte|kannst du|konnen sie|wie (?:kann ich|losche ich)) )*(?:losche?n?|loesche?n?|vergiss|entferne) ?(?:bitte |du )?(?:alles? )?(?:meine (?:personlichen )?daten|(?:das )?was du (?:uber|von) mi(?:ch|r) (?:weisst|hast|gespeichert hast))|(?:(?:kannst du|wie kann ich) )meine daten loschen|wie losche ich meine daten',
    '(?:(?:peux-tu|pouvez-vous|comment|je veux) )*(?:supprim|effac|oubli)e[rz]?(?:-moi)? ?(?:toutes )?(?:mes donnees|tout ce que (?:tu sais|vous savez) (?:de|sur) moi)',
    '(?:puedes )?(?:borra|elimina)r?(?: todos)? mis datos',
  ],
  human: [
    `(?:(?:i (?:want|need|have|would like|'?d like)|(?:can|could|may) (?:i|we)|let me|how (?:can|do) (?:i|we)|please|i want)(?: please)? ?)*(?:to )?(?:talk|speak|chat|connect me|get me|reach|contact|write) ?(?:to|with)? ${HUMAN}|i need ${HUMAN.replace('|admin', '')}|who(?:m)? (?:can|do|should|could) (?:i|we) (?:ask|contact|call|talk to|speak to|turn to|write to)(?: (?:for|about|with|if|when) .{2,30})?|who (?:are|is) (?:the|our|my|an?) (?:slack )?admins?|who (?:can )?helps? (?:me|us)(?: .{2,20})?|who (?:runs|operates|built|owns|maintains|is behind|is responsible for) (?:you|deckhand|this (?:bot|app))|is there (?:a |any )?(?:support|human)(?: .{2,20})?|are you (?:an? )?(?:human|real person|person|bot|robot|ai|real)(?: or (?:an? )?\\w+)?`,
    '(?:(?:ich (?:mochte|will|wurde gerne?|muss)|kann ich|konnte ich) )?(?:gerne? )?mit (?:einem|einen|irgendeinem) (?:echten )?(?:menschen|mitarbeiter|person)(?: (?:sprechen|reden))|wer (?:kann mir helfen|hilft mir|betreibt (?:dich|deckhand)|ist (?:hier )?(?:zustandig|verantwortlich))|an wen (?:kann|soll|muss) ich mich wenden|(?:gibt es|wo ist der) (?:einen )?support|bist du ein (?:mensch|bot|roboter|echter mensch)',
    "(?:(?:je (?:veux|voudrais|souhaite)|puis-je|est-ce que je peux|peut-on|j'aimerais|comment) )?parler (?:a|avec) (?:un (?:vrai )?(?:humain|etre humain)|une (?:vraie )?personne|quelqu'un)|qui peut m'aider|qui (?:puis-je|dois-je) contacter|a qui (?:puis-je|dois-je) m'adresser|(?:es-tu|tu es) (?:un humain|un robot|une ia)",
    '(?:quiero|quisiera|puedo|necesito) hablar con (?:una persona|un humano|alguien)(?: real)?|eres (?:un robot|humano)',
  ],
  files: [
    `(?:can|could) (?:i|we) (?:also )?(?:edit|open|change|use) (?:${IT} )?(?:in|with) (?:pptx?|power ?points?|keynote|google slides|word)(?: (?:later|afterwards?|too|as well|then))?|(?:does|will) ${IT} come (?:out )?(?:in|as) (?:an? )?(?:pptx?|power ?points?|pdf|word)|download(?: it| link)?`,
    '(?:how|where) (?:do|can|could|should) (?:i|we) (?:attach|upload|add|send(?: you)?|give you|drop|put) (?:an? |my |our |the )?(?:word |pdf |powerpoint |excel |csv )?(?:files?|documents?|attachments?|docs?|pdfs?|pictures?|screenshots?)(?: .{2,30})?|how (?:do|can) (?:i|we) (?:get|have|make) (?:(?:it|them) as )?(?:an? )?(?:pdf|pptx?|powerpoint|png)(?: files?)?|(?:can|could) you (?:also )?(?:make|do|create) (?:slides|a deck|a presentation|a document|something) (?:from|of|out of) (?:an? |my |our )?(?:pdf|word|powerpoint|pptx?|docx?|csv|text|markdown)(?: files?| documents?)?(?: (?:that )?(?:i|we) have)?',
    '(?:what|which) (?:kinds? of |types? of )?(?:files?|formats?|file (?:types?|formats?))\\b.*\\b(?:read|use|take|open|accept|make|give|support|attach|upload|send|export|work|get)\\b.{0,20}|(?:can|do|could) (?:you|i|we) (?:also )?(?:read|open|upload|attach|take|accept|send(?: you)?|give you) (?:(?:an?|my|our|the|other) )?(?:word|excel|pdf|power ?points?|pptx?|docx?|csv|xlsx|text|markdown|keynote|spreadsheet|attachment)s?(?: (?:files?|documents?|sheets?|presentations?|attachments?))?|(?:do|does|can|are) (?:you|it)(?: also| able to)* (?:read|open|see|use)(?: also)? (?:the |any )?(?:pictures?|attachments?|attached files|files|screenshots?|images?|(?:word|pdf|excel|keynote) files?)(?: (?:people|they|we|i) .{2,30}| too| in here)?|(?:do|can) you (?:also |only |just )?(?:do|make|offer|support) (?:pptx?|power ?points?|pdfs?|pngs?)(?: files?)?(?: or (?:just |only |also )*(?:as )?(?:pptx?|power ?points?|pdfs?|pngs?|both))?(?: too| as well)?|(?:can|do) (?:you|it) (?:also )?(?:do|make|create) (?:videos?|spreadsheets?|excel|keynote|google (?:slides|docs))(?: files?)?|(?:can|do) you (?:also )?(?:write|send|make|do|create) (?:e-?mails?|letters|code|apps?|music|songs|animations)',
    '(?:welche|was fur) (?:datei(?:en|formate|typen)|formate) .{3,40}|(?:kannst du|kann ich) (?:auch )?(?:word|excel|pdf|powerpoint|csv)[- ]?(?:dateien?|dokumente?)? (?:lesen|offnen|hochladen|anhangen|schicken)',
    'quels? (?:types? de |formats? de )?(?:fichiers?|formats?) .{3,40}|(?:peux-tu|puis-je) (?:lire|ouvrir|joindre|envoyer) (?:un |des )?(?:fichiers? )?(?:word|excel|pdf|powerpoint|csv)',
    'que (?:archivos|formatos) .{3,40}',
  ],
  word: [
    `(?:(?:actually|please|now|make|give me|get|send me|i need|i want|we need|can (?:i|we|you)|could (?:i|we|you)|do you|have|do|save|export|convert|turn|also|get me|is it possible to|it|this|that|the (?:deck|document|result)|be|into) )*(?:as |in |to |into )?(?:an? )?(?:ms |microsoft )?(?:word(?: (?:docs?|documents?|files?|format|version))?|docx(?: files?)?)`,
    '(?:(?:bitte|mach|kannst|du|kann|ich|man|das|es|daraus|auch|eine?|geht|ich brauche|lieber|gibt|die prasentation|doch) )*(?:als |in |im )?word(?:[- ](?:datei(?:en)?|dokumente?|format))?(?: (?:haben|machen|exportieren|bekommen|bitte|speichern))*',
    "(?:(?:plutot|peux-tu|puis-je|on peut|fais|le|la|en|l'avoir|avoir|exporter|faire|un|sous|je veux|donne-moi|ca) )*(?:(?:fichier|document|format) )?word",
    '(?:(?:en|un|puedes|hacer|hacerlo|archivo|documento) )*word',
  ],
  formats: [
    "differences? between\\b.*\\b(?:decks?|slides|presentations?|documents?|web ?pages?|posts?)\\b.{0,20}|what(?:'?s| is) the difference between\\b.*\\b(?:decks?|slides|presentations?|documents?|web ?pages?|posts?)\\b.{0,20}",
    'was ist der unterschied zwischen .*\\b(?:prasentation|dokument|folien|webseite|beitrag)\\b.{0,20}',
    'quelle est la difference entre .*\\b(?:presentation|document|page|publication)\\b.{0,20}',
  ],
  connecting: [
    'who can (?:connect|set up|set this up|invite)\\b.{0,20}',
    'wer kann (?:dich|deckhand|das) (?:verbinden|einrichten|einladen)',
    'qui peut (?:te |vous )?(?:connecter|configurer|inviter).{0,20}',
  ],
};

const LEAD =
  "(?:(?:hey|hi|hello|yes|yeah|sure|ja|oui|ok|okay|so|and|but|oh|well|sorry|thanks|wait|actually|also|hm+|great|one (?:more )?question|quick question|(?:a )?question|before i start|by the way|btw|just (?:asking|wondering|curious)|deckhand|hallo|moin|und|aber|sag mal|(?:eine |kurze )*frage|ubrigens|ach|bonjour|salut|et|mais|alors|dis|une question|question|au fait|hola|y|pero|una pregunta)[ ,:;.!–-]+)*(?:(?:(?:can|could) you )?(?:please )?tell (?:me|us) (?=what|who|how|where|if)|do you know (?=what|who|how|where)|i(?:'?d| would) like to know (?=what|who|how|where)|i wonder (?=what|who|how|where)|(?:kannst du mir sagen|weisst du),? |(?:peux-tu me dire|sais-tu) )?";
const END =
  "(?:[ ,.?!]+(?:just (?:asking|wondering|curious)|in this (?:thread|channel)|here|there|exactly|please|pls|then|now|though|actually|really|anyway|again|btw|by the way|usually|normally|per (?:deck|document|month)|each time|for (?:it|this|that)|with (?:you|deckhand)|in deckhand|bitte|denn|eigentlich|genau|hier|so|dann|normalerweise|bei dir|s'il (?:te|vous) plait|svp|stp|au juste|exactement|ici|donc|por favor|aqui))*[\\s.!?…]*$";

const rows = Object.entries(patterns).map(
  ([topic, all]) => [topic as Topic, new RegExp(`^${LEAD}(?:${all.join('|')})${END}`, 'i')] as const,
);

/** Maximum length of a question, in characters. Also limits the time for matching. */
const LONGEST = 160;
/** Maximum number of questions in a sentence that are answered. */
const MOST = 2;

/** Returns the words as the patterns need them: without accents, with straight apostrophes and single spaces. */
function plainOf(words: string): string {
  return words
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/[’‘´`]/g, "'")
    .replace(/[¿¡"“”„«»]/g, '')
    .replace(/\bu\b/gi, 'you')
    .replace(/\br (?=you\b)/gi, 'are ')
    .replace(/\s+/g, ' ')
    .trim();
}

function topicOf(clause: string): Topic | undefined {
  const [found] = rows.find(([, pattern]) => pattern.test(clause)) ?? [];
  // "How much has Ben spent?" is about usage and not about a document.
  return found && found !== 'spent' ? found : (adminTopicIn(clause) ?? found);
}

/** Words that show that a question is about Deckhand, or about the person who asks it, and is no topic of a document. */
const ABOUT_DECKHAND =
  /\b(?:you|your|deckhand|i|me|my|it|this|that|du|dich|dir|ich|mich|mir|meine?|das|es|tu|toi|vous|je|moi|mes|ca|cela|l[ae]|mis?|eso|esto|themes?|templates?|designs|words?)\b/i;

/**
 * Returns what a sentence asks about Deckhand. Empty if it asks nothing that has an answer, or also says something else.
 * @param isCommand true after `/deck`, where a question such as "who pays?" is the topic of a document unless it names Deckhand
 */
export function questionsIn(said: string, isCommand = false): Topic[] {
  const words = withoutCourtesy(flatText(said));
  if (words === '' || words.length > LONGEST) return [];
  const whole = plainOf(words);
  const found = topicOf(whole);
  if (isCommand && !ABOUT_DECKHAND.test(whole) && !(found && isAdminTopic(found))) return [];
  if (found) return [found];
  const clauses = whole.split(/(?<=[?!.]) +/);
  const topics = clauses.map(topicOf);
  // "I don't have one" beside a question is no order.
  const isOther = (clause: string, at: number) =>
    !topics[at] && !clause.endsWith('?') && !SMALL_TALK.has(talkIn(clause) ?? '');
  if (clauses.length < 2 || clauses.some(isOther)) return [];
  return [...new Set(topics.filter((topic) => topic !== undefined))].slice(0, MOST);
}

const SMALL_TALK = new Set(['greeting', 'thanks', 'chat', 'remark', 'question']);
