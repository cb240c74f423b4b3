import type { Topic } from './question-table.ts';

/**
 * Recognizes orders and rules about running Deckhand by a few words that stand anywhere in the sentence, in English, German and French:
 * "nobody should spend more than 50 a month", "stell die Bilder für alle ab". The sentence is in lower case and without accents.
 */

/** Matches words for all people of a workspace, or for a part of it that has rules. */
const FOR_ALL =
  /\b(?:everyone|everybody|anyone|anybody|nobody|no ?one|for all|all (?:people|members|users|of us)|whole (?:team|workspace|company|studio)|workspace|(?<!\bno )(?:members|people|colleagues)|each (?:person|channel)|every (?:person|channel|member)|per (?:person|month|head)|a month|this channel|by default|default (?:language|format|theme|template|tone)|fur alle|alle|jede[rnms]?|for now|for the moment|for the time being|until \w+|for the (?:company|team)|niemand|keiner|im monat|tout le monde|chacun|personne ne|par mois|toute l'equipe|unsere leute|die leute|(?:die )?mitarbeiter|nos (?:gens|employes)|(?:ganze|gesamte) firma)\b|@\w/;
const LIMITS =
  /\b(?:may|should|must|can|could|shall|shouldn't|mustn't|can't|allowed|only|no|not|max|maximum|at most|up to|more than|by default|default|want|don'?t|never|set|off|unlimited|remove|lift|needs?|darf|durfen|soll|sollen|nur|keine?|hochstens|maximal|ab|aus|auf|stell|setze?|gib|standard\w*|peut|peuvent|doit|seulement|let|again|allow|stop|pause|open|limite[zr]?|desactive[rz]?|fixe[rz]?|donne[rz]?|par defaut|verbiete\w*|verboten|erlaub\w*|interdi\w*|autoris\w*|forbid|prohibit)\b/;

/** Matches words with which a topic begins, and no rule. */
const TOPIC =
  /^(?:an?|the|our|my|eine?|unsere?|une?|notre|nos) (?!.*\b(?:set|use) (?:it|that|this) (?:for|as)\b)(?!.*\bdefault\b.*\b(?:everybody|everyone|all|workspace)\b|.*\b(?:for|of) (?:everybody|everyone|all)\b.*\bdefault\b)(?!(?:whole |entire |ganze |gesamte )?(?:workspace|company|team|firma|people|leute) (?:should|may|must|can(?:not|'t)?|shouldn't|mustn't|darf|soll))|\b(?:nobody|no ?one) else\b|\b(?:how|why|warum|pourquoi) (?!(?:do|can|could) (?:i|we)\b)/;
/** Matches a request for a document, which can be about limits, too. */
const ASKS_FOR =
  /\b(?:slides?|decks?|presentations?|one-?pagers?|reports?) (?:about|on|of|for|regarding|covering)\b|\b(?:slides?|decks?|presentations?|documents?|reports?) (?:\S+ ){1,3}about\b|\b\d+ (?:slides?|pages?|folien|seiten|diapos)\b|^(?:erklare?|explain|add|include|mention|erwahne?|describe|cover|show how)\b/;
/** Maximum length of a rule, in characters. */
const LONGEST = 120;

/** Matches the beginning of an order that only admins give: "turn off …", "only marketing …". */
const RUNS =
  /^(?:(?:please|can (?:i|we)|i(?:'d| would)? (?:like|want) to|we want to|from now on)[ ,]+)*(?:turn|switch|disable|enable|allow|forbid|prevent|block|ban|stop|let|limit|cap|restrict|exclude|only|nobody|no one)\b/;
/** Matches a wish, or words about spending, which can be such an order too: "I don't want anyone to spend more than 50". */
const MAY_RUN =
  /^(?:i|we)(?: would|'d)? (?:do(?: not|n'?t)|want|like|need|wish)\b|\b(?:spend|spends|spending|spent|credits?)\b/;

/** Returns true if a sentence may be an order about running Deckhand, so that it is compared with the table's orders. */
export function mayRun(plain: string, isQuestion: boolean): boolean {
  const isWish = MAY_RUN.test(plain) && !isQuestion && (LIMITS.test(plain) || /\bcredits?\b/.test(plain));
  return RUNS.test(plain) || isWish;
}

/** Words that name a topic alone, whoever they are for. All patterns of a row must match, and the first row decides. */
const named: [Topic, ...RegExp[]][] = [
  [
    'erasePerson',
    /\b(?:erase|delete|wipe|losch\w*|supprime\w*|efface\w*)\b/,
    /\b(?:data|everything|daten|donnees|gdpr|dsgvo|rgpd|her|him|them)\b/,
    /\b(?:of|about|gdpr|left|company|her|him|them|von|uber|de|sur)\b/,
  ],
  [
    'uninstall',
    /\bget rid of (?:you|deckhand)\b|\b(?:uninstall\w*|deinstall\w*|desinstall\w*)\b(?! (?:the|our|a|old|our)\b)|\b(?:remove|removing|entferne?n?|enlever|supprimer) (?:ich |man |wir )?(?:the |die |l')?(?:app|application|deckhand)(?: (?:again|from slack|please|aus slack|de slack|wieder))?(?=[ ?!.]*$)/,
  ],
  [
    'connection',
    /\b(?:disconnect\w*|trennen?|trenne|deconnect\w*)\b/,
    /\b(?:deckhand|it|you|this|account|verbindung|connexion|konto|compte|service)\b/,
  ],
  [
    'audit',
    /\baudit (?:log|logs|trail|csv|export)\b|\bauditprotokoll\b|\bjournal d'audit\b|^(?:show|open|zeig|montre)\w* .{0,12}\baudit\b|^(?:zeig|show)\w* (?:mir |me )?(?:das |the )?(?:protokoll|log)\b/,
  ],
  [
    'limits',
    /\b(?:credits?|kredite?)\b/,
    /\b(?:max|maximum|may|limit\w*|no more|set|give|warn|alert|notify|at most|unlimited|remove|lift|needs?|darf|durfen|soll|sollen|hochstens|maximal|gib|setze?|donne[rz]?|peut|wie viele darf)\b/,
  ],
  [
    'limits',
    /^(?:(?:please|bitte|can you|i want to|we want to) )*(?:set|remove|lift|raise|lower|drop|clear|setze?|entferne?|erhohe?|senke?|fixe[rz]?|enleve[rz]?|supprime[rz]?)\b/,
    /^(?:(?:please|bitte|can you|i want to|we want to) )*\S+ (?:(?:the|all|my|any|every|a|das|die|alle|la|les|le) |@?\w+'s )?(?:credit |monthly )?(?:limits?|grenzen?|limite|plafond|obergrenze)(?: (?:for|of|to|von|fur|pour|auf|a|again|please)\b.*)?$/,
  ],
  [
    'limits',
    /^(?:(?:ok|yes|and|please)[ ,]+)*(?:give|grant|set) @?\p{L}{2,20}(?: \p{L}{2,20})?(?: to)? \d+(?: (?:credits?|a month|this month|more))*(?:[,;] .{3,60})?[ .!]*$/u,
  ],
  [
    'limits',
    /^(?:(?:ok|yes|and|please)[ ,]+)*(?:approve|grant|accept|decline|reject) .{0,30}\b(?:request|ask)\b/,
  ],
  [
    'limits',
    /^(?:(?:and|then|please|ok|plus|now)[ ,]+)*\d+ (?:credits? )?(?:for|per) (?:each|every|the|all|a) ?(?:whole )?(?:channel|person|company|workspace|team|member|people)\b/,
  ],
  [
    'limits',
    /^(?:[^:]{1,20}: )?(?:(?:and|please|ok|for now|during the pilot)[ ,]+)*only .{2,80} (?:should|may|can|must|are|to) (?:be )?(?:able|allowed)? ?(?:to )?(?:use (?:it|you|deckhand|this)|spend|make)\b/,
  ],
  [
    'limits',
    /\bpilot\b/,
    /\b(?:people|colleagues|users|group|persons?|members)\b/,
    /^(?:how|can|could|may)\b/,
  ],
  [
    'limits',
    /\b(?:(?:whole|entire) (?:company|workspace|team|firma)|company as a whole)\b/,
    /\b\d{2,}\b/,
    /\b(?:pot|budget|total|together)\b/,
  ],
  [
    'privateChannels',
    /\b(?:channel|channels)\b/,
    /\b(?:don't want|do not want|must not|mustn't|should not|shouldn't|may not|never)\b.*\b(?:used|read|summari[sz]ed|included)\b/,
  ],
  [
    'defaults',
    /\b(?:all|every) (?:our )?(?:documents?|decks?|presentations?|results?)\b|\beverything (?:in|should|must|is|private|by)\b/,
    /\bin (?:german|english|british english|french|spanish|norwegian|dutch|italian|polish)\b|\btheme\b|\bprivate\b/,
    /\bfor (?:everybody|everyone|all|the whole \w+)\b|\bby default\b/,
  ],
  [
    'defaults',
    /\b(?:default|standard)\b/,
    /\b(?:everybody|everyone|all of us|company|workspace|whole team)\b/,
    /\b(?:is|be|set|make|use|should|must|private)\b/,
  ],
  [
    'defaults',
    /^(?:(?:and|please|ok)[ ,]+)*from now on\b.*\b(?:always|use|keep|make|private|theme|pdf|language|in (?:english|german|french))\b/,
  ],
  [
    'limits',
    /^(?:(?:and|then|please|ok|plus|now|but)[ ,]+)*(?:max|maximum|at most|no more than|up to) \d+(?: credits?)?(?: a month| per month)? (?:for|in) (?:#|<#|the |our |this )?\S+(?: a month)?[.! ]*$/,
  ],
  [
    'limits',
    /^(?:(?:and|then|please|ok|plus|now|but)[ ,]+)*\p{L}{2,20}(?: \p{L}{2,20})? (?:gets?|may have|can have|should (?:get|have)|needs?) (?:only )?\d{2,}(?: credits?)?(?: a month)?(?:[,;] .{3,60})?[.! ]*$/u,
  ],
  [
    'limits',
    /^(?:(?:please|ok|and|now|can you)[ ,]+)*(?:let|allow) (?!me\b|us\b|it\b|guests?\b)\S+(?: \p{L}{2,20})? (?:to )?(?:make|use|have|do|draw|create) (?:pictures?|images?|digests?|thorough\b.*)[.! ]*$/u,
  ],
  [
    'limits',
    /^(?:(?:and|please|ok|no|now|can you)[ ,]+)*(?:raise|lower|set|put|increase) (?!the\b|it\b|this\b|that\b|slide|page|price|font|title)@?\p{L}{2,20}(?: \p{L}{2,20})? to \d{2,}(?: credits?)?(?: a month)?[.! ]*$/u,
  ],
  [
    'limits',
    /^(?:(?:and|please|ok)[ ,]+)*@?\p{L}{2,20}(?: \p{L}{2,20})? (?:needs|wants|should get|does|is|has)\b.{0,50}[,;.:] (?:please |so )?(?:give|set|raise|let) (?:her|him|them)\b.{0,12}\d/u,
  ],
  [
    'limits',
    /^(?:(?:and|please|ok|now|so)[ ,]+)*(?:allow|enable|permit|turn on|switch on|forbid) (?:the )?(?:thorough (?:documents?|decks?)|pictures?|images?|digests?)(?: again| now| please| for (?:all|everyone|everybody))*[.! ]*$/,
  ],
  [
    'limits',
    /^(?:[^,]{1,25}, )?(?:(?:and|please|ok|the)[ ,]+)*(?:thorough (?:documents?|decks?)|pictures?|images?|digests?)[:,]? (?:not|off|no|on|back on|allowed|forbidden)\b/,
  ],
  [
    'limits',
    /^(?:(?:no|sorry|and|but|i mean)[ ,]+)*(?:max(?:imum)? )?\d+(?: credits?)?(?: a month)? for (?:the |our )?(?:whole|entire) (?:company|workspace|team|firma)\b/,
  ],
  [
    'sharing',
    /\b(?:nobody|no ?one|no outsiders?)\b/,
    /\b(?:outside|external)\b/,
    /\b(?:our|all|the) (?:documents|decks|files)\b/,
  ],
  [
    'limits',
    /@\S+.{0,60}\b(?:needs?|should (?:get|have)|gets|may have) (?:only )?\d+(?: credits?)?(?: a month)?(?:[,;] .{3,60})?[.! ]*$/,
  ],
  [
    'limits',
    /\bonly (?:want|let|allow) .{2,60} (?:to )?(?:use|spend)\b|\brestrict (?:it|this|deckhand|use) to\b/,
  ],
  [
    'limits',
    /^(?:(?:ok|yes|and|please)[ ,]+)*let @?\p{L}{2,20}(?: \p{L}{2,20})? use (?:it|you|deckhand|this)\b/u,
  ],
  [
    'usage',
    /^(?:(?:show|see|please|me|the)[ ,]+)*usage (?:of|for|by) @?\p{L}+(?: \p{L}+)?(?: please)?[ .?!]*$/u,
  ],
  [
    'guests',
    /\b(?:guests?|gaste) (?:should|must|may|can|are|shall|durfen|sollen)(?:n't| not| never)*(?: be)?(?: allowed to| nicht| nie)?(?: \w+){0,2} (?:use|have|spend|nutzen|benutzen|verwenden)\b/,
  ],
  ['rules', /\breaders?'?s? names?\b/, /\b(?:visible|see|seen|show|shown|hide|hidden|off)\b/],
  [
    'limits',
    /^@?\p{L}+ (?:should|may|can|needs to|has to) (?:get|have|spend|use) (?:up to )?\d+ (?:more|credits?)\b/u,
  ],
  [
    'limits',
    /^(?:(?:and|und|et|so)[ ,]+)*(?:the |die |les )?\d+ (?:credits? )?(?:for|fur|pour) (?:the |die |la )?(?:whole |entire |ganze |gesamte |toute la )?(?:company|workspace|team|firma|everyone|everybody|societe|each \w+)(?: too)?[ ?!.]*$/,
  ],
  [
    'limits',
    /^(?:(?:ok|so|from now on|and)[ ,]+)*(?:everybody|everyone|all (?:people|members)|anybody|anyone) (?:may|can|should) (?:spend|use credits|make things|use (?:it|you|deckhand))(?: credits)?(?: again| now)*[ .!]*$/,
  ],
  [
    'guests',
    /^(?:(?:and|please|ok|so)[ ,]+)*(?:can|could|may|how (?:do|can)) (?:i|we) (?:only )?let (?:in )?(?:only|just) \S+(?: \S+)?(?: in)?[ ?!.]*$/,
  ],
  [
    'guests',
    /^(?:(?:and|please|bitte|ok)[ ,]+)*(?:no (?:more )?guests?|guests? (?:out|in)(?: again)?|keine gaste|pas d'invites)(?: please| any ?more| here| bitte)?(?:[,;] .{3,40})?[.!]*$/,
  ],
  [
    'sharing',
    /\b(?:verbiet\w*|verboten|forbid|forbidden|prohibit|interdi\w*|verhinder\w*|stop|prevent|allow|erlaub\w*|autoris\w*)\b/,
    /\b(?:teilen|geteilt|share|sharing|shared|partag\w*)\b/,
    /\b(?:outside|extern\w*|aussen|ausserhalb|exterieur)\b/,
  ],
  ['limits', /^(?:please )?(?:unlimited|no limits?|unbegrenzt|illimite)\b/, FOR_ALL],
  ['limits', /\b(?:let only|only let|only) (?:the |our )?.{2,30}\b(?:use (?:it|you|deckhand|this)|spend)\b/],
  [
    'limits',
    /\b(?:limit|grenze|limite|plafond)\b/,
    /\b(?:fur|pour|for|auf|a) (?:alle|jeden|tout le monde|chacun|everyone|everybody|all|\d+)\b/,
  ],
  [
    'limits',
    /^(?:guests?|gaste|members|everyone|everybody|nobody|people|lower|raise|set|put|limit) .*\b(?:get|to|at|more than|channels?) \d+\b/,
    /\bcredits?\b|^(?:lower|raise|limit) (?:everyone|everybody|all|for all)\b/,
  ],
  ['guests', /\b(?:let|allow|allowing|letting)\b/, /\bguests?\b/, /\b(?:spend|credits?|only)\b/],
  [
    'usage',
    /\b(?:spent|spend|spending|ausgegeben|verbraucht|depense\w*|consomme\w*)\b/,
    /\b(?:who|wer|qui|whom|how (?:much|many)|wie ?viele?|combien|what)\b/,
  ],
  [
    'guests',
    /^(?:(?:please|bitte) )*(?:kick|let|lass|throw|shut|invite|laisse[rz]?|schalte?|sperre?)\b/,
    /\b(?:guests?|gaste|invites)\b(?! (?:know|see|feel|enjoy|choose)\b)/,
  ],
  [
    'rules',
    /^(?:(?:show|tell|zeig|montre)\w* (?:me |us |mir |uns )?|what (?:are|is) |welche |quelles sont )(?:the |die |les |our |unsere )?(?:rules?|regeln|regles)\b(?! (?:of|for|von|fur|de)\b)/,
  ],
  [
    'defaults',
    /\b(?:defaults?|standard(?:sprache|format|vorlage)?|par defaut)\b/,
    /\b(?:workspace|team|everyone|everybody|all|alle|tout le monde|language|sprache|format)\b/,
  ],
];

/** What a rule for all people is about. The first row that matches decides. */
const ruled: [RegExp, Topic][] = [
  [
    /\b(?:share|sharing|teilen|partager)\b.*\b(?:outside|external(?:ly)?|customers|extern\w*|aussen|ausserhalb|exterieur)\b|\boutside\b.*\bshar/,
    'sharing',
  ],
  [/\b(?:credits?|spend(?:ing)?|limits?|budget)\b/, 'limits'],
  [/\b(?:pictures?|images?|bilder|thorough|digests?|pilot)\b/, 'limits'],
  [
    /\b(?:default|template|theme|brand|language|format|tone|just for me|private|english|german|french|spanish|vorlage|deutsch|englisch|modele|francais|anglais)\b/,
    'defaults',
  ],
];

/** Returns what an order, a rule or a question about running Deckhand is about; undefined for other sentences. */
export function topicOfRule(plain: string, isQuestion: boolean): Topic | undefined {
  if (plain.length > LONGEST || TOPIC.test(plain) || ASKS_FOR.test(plain)) return undefined;
  const [topic] = named.find(([, ...words]) => words.every((word) => word.test(plain))) ?? [];
  if (topic || isQuestion || !FOR_ALL.test(plain) || !LIMITS.test(plain)) return topic;
  return ruled.find(([words]) => words.test(plain))?.[1];
}
