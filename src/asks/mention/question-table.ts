/** The questions and orders that Deckhand answers in words, and the words that each contains. questions.ts compares sentences with them. */

/** Orders and questions about running Deckhand. */
const adminTopics = [
  'guests',
  'limits',
  'usage',
  'rules',
  'sharing',
  'audit',
  'connection',
  'erasePerson',
] as const;
export type AdminTopic = (typeof adminTopics)[number];
export const isAdminTopic = (topic: Topic): topic is AdminTopic => adminTopics.some((one) => one === topic);

/** Questions that each have one answer; the table shows which words they contain. */
export type Topic =
  | AdminTopic
  | 'abilities'
  | 'reads'
  | 'scopes'
  | 'users'
  | 'others'
  | 'leaving'
  | 'defaults'
  | 'words'
  | 'admins'
  | 'usageSeen'
  | 'readersSeen'
  | 'audience'
  | 'outside'
  | 'data'
  | 'privateChannels'
  | 'model'
  | 'training'
  | 'account'
  | 'payer'
  | 'limit'
  | 'cost'
  | 'spent'
  | 'duration'
  | 'size'
  | 'editing'
  | 'content'
  | 'meanwhile'
  | 'languages'
  | 'themes'
  | 'templates'
  | 'undo'
  | 'known'
  | 'exportOf'
  | 'optOut'
  | 'erase'
  | 'human'
  | 'price'
  | 'outage'
  | 'cannot'
  | 'deleting'
  | 'changing'
  | 'card'
  | 'digest'
  | 'links'
  | 'finding'
  | 'stopping'
  | 'photos'
  | 'trouble'
  | 'files'
  | 'word'
  | 'formats'
  | 'connecting'
  | 'uninstall'
  | 'gdpr'
  | 'tokens'
  | 'why'
  | 'ownership'
  | 'refund'
  | 'logged'
  | 'threads'
  | 'changed'
  | 'file'
  | 'unshare'
  | 'told'
  | 'forecast'
  | 'warned'
  | 'erased'
  | 'running'
  | 'inChat'
  | 'emptied'
  | 'inside'
  | 'summary';

/** A row of the table. */
export interface Row {
  topic: Topic;
  isOrder: boolean;
  /** A sentence needs a word of each of these lists. */
  needed: string[][];
  /** No word may mean one of these. */
  excluded: string[];
  /** All other terms of the row. */
  terms: string[];
}

/**
 * In each row: the topic, and what a sentence about it must contain, in any order. A term is a class of words of question-words.ts, or a
 * word; "|" separates alternatives, and "?" marks a term that may be missing. Every other word must be one of `smallWords`, so "usage of the
 * shop in November as slides" stays an ask. NAME is a person's name, and ANY are up to four words that nothing knows. If several rows match,
 * the one with the most terms is used, and the first of these. A row with "!" also recognizes orders, the others only questions.
 */
export const table: Row[] = `
!audit = audit log|logs|trail|history see? open?
!audit = WHO|anyone|anybody|someone|somebody changed|raised|lowered|removed|turned|set|let LIMITS|LIMIT|rule|rules|guests|guest in? EARLIER?
!connection = change|switch account|connection
!uninstall = uninstall|remove you|deckhand|app|yourself from? slack?
!uninstall = uninstall it
!connection = turn|switch off|yourself|deckhand|you yourself|deckhand|you
!connection = switch|change|move|replace account|connection another? other? new? different? it? NEED? HAPPEN? DOC? DIGEST? what?
!connection = disconnect|reconnect|connect|connected|disconnected WHO? HAPPEN? account? another? instead? own? different?
connection = another|different|other account use|have|take instead?
connection = HAPPEN|what LEAVE account owner? SOMEONE?
connection = which|whose account used?
guests = guest|guests let|allow SPEND MUCH? in? as? want? they? i? we? if? CREDITS? how?
!guests = guest|guests turn|let|allow|open|block|lock|enable|disable|forbid|stop|permit|close|use|allowed|see|in
!limits = approve|decline|grant|accept request NAME?
!limits = block|forbid|exclude|disable|off CHANNEL certain? some? single? it? you? like? in?
!limits = LIMITS set|reset|clear|change|raise|lower|increase|decrease|remove|edit|give|add|exceed|see NAME? CREDITS? SOMEONE? CHANNEL? person?
!limits = limit|cap CREDITS CHANNEL? SOMEONE? NAME? guest? guests?
!limits = limit|cap person|SOMEONE|NAME|CHANNEL|guests|group ANY
!limits = stop|block|forbid|remove|exclude SOMEONE|person|NAME use|using it? deckhand? from?
limits = remove|disable|exclude person|SOMEONE|NAME you|it|deckhand|off
!limits = nobody|only make|use pictures|images|digests|thorough|picture SOMEONE?
!limits = turn|switch|disable|enable|forbid pictures|images|digests|thorough|digest|picture EVERYTHING? SOMEONE? off? on? DOC? PEOPLE?
!limits = SOMEONE|PEOPLE|NAME|person SPEND more|max|maximum|most|over CREDITS?
!limits = NAME NEED CREDITS
limits = SOMEONE|PEOPLE SPEND CREDITS EVERYTHING?
limits = HAPPEN LIMIT|LIMITS NAME? SOMEONE?
usage = WHO spent|used|spends CREDITS MUCH?
!limits = grenze|obergrenze|limit setzen|festlegen|andern|fur SOMEONE? EVERYTHING? PEOPLE?
!guests = gaste|gasten|gast|invites|invite reinlassen|erlauben|zulassen|aussperren|sperren|autoriser|durfen EVERYTHING? use?
!limits = gib|gebt|donne NAME|SOMEONE CREDITS im?
!connection = trennen|deconnecter|abmelden deckhand|verbindung|you? comment?
!guests = let|allow|admit NAME use|in guest|guests
limits = ask|request|get more CREDITS SOMEONE?
limits = WHO ask CREDITS
limits = approve|approval DOC|every|asks|before made?
!guests = guest|guests admit|shut|exclude EVERYTHING? out?
!guests = guest|guests give|have|grant access
!guests = guest|guests keep out
!guests = guest|guests let EVERYTHING? MAKE? DOC? NAME?
!limits = give CREDITS NAME
!limits = block|ban|exclude|unblock NAME use? using?
!limits = give|allow CREDITS SOMEONE|person
!limits = LIMITS what|which|show|list|are
limits = exception|exceptions which|what|show|list|are|have|who we? there? LIMITS?
limits = request|requests open|pending|outstanding|waiting WHO? CREDITS? still? SOMEONE? there?
!limits = raise|lower|increase|give|set CREDITS to|more NAME?
!sharing = SHARE outside|external|externally|customers stop|forbid|prevent|allow|can|nobody|never|turn|disable|switch|block off? -you PEOPLE? DOC? company? EXTERNAL?
!usage = nutzung|verbrauch|utilisation zeig|zeige|montre mir?
!usage = usage SHOW? of? MONTHS? SOMEONE? see? NAME? CHANNEL? export? csv? guests?
usage = which|who|what CHANNEL|SOMEONE SPEND most CREDITS?
usage = MUCH|what SPEND guests CREDITS? MONTHS? -i
!usage = MUCH|what spent|spend|spends we MONTHS CREDITS?
!usage = what|MUCH left|LEFT NAME for? MONTHS? CREDITS?
usage = WHO SPEND most CREDITS?
!usage = what|MUCH SPEND WHO by? CREDITS?
usage = MUCH SPEND wir|nous|we WHO CREDITS?
usage = digest|digests SPEND MUCH|what NAME? CREDITS?
usage = WHO SPEND SPEND we|wir
!usage = SPEND CREDITS team|NAME|PEOPLE total? MUCH? -may|only|can|should
!usage = MUCH|what SPEND team|workspace|everyone|everybody CREDITS? MONTHS?
!usage = MUCH|what SPEND guest|guests EVERYTHING? CREDITS? MONTHS? -i
!usage = MUCH|what SPEND NAME CREDITS? MONTHS?
!rules = PEOPLE|SOMEONE EDIT finished|others DOC let?
!rules = allow|let PEOPLE|SOMEONE EDIT finished? DOC?
!rules = hide|show first DOC picture|slide|image
!sharing = make|keep DOC closed|open outside|outsiders|external|EXTERNAL to? for?
!rules = rule|rules set|change|edit|what|which|show|list|are|see|open
!rules = reader|readers names|name turn|hide|show|off
!erasePerson = erase|delete|remove|forget DATA|EVERYTHING|about NAME
!erasePerson = ERASE DATA SOMEONE|person LEAVE? EVERYTHING? WHO?
!erasePerson = ERASE EVERYTHING person|SOMEONE|PEOPLE about? LEAVE? STORE? KNOW? you?
!erasePerson = erase person
!erasePerson = erase NAME
!abilities = ABILITIES DOC? besides?
abilities = kinds|types|which|what DOC MAKE can kind? type?
!scopes = CHANNEL which|what|welche|welchen are|can|bist in|use|choose|name|read|summarize|ask|bist|available|there|exist summarise?
scopes = PERMISSION
scopes = you access|allowed do|see|read|what
scopes = it|deckhand READ PRIVATE CHANNEL
scopes = you|it|app|deckhand|bot SEE|READ PRIVATE dms|dm|channels|channel WHO? what? MESSAGES? direct? PEOPLE? EVERYTHING?
scopes = dms|dm between|two|private PEOPLE? MESSAGES? SEE? READ? you? direct? two?
scopes = use|add|invite PRIVATE CHANNEL you|it|deckhand
scopes = you SEE PRIVATE CHANNEL
users = can|may i|we use this|it|you|deckhand
users = what may|can|allowed do guest|guests|here i? we? guest? guests? not?
users = allowed|darf|durfen i|ich|we|wir use|using|benutzen|nutzen this? it? you? deckhand?
users = WHO use|using|benutzen|verwenden|nutzen|utiliser can|may|allowed|kann|darf|peut|able
users = NAME SPEND|use can|may|could CREDITS? you? it? deckhand?
users = WHO SPEND CREDITS can|may|allowed
users = NAME|SOMEONE|PEOPLE MAKE|use can|may|could one|too|also DOC? -you
!users = give|make admin|owner me
users = EXTERNAL|others|organizations|organisations|companies work|support|use PEOPLE? outside?
users = connect|shared slack|channels work|support|use CHANNEL?
others = NAME MAKES what|which DOC? lately? PAST?
others = NAME MAKES see|find|list|read|open
!others = NAMES_DOCUMENTS
others = DOC|made PEOPLE i|we|admins see|find|list|read|open
others = guest SEE what|open i|we as?
others = what PEOPLE|others MAKES CHANNEL?
usage = anybody|somebody|someone|anyone|who over LIMIT|LIMITS already? is? are?
others = READS_PEOPLE made|MAKES|make|making others? PEOPLE? SOMEONE?
others = WHO made|make what|which
others = i|we|admin|admins SEE PEOPLE|others|other MAKES what? DOC?
others = PEOPLE|SOMEONE SEE each|other|others DOC
others = DOC all list|see company? team?
leaving = LEAVE HAPPEN SOMEONE|PEOPLE|person|NAME DOC? DIGEST? company? team?
leaving = LEAVE NAME|she|he|account|owner stop|work|working|HAPPEN|what company? team? you? deckhand? if? does? DOC? still? account? running? EVERYTHING?
leaving = LEAVE HAPPEN|what i company|team DOC? DIGEST?
leaving = jemand LEAVE passiert firma? unternehmen? team?
!defaults = DEFAULT just|PRIVATE|change|set|see|edit EVERYTHING? SOMEONE? make? settings? use? turn?
!defaults = make EVERYTHING PRIVATE DEFAULT? -something
!defaults = DEFAULT PRIVATE|LANGUAGE|language|theme|template DOC? make? set? change? SOMEONE? EVERYTHING? result? -still
!defaults = set|choose|change|have|use template|theme|language|brand company SOMEONE?
!defaults = settings open?
!defaults = set|change|make my|our|everybody|everyone language|theme|brand LANGUAGE? SOMEONE? ANY
reads = you|du|tu|vous|deckhand|lees|puedes READ MESSAGES|CHANNEL|EVERYTHING|us|along|mit|nachrichten PRIVATE? direct? public? WRITE? team? secretly? everything?
reads = READ wird|werden|is|are hier|here|das|this thread? CHANNEL? MESSAGES?
reads = you listen|listening
reads = you|du READ thread
reads = what|which|was you|du READ|USE MESSAGES? CHANNEL?
reads = does|will|do|did it|that|this READ CHANNEL|MESSAGES|thread DOC?
reads = USE|use|uses|using|read|reads WRITE|MESSAGES|said CHANNEL|when|if|channel what? i? in? SOMEONE? make? makes? MAKE? DOC? ANY
reads = where you|it|that from get|take|find NUMBERS? DOC?
words = SOMEONE|others|NAME notice|notified|notification|hear here? i? do? this? that?
words = WHO|SOMEONE|ADMIN|NAME SEE WRITE|MESSAGES EVERYTHING? -yes
words = PRIVATE WRITE|MESSAGES EVERYTHING? bleibt?
words = hier|here PRIVATE bleibt? EVERYTHING?
admins = ADMIN SEE DOC|PRIVATE EVERYTHING? photos?
admins = ADMIN know|learn|find|SEE what EVERYTHING? out?
admins = MONITOR my|our|we|i work? usage? activity? writing? ADMIN?
admins = ADMIN READ|track|monitor i|me|us
admins = READS_PEOPLE WRITE dms? PEOPLE?
usageSeen = anonymous|anonymously|anonymise|anonymised USAGE|SPEND|it|names|that|data turn? off? WHO? credits? spending? we? you?
usageSeen = turn|switch|hide off|who|that USAGE|SPEND PEOPLE? SOMEONE? WHO? see? not?
admins = ADMIN SEE WHO made|MAKES|make|asks what? DOC? EVERYTHING? can?
told = admin|admins change|changes|changed without|noticing|knowing|know|told|notified another? other? that? it? LIMITS? limit? rule? rules? me?
forecast = COST|cost us|we roll|rollout|people|everybody|everyone|3000 EVERYTHING? PEOPLE? ANY
forecast = COST month|monthly|year|people|employees|company|users MUCH? DOC? PEOPLE? SOMEONE? use? MONTHS? ANY
warned = warned|warning|told|notified spend|overspend|over|exceed|too us? we? i? much? before? when? if?
warned = warned|warning|warn|alert|alerted|notified|told used|limit|limits|reached|CREDITS|empty|out before? when? us? run? budget?
erased = she|he|her|him STORE|KEEP|gone|deleted|erased what? really? still? DATA? EVERYTHING?
running = anything|something|progress|making running|now|progress|made still? being? going? on?
logged = STORE|KEEP|log|track|record what each|every|about|per person|SOMEONE|PEOPLE|user|employee LONG? data?
threads = replies|reply|thread|threads READ|included|include|in|count|used|use|there|counted messages? message? top? level? only? just? too? or? also? channel? DOC?
changed = CHANGE work|worked|done|ready|through|made|finished|there HAPPEN? my? last? did? budget?
changed = what HAPPEN CHANGE ANY
file = where FILE_OF
unshare = take|get back share|shared DOC?
!unshare = wrong channel|place|thread remove|delete|take|get back? again? out? here?
usageSeen = WHO|ADMIN|SOMEONE SEE|tell SPEND CREDITS? MUCH?
readersSeen = READERS ADMIN|WHO|SOMEONE|i|ich|man|you SEE DOC? PEOPLE?
readersSeen = WHO has|have read|opened|viewed|seen DOC?
readersSeen = readers|reader names|name|who see|seen|visible|shown
audience = WHO|everyone|anyone has|have|gets|get LINK DOC? what? which?
audience = WHO SEE DOC? LINK? use? USE? private? MAKE?
audience = all|whole SEE ANY -DATA|credits|digests
audience = SOMEONE|ADMIN|EXTERNAL SEE DOC? LINK? USE?
audience = NAME|she|he|they SEE LINK|DOC can|could|will|does|kann
audience = NAME SEE can|could|will|does|kann DOC? LINK?
audience = is|are|was|will|ist|sind|bleibt|est|sera|es PRIVATE DOC?
audience = is|are|will|ist for|fur me|everyone|everybody|mich DOC? channel?
outside = SHARE EXTERNAL i|we|ich|wir|je|on|puis|am DOC? people?
!gdpr = GDPR SAFE|konform|ok use? it?
gdpr = dpa|avv need|have|sign|is|brauchen GDPR?
!gdpr = GDPR use? EVERYTHING?
data = privacy policy?
data = data protection|privacy
data = sent|passed|transmitted ANY -i|notify|digest
data = HAPPEN DATA|MESSAGES|WRITE|DOC -if|when|LEAVE
admins = MONITOR PEOPLE|SOMEONE|mitarbeiter WHO? damit? here? it? by? you?
leaving = LEAVE HAPPEN she|he|his|her|their|NAME DOC|DATA|DIGEST DATA? ERASE? we? it? MONTHS?
data = what|que do|doing|does|done|macht|machst|fais with|mit DATA|MESSAGES|WRITE
data = STORE DATA? DOC? MESSAGES? LONG? PRIVATE? somewhere?
data = where|wo STORE DOC|DATA ANY
data = where|wo|ou|donde DATA|MESSAGES go|live|end|land|landen|bleiben|liegen|vont|is|are|sind|sont
data = where|wo DOC go|live|end|land|landen finished?
data = KEEP DATA|MESSAGES|DOC|WRITE|LONG you|deckhand|service|du|does|vous|tu|ihr
data = SHARE|sell DATA you|deckhand
data = SERVER DATA? STORE?
data = SAFE|PRIVATE EXTERNAL|clients|confidential|sensitive|stuff use? it? DATA? PRIVATE?
data = PRIVATE DATA is|are|stay|keep|how
data = SAFE DATA? DOC? MESSAGES? use? EVERYTHING?
tokens = STORE|SAFE|KEEP|where|encrypted TOKEN access? use? EVERYTHING?
privateChannels = PRIVATE CHANNEL MAKE DOC? PEOPLE? SOMEONE? like? out? from? of? use?
!privateChannels = PRIVATE CHANNEL forbid|block|exclude|prevent|stop|turn|disable|off|without out? it? you? SOMEONE? MAKE? DOC?
privateChannels = PRIVATE CHANNEL WHO SEE DOC? PEOPLE? MAKE? SOMEONE? made?
privateChannels = PRIVATE CHANNEL WHO? SEE? DOC? HAPPEN? SAFE? treat? handle? made?
model = MODEL which|what|welches|quel used? uses? run? behind? based? language? use? using? WRITE? writes?
model = are|is|do|use GPT|MODEL using?
training = TRAIN you|DATA|MODEL|MESSAGES|used|deckhand|wird|werden|utilise|sert|usan|usas USE? ANY
account = ACCOUNT NEED|create|creer|tener|crear PEOPLE? SOMEONE? their? eigenes? eigenen? own? avoir? ouvrir? open? DOC? tengo? ANY
!account = she|he|they|SOMEONE|EXTERNAL has|have|without no|without ACCOUNT
account = SIGNUP|sign NEED|have|must|should|muss DOC? software?
payer = WHO PAY DOC? all? what? MAKE? MAKES? SOMEONE? PEOPLE? for?
payer = WHOSE MONEY SPEND?
payer = DOC come|comes|taken|charged out|from|to budget|team|department|money my? our? team?
payer = PAY it|this|that company|team|studio|NAME for?
ownership = WHO|whose own|owns|owner|copyright|rights use? used? commercially? picture? pictures? images? draw? DOC? ANY
ownership = legal|legally use? used? DOC? picture? pictures? instagram? linkedin? facebook? ANY
ownership = commercially|copyright|licensed use? used? DOC? picture? pictures? ANY
payer = COST me|us anything? something? do?
payer = FREE charge? use?
payer = i|we|ich PAY have|need|do|muss DOC? NEED?
price = COST credit per|one|each|single
price = credit worth|dollar|dollars|euros|euro|pounds|money|mean COST? MUCH? ANY
refund = CREDITS|MONEY back|refund|refunded get? i? we? DOC?
refund = refund|refunded DOC? CREDITS?
outage = down|outage|offline|unavailable|reachable is|are|what|was HAPPEN? during? PAY? ANY
outage = failed DOC|asks|CREDITS COST|PAY|count|SPEND
limit = LIMIT MONEY? SPEND? high?
limit = LIMIT my|our|i|we|mein|meine|ma|ich|j|mi what|which|was|quel|quelle|is|have|habe|cual|ai MONEY? SPEND?
!limit = my|our|meine USAGE SHOW? CREDITS? own?
limit = i|we|ich|wir|j|je|nous|on SPEND MUCH|what|was CREDITS?
limit = i|we|ich|wir|j|je|nous|on have|habe|haben|left|noch|reste CREDITS MUCH LEFT?
limit = i|we|ich MUCH DOC MAKE
limit = i|we more MAKE|SPEND can|may|could|am MUCH?
limit = i|we MUCH SPEND guest|guests may? can? CREDITS? -let|allow
limit = MUCH LEFT CREDITS
limit = MUCH LEFT i|we|ich
limit = LIMIT LEFT|much i|we
!limit = WHY_NOT
spent = PAST COST|COSTED DOC? MUCH? CREDITS? CHANGE?
spent = PAST SPEND what|MUCH DOC?
spent = was|were CREDITS MUCH
spent = PAST CREDITS SPEND|cost MUCH DOC? CHANGE?
spent = PAST COST what|MUCH DOC ANY
spent = i|we PAY did MUCH|what DOC?
cost = COST DOC? MUCH? CREDITS? MONEY? CHANGE? -about|on|get
cost = MUCH CREDITS|MONEY DOC? TAKE? USE? MAKE? SPEND?
cost = what|was|MUCH COST DOC ANY
cost = COST known|clear now? DOC?
cost = MUCH both|all|together
cost = MUCHONLY
cost = how MUCH is|are|for DOC|SLIDES typical? usual? average? normal? standard? usually? DOC? SLIDES?
size = SLIDES MUCH|number MAX|get|can|may|could DOC?
size = SLIDES LIMIT|MAX
size = BIG be|have|get can|may|could|should DOC? MAX? SLIDES?
editing = SOMEONE|PEOPLE EDIT DOC? LATER? work?
changing = translation|translate|translating|translated new|replace|replaces|overwrite|overwrites|original|copy ANY
changing = i|we EDIT LATER|still|how DOC?
card = what card is|does -on|my
digest = what digest is|does
digest = digest|digests COST MUCH? what? MONTHS? me? us? month? monthly? week? weekly? per? each?
digest = digest|digests COST month|monthly|per|each|week|year MUCH? what? me? us? DOC?
digest = digest|digests running|active|any|which|set still? there? up? now?
digest = WHO|SOMEONE|i|we can|may|allowed set|create|make|have|schedule digest|digests up? here?
digest = WHO|SOMEONE SEE digest that? it? PEOPLE?
links = LINK read|open you
finding = FIND_OLD DOC
stopping = i|we cancel|stop can|how DOC?
photos = USE|add i|we picture|pictures|photos|images|logo own?
why = why
emptied = what HAPPEN CREDITS|MONEY|balance out|empty|gone|used|spent|over|ends? when? if? we? run? runs? all? up? are? no?
emptied = what if CREDITS|MONEY|balance run|runs|out|empty|gone|used out? are? all? we? up?
connection = what HAPPEN disconnect|disconnected|disconnecting DOC? DIGEST? you? deckhand? if? when? everything? old? our?
connection = DOC gone|lost|stay|disappear disconnect|leaves|leave|disconnected|removed NAME? we? it? if? account? you? deckhand? uninstall?
inChat = answer|reply|tell|write|say|summarize|summary here|chat|directly|slack just? only? can? text? DOC? instead? thread? without? file? message? deck? not?
inChat = text only|just make? without? no? not? DOC? file? -slides
trouble = why|what slow|fail|failed|wrong|broken went? DOC? LONG? TAKE?
trouble = report problem|bug|issue|error
content = CONTENT DOC?
inside = still in|there|inside|gone DOC? ANY
content = OUTLINE you|can FIRST? SHOW? DOC? SEE?
content = OUTLINE DOC?
content = SEE FIRST i|we|ich DOC? OUTLINE?
meanwhile = CLOSE i|we|ich SLACK? app? meanwhile? down? can|may|could|should|kann|darf|soll|happens|what|if
meanwhile = WAIT i|we|ich must|have|do|should|muss|need keep? open? SLACK?
limit = MUCH left|LEFT CREDITS? MONTHS? i? we? there?
duration = LONG|MUCH TAKE|until|till|before|still|left|noch DOC? MAKE? READY? CHANGE? -CREDITS
duration = WHEN READY|there|here|come|da DOC?
duration = READY nearly? almost?
duration = PROGRESS
defaults = which|what language DOC made|are|set here? now? in? workspace? i? just? for?
languages = LANGUAGES SPEAK|MAKE|supported|available|possible|which|what|welche|quelles|que|en DOC?
languages = LANGUAGE you|du|ihr|sie|i|tu|vous|hablas|entiendes SPEAK|auch -it|this|that|das|es|cela|ca|machen
languages = LANGUAGE geht auch
languages = DOC LANGUAGE be can|could MAKE?
themes = BRAND you|it|deckhand USE|look|have|know|apply|support|take|follow design? colours? style? identity? theme? guideline? font? company? house? color? colour? own? looks?
!themes = THEMES AVAILABLE?
themes = looks|styles which|what AVAILABLE?
!templates = TEMPLATES AVAILABLE? PEOPLE?
!undo = UNDO CHANGE? MAKE? EARLIER? derniere?
!undo = EARLIER VERSION restore? find? see? bring? SHOW?
!known = KEEP|STORE what i WRITE of? from?
!known = DATA SHOW my|our|meine|mes copy? personlichen?
!known = KNOW me|mich|mir|moi|mi about|on|of|from|uber|von|sur|de|sobre|have DATA? SHOW? EVERYTHING? copy?
known = STORE|KEEP what|anything
!exportOf = EXPORT NAME DATA
!optOut = my|meine|mes MESSAGES|posts|worte OUT LEAVE? keep? DOC? DIGEST? take? lass? halte? nimm? garde? laisse? EVERYTHING?
!optOut = my|meine|mes MESSAGES|posts not|don|never|stop|dont|nicht|pas|plus|again|wieder|ne USE|READ DOC? keine?
!optOut = my MESSAGES|posts ERASE others|MAKES|make what? from? PEOPLE? others?
!optOut = my MESSAGES|posts not|don|never USE|used|use DOC? in? others? PEOPLE? no?
!optOut = USE my MESSAGES|posts PEOPLE?
optOut = my|meine MESSAGES|posts|words used|use|in|end DOC|PEOPLE CHANNEL? end? other? others? up? PEOPLE?
!optOut = my MESSAGES|posts OUT keep|leave|take MAKES? DOC? others? PEOPLE? CHANNEL? this? channel?
!optOut = OPT OUT? PEOPLE? SOMEONE?
optOut = OPT OUT SOMEONE? PEOPLE? MESSAGES? USE? used? not? so? DOC? their? READ?
optOut = WRITE out|OUT keep|leave what PEOPLE? they? it? of?
optOut = MESSAGES out|OUT keep|leave|take|get PEOPLE? SOMEONE? their? DOC?
erase = ERASE that|it i|me|mine how get? when? job? ends? end? leave? here? afterwards?
!erase = ERASE KEEP|STORE|WRITE you|i what? EVERYTHING?
!erase = ERASE DATA my|our|meine|mes|mis EVERYTHING? account? MESSAGES? PRIVATE?
!erase = ERASE account|history my
!erase = ERASE KNOW me|mich|moi|mi EVERYTHING?
!erase = ERASE WRITE i|ich|we|j EVERYTHING?
!erase = ERASE me|mich EVERYTHING?
!erase = ERASE stuff|things my|mine EVERYTHING?
!erase = ERASE EVERYTHING KNOW|got you
!human = TALK HUMAN|admin real? connect? SOMEONE? EVERYTHING? gerne? echten? vrai? vraie?
!human = HUMAN need|want|get real? necesito? connect? chat?
human = WHO RUNS BOT? app?
human = WHO ADMIN
human = WHO HELP DOC?
!cannot = book|reserve room|table|flight|hotel|meeting ANY -DOC
cannot = weather|news|temperature|score ANY -slide|slides|put|add|include|page|section|deck|plan|put
!cannot = tell|know joke ANY
!cannot = send reminder|message|dm NAME ANY
!cannot = email|mail me|us ANY
!cannot = remind me ANY
cannot = post|publish you linkedin|instagram|twitter|facebook|x|social DOC?
cannot = send you email|mail DOC?
cannot = WHO in|are CHANNEL member? members?
deleting = ERASE DOC how
human = are|bist|es|eres|is|etes HUMAN|BOT|MODEL|real echter? software?
files = FILES READ|TAKES which|what|welche|quels|que|kinds|types FILETYPE? type? kind? PEOPLE? ATTACH?
files = picture|image|pictures|screenshots|images READ you|it PEOPLE? pasted? above?
files = FILETYPE give|attach|use|add you|i|we can|could NUMBERS? DOC?
files = FILETYPE make|do|made DOC from|of|out FILES?
files = FILETYPE|FILES READ|ATTACH|send|accept|open you|i|we|du|ich|tu|kannst|kann|peux DOC? PEOPLE? csv? picture? image?
files = ABILITIES FILETYPE|FILES
files = what do|can|make with|from|of FILETYPE
files = how|where|wo|comment ATTACH|send FILES|FILETYPE DOC? picture?
files = MAKES_FILES FILES? FILETYPE?
!files = download link?
!word = WORDFILE MAKE? FORMAT? DOC? EXPORT? ms? microsoft? rather? lieber? plutot? all? said? pdf? still? archivo? exportieren? brauche? sous? geht? speichern? machen?
formats = DIFFERENCE DOC between? zwischen? entre?
scopes = how|wo|wie|comment invite|add|get you|deckhand CHANNEL|into PRIVATE?
limit = digest|digests cost|count CREDITS?
payer = digest|digests|guest|guests WHO? PAY
connecting = what|how NEED|start|begin set|setup|start|begin|connect i? we? up? do? first? now? have? get?
connecting = WHO CONNECT can|may|kann|peut it? DOC?
`
  .trim()
  .split('\n')
  .map((line): Row => {
    const [head = '', terms = ''] = line.split(' = ');
    const all = terms.split(' ');
    const of = (wanted: RegExp) =>
      all.filter((term) => wanted.test(term)).map((term) => term.replace(/^-|\?$/g, '').split('|'));
    return {
      topic: head.replace('!', '') as Topic,
      isOrder: head.startsWith('!'),
      needed: of(/^(?!-|ANY$).*[^?]$/),
      excluded: of(/^-/).flat(),
      terms: of(/^[^-]/).flat(),
    };
  });
