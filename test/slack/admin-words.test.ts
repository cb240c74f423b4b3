import { describe, expect, it } from 'vitest';
import type { TeamSettings } from '../../src/settings/team-settings.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { opened, press, submission } from '../support/harness/slack-requests.ts';
import { buttonsOf, buttonValue, wordsOf } from '../support/reading.ts';
import { talkTo } from './talk-to.ts';

/** Orders and questions about running Deckhand. */

const LET_IN = 'Let guests in…';
const RULES = 'Workspace rules…';
const SHARING = 'Forbid sharing outside…';
const LIMITS = 'Change limits…';
const PERSON_LIMIT = 'Set a person’s limit…';
const USAGE = 'Usage…';
const AUDIT = 'Audit trail (CSV)';

/** A sentence, the button that an admin gets, and what a member reads. */
const table: [sentence: string, button: string, member: string][] = [
  ['turn off guests', LET_IN, 'let guests use Deckhand or not'],
  ['let guests use Deckhand', LET_IN, 'let guests use Deckhand or not'],
  ['let guests in', LET_IN, 'let guests use Deckhand or not'],
  ['guests are welcome again', LET_IN, 'let guests use Deckhand or not'],
  ['allow guests please', LET_IN, 'let guests use Deckhand or not'],
  ['shut guests out', LET_IN, 'let guests use Deckhand or not'],
  ['give guests access', LET_IN, 'let guests use Deckhand or not'],
  ['let our guests make decks', LET_IN, 'let guests use Deckhand or not'],
  ['only let Nils in, no other guests', LET_IN, 'let guests use Deckhand or not'],
  ['limit guests to 50 credits', LIMITS, 'see and change the limits'],
  ['how much have guests spent', USAGE, 'see what others have spent'],
  ['how do I turn off guests?', LET_IN, 'let guests use Deckhand or not'],
  ['can guests use Deckhand?', LET_IN, 'let guests use Deckhand or not'],
  ['raise Ben to 60 credits', LIMITS, 'see and change the limits'],
  ['please raise <@UBEN> to 60 credits', LIMITS, 'see and change the limits'],
  ['raise ben’s limit to 60', LIMITS, 'see and change the limits'],
  ['how do I set a limit?', LIMITS, 'see and change the limits'],
  ['what limits are set?', LIMITS, 'see and change the limits'],
  ['who changed the limits?', AUDIT, 'read the audit trail'],
  ['show me the audit log', AUDIT, 'read the audit trail'],
  ['how do I see the audit trail?', AUDIT, 'read the audit trail'],
  ['usage', USAGE, 'see what others have spent'],
  ['show usage for November', USAGE, 'see what others have spent'],
  ['who spent the most this month?', USAGE, 'see what others have spent'],
  ['can you show me what Ben spent?', USAGE, 'see what others have spent'],
  ['how much has Ben spent?', USAGE, 'see what others have spent'],
  ['what did the team spend?', USAGE, 'see what others have spent'],
  ['what rules are set?', RULES, 'see and change the rules'],
  ['change the rules', RULES, 'see and change the rules'],
  ['disconnect', 'Disconnect', 'Only the person who connected it, or a Slack admin,'],
  ['reconnect', 'Reconnect', 'Only the person who connected it, or a Slack admin,'],
  ['who connected this?', 'Reconnect', '<@UBEN> connected it'],
  ['erase a person', 'Erase a person…', 'erase what I keep about other people'],
  ['can you delete everything about Ben?', 'Erase a person…', 'erase what I keep about other people'],
  ['give everyone 50 credits a month', LIMITS, 'see and change the limits'],
  ['how do I stop people sharing outside?', SHARING, 'set whether documents are shared outside'],
  ['can members share outside?', SHARING, 'set whether documents are shared outside'],
  ['turn yourself off', 'Disconnect', 'Only the person who connected it, or a Slack admin,'],
  ['can I limit <#C7|revenue> to 50 credits?', LIMITS, 'see and change the limits'],
  ['block Ben', LIMITS, 'see and change the limits'],
  ['what did we spend in october?', USAGE, 'see what others have spent'],
  ['how do i change the account?', 'Reconnect', 'Only the person who connected it, or a Slack admin,'],
  ['give Ben 60 credits', LIMITS, 'see and change the limits'],
  ['only marketing may spend credits', LIMITS, 'see and change the limits'],
  ['no guests please, only employees', LET_IN, 'let guests use Deckhand or not'],
  ['the whole workspace should not spend more than 3000 a month', LIMITS, 'see and change the limits'],
  ['and the 3000 for the whole company?', LIMITS, 'see and change the limits'],
  ['Ben should get 20 more than the others', LIMITS, 'see and change the limits'],
  ['which exceptions do we have?', LIMITS, 'see and change the limits'],
  ['who still has an open request for credits?', LIMITS, 'see and change the limits'],
  [
    'nein, bitte verbiete für alle das Teilen nach außen',
    SHARING,
    'set whether documents are shared outside',
  ],
  [
    'Dürfen unsere Leute Dokumente nach außen teilen? Das soll verboten sein.',
    SHARING,
    'set whether documents are shared outside',
  ],
  ['forbid sharing outside', SHARING, 'set whether documents are shared outside'],
  ['erase Ben', 'Erase a person…', 'erase what I keep about other people'],
  ['how do I set a limit for the whole team?', LIMITS, 'see and change the limits'],
  ['set a limit for a single channel', LIMITS, 'see and change the limits'],
  ['how do i limit one person?', LIMITS, 'see and change the limits'],
  ['how do I stop somebody from using it', LIMITS, 'see and change the limits'],
  ['can i limit a channel', LIMITS, 'see and change the limits'],
  ['limit guests to 50 credits', LIMITS, 'see and change the limits'],
  ['limit ben to 5 credits a month', LIMITS, 'see and change the limits'],
  ['unblock liam', LIMITS, 'see and change the limits'],
  ['block liam from using deckhand', LIMITS, 'see and change the limits'],
  ['which channels use it most', USAGE, 'see what others have spent'],
  ['how much have guests spent', USAGE, 'see what others have spent'],
  ['can i export the usage as csv', USAGE, 'see what others have spent'],
  ['turn off readers’ names', RULES, 'see and change the rules'],
  ['open workspace rules', RULES, 'see and change the rules'],
  ['can guests use it', LET_IN, 'let guests use Deckhand or not'],
  ['approve ben’s request', LIMITS, 'see and change the limits'],
  ['reset ben’s limit', LIMITS, 'see and change the limits'],
  ['nobody may share documents outside the company', SHARING, 'set whether documents are shared outside'],
  ['how do i disconnect gamma', 'Disconnect', 'Only the person who connected it, or a Slack admin,'],
  ['limits', LIMITS, 'see and change the limits'],
  ['audit', AUDIT, 'read the audit trail'],
  ['what happens if i disconnect', 'Disconnect', 'Only the person who connected it, or a Slack admin,'],
  ['which account are we connected to', 'Reconnect', '<@UBEN> connected it'],
  ['delete all data of somebody who left', 'Erase a person…', 'erase what I keep about other people'],
  ['erase Ben’s data', 'Erase a person…', 'erase what I keep about other people'],
  // Sentences of a demanding admin.
  ['only design and marketing should be allowed to spend credits', LIMITS, 'see and change the limits'],
  ['turn off digests', LIMITS, 'see and change the limits'],
  ['turn off pictures for everyone', LIMITS, 'see and change the limits'],
  ['turn off thorough documents', LIMITS, 'see and change the limits'],
  ['no more thorough documents please', LIMITS, 'see and change the limits'],
  ['ok give them 300', LIMITS, 'see and change the limits'],
  ['take ben off the list again', LIMITS, 'see and change the limits'],
  ['nobody should make pictures', LIMITS, 'see and change the limits'],
  ['give Ben 20 credits a month', 'Set a person’s limit…', 'see and change the limits'],
  ['give <@UBEN> 20 credits a month', 'Set this limit…', 'see and change the limits'],
  ['ben needs 60 credits', LIMITS, 'see and change the limits'],
  ['stop ben from using it', LIMITS, 'see and change the limits'],
  ['can I remove deckhand for one person', LIMITS, 'see and change the limits'],
  ['kann ich eine grenze für alle setzen', LIMITS, 'see and change the limits'],
  ['what happens if ben hits his limit', LIMITS, 'see and change the limits'],
  ['can somebody spend all our credits by accident', LIMITS, 'see and change the limits'],
  ['let nils use it but no other guests', LET_IN, 'let guests use Deckhand or not'],
  ['can people share documents with customers outside?', SHARING, 'set whether documents are shared outside'],
  ['turn off sharing outside', SHARING, 'set whether documents are shared outside'],
  ['total credits spent by the team', USAGE, 'see what others have spent'],
  ['who changed the limits last?', AUDIT, 'read the audit trail'],
  ['did anyone let guests in?', AUDIT, 'read the audit trail'],
  ['Chloe does board reporting, give her 300', 'Set a person’s limit…', 'see and change the limits'],
  [
    'no, I mean credits: Chloe’s limit should be 300 a month',
    'Set a person’s limit…',
    'see and change the limits',
  ],
  ['allow pictures again please', LIMITS, 'see and change the limits'],
  ['raise Ben to 200', LIMITS, 'see and change the limits'],
  ['Chloe needs more, give her 2000', LIMITS, 'see and change the limits'],
  ['and thorough documents: not for now, they’re too expensive', LIMITS, 'see and change the limits'],
  [
    'nobody outside Northwind should be able to open our documents, how do I make sure?',
    SHARING,
    'set whether documents are shared outside',
  ],
  ['if I let guests in, can they spend as much as they want?', LET_IN, 'let guests use Deckhand or not'],
  // Sentences of another admin.
  [
    'pilot: only Chloe, Ben and the launch team may use this for two weeks',
    LIMITS,
    'see and change the limits',
  ],
  ['how do I run a pilot with a few people first?', LIMITS, 'see and change the limits'],
  ['stop thorough documents until the new year, they’re too expensive', LIMITS, 'see and change the limits'],
  ['please stop pictures for everybody until christmas', LIMITS, 'see and change the limits'],
  ['no pictures for now, they eat credits', LIMITS, 'see and change the limits'],
  ['Ben may have 500, he does all the launch stuff', LIMITS, 'see and change the limits'],
  ['Jonas soll erstmal keine Credits ausgeben dürfen', LIMITS, 'see and change the limits'],
  ['open it up for everyone again, pilot is over', LIMITS, 'see and change the limits'],
  ['guests out again please', LET_IN, 'let guests use Deckhand or not'],
  ['legal is fine, pictures back on please', LIMITS, 'see and change the limits'],
  ['<@UBEN> gets only 20, he’s just trying it out', 'Set this limit…', 'see and change the limits'],
  // Rules that became documents or changes of documents.
  ['Chloe gets 1000', LIMITS, 'see and change the limits'],
  ['and max 500 a month for #product-launch', LIMITS, 'see and change the limits'],
  ['and max 500 a month for <#C8|product-launch>', 'Set this limit…', 'see and change the limits'],
  ['let Ben make pictures', LIMITS, 'see and change the limits'],
  [
    'only Ben, Chloe and Kasia should be able to use it during the pilot',
    LIMITS,
    'see and change the limits',
  ],
  ['can I let in only Nils?', LET_IN, 'let guests use Deckhand or not'],
  ['is anybody over their limit?', USAGE, 'see what others have spent'],
  ['what happens if we disconnect you?', 'Disconnect', 'Only the person who connected it, or a Slack admin,'],
  [
    'and if Vera leaves, or we disconnect it, are the documents gone?',
    'Disconnect',
    'Only the person who connected it, or a Slack admin,',
  ],
  [
    'can i delete everything you stored about a person who left',
    'Erase a person…',
    'erase what I keep about other people',
  ],
  // Sentences of an admin who tries everything.
  ['no one outside our company may open the links', SHARING, 'set whether documents are shared outside'],
  ['links must only open for people in our workspace', SHARING, 'set whether documents are shared outside'],
  ['people outside our company must not see the decks', SHARING, 'set whether documents are shared outside'],
  ['can i limit what’s shared outside the company', SHARING, 'set whether documents are shared outside'],
  ['are links public by default??', SHARING, 'set whether documents are shared outside'],
  ['200 credits is too little, make it 300', LIMITS, 'see and change the limits'],
  ['halve the limit', LIMITS, 'see and change the limits'],
  ['let everybody use it again, pilot is over', LIMITS, 'see and change the limits'],
  ['add <@UDEV> to the pilot', LIMITS, 'see and change the limits'],
  ['add dev to the pilot', LIMITS, 'see and change the limits'],
  ['remove <@UCHLOE> from the pilot', LIMITS, 'see and change the limits'],
  ['remove all limits', LIMITS, 'see and change the limits'],
  ['limit the launch team to 100 each', LIMITS, 'see and change the limits'],
  ['allow 1000 more credits this month', LIMITS, 'see and change the limits'],
  ['<@UKASIA> should have 600', LIMITS, 'see and change the limits'],
  ['<@ULIAM> must not spend anything', LIMITS, 'see and change the limits'],
  ['remove ben’s exception', LIMITS, 'see and change the limits'],
  ['delete everything about hugo', 'Erase a person…', 'erase what I keep about other people'],
  ['give everyone in sales 60', 'Add people…', 'see and change the limits'],
  ['chloe and jonas share 50 credits', 'Add people…', 'see and change the limits'],
  ['show me the limits', LIMITS, 'see and change the limits'],
  ['whats the limit now', LIMITS, 'see and change the limits'],
  ['which people have their own limit?', LIMITS, 'see and change the limits'],
  ['did anybody ask for credits?', LIMITS, 'see and change the limits'],
  ['lmits', LIMITS, 'see and change the limits'],
  ['how much did ben spend', USAGE, 'see what others have spent'],
  ['how is liam’s usage', USAGE, 'see what others have spent'],
  ['email me the usage every month', USAGE, 'see what others have spent'],
  ['connect again', 'Reconnect', 'Only the person who connected it, or a Slack admin,'],
  [
    'vera leaves us in january, her account is the connected one. what do i need to do?',
    'Reconnect',
    'Only the person who connected it, or a Slack admin,',
  ],
  // Short sentences of an admin, many without the words “limit” and “credits”.
  ['give kasia 60', PERSON_LIMIT, 'see and change the limits'],
  ['give nils 60', PERSON_LIMIT, 'see and change the limits'],
  ['give wanda 90', PERSON_LIMIT, 'see and change the limits'],
  ['piotr can have 120', PERSON_LIMIT, 'see and change the limits'],
  ['hugo may spend 200', PERSON_LIMIT, 'see and change the limits'],
  ['sven only needs 15', PERSON_LIMIT, 'see and change the limits'],
  ['cut igor down to 10', PERSON_LIMIT, 'see and change the limits'],
  ['bump tomek up to 300', PERSON_LIMIT, 'see and change the limits'],
  ['let’s say 150 for marta', PERSON_LIMIT, 'see and change the limits'],
  ['make it 80 for jonas', PERSON_LIMIT, 'see and change the limits'],
  ['ana needs more, say 200', PERSON_LIMIT, 'see and change the limits'],
  ['gib kasia 60 credits', PERSON_LIMIT, 'see and change the limits'],
  ['unlimited for ana', PERSON_LIMIT, 'see and change the limits'],
  ['no limit for wanda please', PERSON_LIMIT, 'see and change the limits'],
  ['kick jonas out', PERSON_LIMIT, 'see and change the limits'],
  ['make it 80 for <@UBEN>', 'Set this limit…', 'see and change the limits'],
  ['setze das limit für <#C7|revenue> auf 100', 'Set this limit…', 'see and change the limits'],
  ['setze das limit für #revenue auf 100', LIMITS, 'see and change the limits'],
  ['yes raise it to 50', LIMITS, 'see and change the limits'],
  ['ella is short of credits, top her up with 100', LIMITS, 'see and change the limits'],
  ['make it 500 for the sales folks', LIMITS, 'see and change the limits'],
  ['sven soll höchstens 20 bekommen', LIMITS, 'see and change the limits'],
  ['kein limit mehr für rosa', LIMITS, 'see and change the limits'],
  ['olga darf nur noch 30 ausgeben', LIMITS, 'see and change the limits'],
  ['take the cap off', LIMITS, 'see and change the limits'],
  ['take the ceiling off for igor', LIMITS, 'see and change the limits'],
  ['double the limit for marketing', LIMITS, 'see and change the limits'],
  ['undo my last change to the limits', LIMITS, 'see and change the limits'],
  ['revert the limits to what they were yesterday', LIMITS, 'see and change the limits'],
  ['nobody spends anything before monday', LIMITS, 'see and change the limits'],
  ['turn pictures on', LIMITS, 'see and change the limits'],
  ['pictures on please', LIMITS, 'see and change the limits'],
  ['turn drawings off', LIMITS, 'see and change the limits'],
  ['bilder wieder an', LIMITS, 'see and change the limits'],
  ['schalte die digests aus', LIMITS, 'see and change the limits'],
  ['digests on again', LIMITS, 'see and change the limits'],
  ['disable thorough', LIMITS, 'see and change the limits'],
  ['can chloe make pictures?', LIMITS, 'Turned on here: pictures. A Slack admin'],
  ['may ella make thorough documents?', LIMITS, 'Turned on here: thorough documents. A Slack admin'],
  ['wer von uns darf bilder machen?', LIMITS, 'Turned on here: pictures. A Slack admin'],
  ['wer darf hier was ausgeben?', LIMITS, 'see and change the limits'],
  ['which people can spend?', LIMITS, 'see and change the limits'],
  ['what’s our limit', LIMITS, 'see and change the limits'],
  ['what is igor’s limit?', LIMITS, 'see and change the limits'],
  ['how many credits does rosa get?', LIMITS, 'see and change the limits'],
  ['is sven blocked?', LIMITS, 'see and change the limits'],
  ['how come sven has no credits', LIMITS, 'see and change the limits'],
  ['hide who read what', RULES, 'see and change the rules'],
  ['nobody should see what others read', RULES, 'see and change the rules'],
  ['keep readers anonymous', RULES, 'see and change the rules'],
  ['stop showing reader names', RULES, 'see and change the rules'],
  ['niemand soll sehen, wer was gelesen hat', RULES, 'see and change the rules'],
  ['i don’t want people to see who looked at their deck', RULES, 'see and change the rules'],
  ['may guests make decks?', LET_IN, 'let guests use Deckhand or not'],
  ['are guests in?', LET_IN, 'let guests use Deckhand or not'],
  ['gäste raus', LET_IN, 'let guests use Deckhand or not'],
  ['bring the contractors in', LET_IN, 'let guests use Deckhand or not'],
  ['let the interns in', LET_IN, 'let guests use Deckhand or not'],
  ['let the interns in', LIMITS, 'let guests use Deckhand or not'],
  ['how much has <#C7|revenue> used', USAGE, 'see what others have spent'],
  ['who spent the most', USAGE, 'see what others have spent'],
  ['who used up all the credits', USAGE, 'see what others have spent'],
  ['wie viel hat sven verbraucht?', USAGE, 'see what others have spent'],
  ['who turned pictures off?', AUDIT, 'read the audit trail'],
  ['give henrik 40', PERSON_LIMIT, 'see and change the limits'],
  ['lower henrik to 15', PERSON_LIMIT, 'see and change the limits'],
  ['make it 65 for henrik', PERSON_LIMIT, 'see and change the limits'],
  ['kick leila out', PERSON_LIMIT, 'see and change the limits'],
  ['leila needs 200 for the campaign', PERSON_LIMIT, 'see and change the limits'],
  ['put rosa at 75', PERSON_LIMIT, 'see and change the limits'],
  ['i want gunnar at 80', LIMITS, 'see and change the limits'],
  ['suspend gunnar', LIMITS, 'see and change the limits'],
  ['undo the limit change', LIMITS, 'see and change the limits'],
  ['mehr credits für leila', LIMITS, 'see and change the limits'],
  ['may noor make images', LIMITS, 'Turned on here: pictures. A Slack admin'],
  ['let the apprentices in', LET_IN, 'let guests use Deckhand or not'],
];

/** Rules that do not exist. */
const noRules = [
  'cap every document at 10 slides',
  'max 10 slides per deck for everybody',
  'only admins may change documents',
  'nobody may use it on weekends',
  'no digests in #leadership',
  'no digests in <#C7|customer-voice>',
  'can only admins be allowed to share decks into channels',
];

/** Questions, and how their answers begin. */
const answered: [sentence: string, answer: string][] = [
  ['can we use our own openai key', 'Gamma writes the documents'],
  ['i want to test it myself before the others see it', 'In a pilot,'],
  ['disable the whole thing for <#C7|customer-voice>', 'From a private channel: don’t invite me'],
  ['don’t let anyone make decks from #leadership', 'From a private channel: don’t invite me'],
  ['stop everything now', 'Nothing of yours is under way. `/deck disconnect` stops everything'],
  ['what do you read, store and send where?', 'In short:'],
  [
    'i have to decide if we roll this out to 3000 people. what do you read, store and send where?',
    'In short:',
  ],
  ['does it listen to everything in channels it’s in', 'I read nothing by myself.'],
  ['are we going to run out of credits this month', 'You have used 0 credits this month.'],
  ['tell me when 80% of the credits are used', 'Slack admins get a message at 80 %'],
  ['which digests are running in our workspace?', 'No digests yet.'],
  ['who gets the monday digest', 'No digests yet.'],
  ['what happend with ben’s digest', 'No digests yet.'],
  ['how do i announce this to the company, any text i can use?', '`/deck help` lists what I do'],
  ['show me the limits', 'Now: no limit for a month. Everybody'],
  ['did anybody ask for credits?', 'Now: no limit for a month. Everybody'],
  ['how much did ben spend', '*Usage…* lists what each person'],
  ['email me the usage every month', 'I can’t send it by itself.'],
  [
    'can chloe make pictures?',
    'Now: no limit for a month. Everybody who may use Deckhand may spend credits. Turned on here: pictures.',
  ],
  ['can <@UBEN> make pictures?', 'Now: no limit for a month.'],
  ['is nils allowed to use it?', 'All members of this Slack workspace, but no guests.'],
  ['is <@UBEN> allowed to use it?', 'All members of this Slack workspace, but no guests.'],
  ['can the interns use deckhand?', 'All members of this Slack workspace, but no guests.'],
  ['why can’t nils make anything', 'All members of this Slack workspace, but no guests.'],
  ['why does rosa get refused', 'All members of this Slack workspace, but no guests.'],
  ['wer kann das dokument sehen? auch nils?', 'What you ask for here comes to you alone'],
  ['only admins should connect', 'Only Slack admins connect an account'],
  ['nobody except admins may connect', 'Only Slack admins connect an account'],
  ['don’t let members connect accounts', 'Only Slack admins connect an account'],
  ['no more digests from ben', 'There are no digests that you could stop.'],
  ['no more digests from <@UBEN>', 'There are no digests that you could stop.'],
  ['stop everybody’s digests', 'There are no digests that you could stop.'],
  ['delete sven’s digest', 'There are no digests that you could stop.'],
  ['who has digests running', 'No digests yet.'],
  ['can igor set up digests?', 'A digest sums up a channel by itself'],
  ['is rosa in the pilot?', 'In a pilot, only people whom the Slack admins have chosen'],
  ['darf noor es benutzen?', 'All members of this Slack workspace, but no guests.'],
  ['close it for this week', '`/deck disconnect` stops everything for everybody'],
  ['pause everything for today', '`/deck disconnect` stops everything for everybody'],
  ['put everything on hold this week', '`/deck disconnect` stops everything for everybody'],
  ['lock it down until Monday', '`/deck disconnect` stops everything for everybody'],
  ['stop all spending until friday', '`/deck disconnect` stops everything for everybody'],
  ['who are the admins here', 'A Slack admin can help'],
  ['who can change the limits?', 'I’m software. A Slack admin can help'],
  ['reset ben’s usage', 'Limits count for a calendar month'],
  ['zero out igor’s usage', 'Limits count for a calendar month'],
  ['warn me at 80 percent', 'Slack admins get a message at 80 %'],
  ['tell me if somebody goes over', 'Slack admins get a message at 80 %'],
  ['block <#C1|general>', 'From a private channel: don’t invite me'],
  ['which channels may use it', 'I read private channels only if'],
  ['undo my last change to the limits', 'I can’t take back a change of the limits.'],
];

function talk(isAdmin: boolean) {
  const talking = talkTo();
  talking.harness.answers['users.info'] = { user: { id: 'UANA', team_id: 'T1', is_admin: isAdmin } };
  return talking;
}

describe('a sentence about running Deckhand', () => {
  it.each(table)('“%s” gets an admin the button', async (sentence, label) => {
    const { harness, say } = talk(true);
    expect(await say(sentence)).toMatchObject({ kind: 'says' });
    expect(buttonsOf(harness.made('chat.postMessage').at(-1))).toContain(label);
  });

  it.each(table)(
    '“%s” tells a member who can do it, without a button that refuses',
    async (sentence, label, answer) => {
      const { harness, say } = talk(false);
      expect(await say(sentence)).toMatchObject({ words: expect.stringContaining(answer) });
      expect(buttonsOf(harness.made('chat.postMessage').at(-1))).not.toContain(label);
    },
  );

  it.each(noRules)('“%s” is refused, because there is no such rule', async (sentence) => {
    for (const isAdmin of [true, false]) {
      const { harness, say } = talk(isAdmin);
      expect(await say(sentence)).toMatchObject({
        words: expect.stringMatching(/^There is no rule for that/),
      });
      const shown = buttonsOf(harness.made('chat.postMessage').at(-1));
      expect(shown).toEqual(isAdmin ? [LIMITS, RULES] : []);
    }
  });

  it.each(answered)('“%s” gets the answer “%s…”', async (sentence, answer) => {
    const { say } = talk(true);
    const { words } = (await say(sentence)) as { words: string };
    expect(words.slice(0, answer.length)).toBe(answer);
  });

  it('names the limits first, and then who may spend', async () => {
    const { harness, say } = talk(true);
    await harness.slack.settings.set('T1', {
      creditsOfPerson: 200,
      creditsOfTeam: 5000,
      creditsOf: { UBEN: 10 },
    });
    expect(await say('show me the limits')).toMatchObject({
      words: expect.stringMatching(
        /^Now: 200 credits a month for each person, 5,000 for the workspace; <@UBEN> 10\. Everybody/,
      ),
    });
  });

  it('about an earlier month does not get the sum of the running one', async () => {
    const { harness, say } = talk(true);
    const sum = 'This workspace has used';
    const months = [...Array(12).keys()].map((month) =>
      new Date(Date.UTC(2026, month)).toLocaleString('en', { month: 'long' }).toLowerCase(),
    );
    const running = new Date(harness.slack.clock.now()).getUTCMonth();
    for (const [month, name] of months.entries()) {
      const { words } = (await say(`what did we spend in ${name}?`)) as { words: string };
      expect(words.includes(sum)).toBe(month === running);
    }
  });

  it('that only forbids access does not close the link of a later card', async () => {
    const { say } = talk(true);
    expect(await say('nobody outside may open it')).toMatchObject({ kind: 'says' });
    expect(await say('slides on tea')).toMatchObject({ kind: 'card', ask: { sharing: undefined } });
  });

  it('closes the link of an open card, but “the links” are those of all documents', async () => {
    const { say } = talk(true);
    await say('slides on tea');
    expect(await say('nobody outside our company may open the link')).toMatchObject({ kind: 'changed' });
    expect(await say('no one outside our company may open the links')).toMatchObject({ kind: 'says' });
  });

  it.each([true, false])(
    '“why does nothing work?” says that nothing is connected (admin: %s)',
    async (isAdmin) => {
      const { harness, say } = talk(isAdmin);
      harness.slack.connecting.summaryOf = async () => ({ kind: 'none', works: false });
      const { words } = (await say('why does nothing work?')) as { words: string };
      expect(words).toContain('not connected to Gamma');
      expect(words.includes('A Slack admin can connect it')).toBe(!isAdmin);
    },
  );

  it('“why not? who decides that” names who decides, and for whom a pilot is on', async () => {
    const { harness, say } = talk(false);
    expect(await say('why not? who decides that')).toMatchObject({
      words: expect.stringContaining('What is allowed here, the Slack admins decide.'),
    });
    await harness.slack.settings.set('T1', { spenders: 'listed', spenderPeople: ['UBEN'] });
    expect(await say('and why am i not allowed')).toMatchObject({
      words: expect.stringContaining('You are one of those who may spend credits.'),
    });
    harness.slack.generations.budgetBlocker = async () => ({ blocker: 'not_a_spender' });
    expect(await say('and why am i not allowed')).toMatchObject({
      words: expect.stringMatching(/You may not spend credits now: .* add you/),
    });
  });

  it.each(['how many credits do i have?', 'am I in the pilot?'])(
    '“%s” says that a person whom a pilot shuts out may spend none',
    async (said) => {
      const { harness, say } = talk(false);
      await harness.slack.settings.set('T1', { spenders: 'listed', spenderPeople: ['UBEN'] });
      harness.slack.generations.budgetBlocker = async () => ({ blocker: 'not_a_spender' });
      const { words } = (await say(said)) as { words: string };
      expect(words).toMatch(/^(?:A pilot is on now\. )?You may not spend credits now/);
    },
  );

  it.each([
    ['make everything i do just for me by default', 'Open settings'],
    ['settings', 'Open settings'],
    ['all our decks should be in our theme Ocean, for the whole company', 'Workspace defaults…'],
    ['set Ocean as theme for the whole workspace', 'Workspace defaults…'],
  ])('“%s” gets the button “%s”, also with an open card', async (said, label) => {
    for (const before of [[], ['slides on our spring launch']]) {
      const { harness, say } = talk(true);
      for (const one of before) await say(one);
      await say(said);
      const answer = harness.made('chat.postMessage').at(-1);
      expect(buttonsOf(answer)).toEqual([label]);
      expect(JSON.stringify(answer).includes('Ocean')).toBe(said.includes('Ocean'));
    }
  });

  it.each([
    [
      'nobody should make digests more often than weekly, can I forbid daily ones?',
      'There is no rule for that',
    ],
    ['turn off digests for guests', 'There is no rule for that'],
    ['no digests more often than once a week', 'There is no rule for that'],
    [
      'if i invite deckhand to <#C7|leadership>, who can read what is said there?',
      'Only its members can have something made of a private channel',
    ],
    [
      'who sees a deck made from <#C7|leadership>?',
      'Only its members can have something made of a private channel',
    ],
    ['show me what chloe made', 'I show documents only to people who are in the conversation'],
    ['what did hugo make before he left?', 'I show documents only to people who are in the conversation'],
    [
      'who can stop my digest in <#C7|revenue> if im on holiday?',
      'every Slack admin can pause or delete it there',
    ],
    ['let kasia edit bens deck', 'Who may open or edit it is set on its own page'],
  ])('“%s” is answered, and changes no document', async (said, answer) => {
    const { harness, say } = talk(true);
    const now = new Date(harness.slack.clock.now());
    const title = '#leadership, 23 – 29 Nov 2026';
    harness.generations.put(aGeneration({ channel: 'D1', title, createdAt: now, updatedAt: now }));
    expect(await say(said)).toMatchObject({ words: expect.stringContaining(answer) });
  });

  it('is answered after the mention and after /deck, too', async () => {
    const { say } = talk(true);
    for (const where of ['channel', 'command'] as const)
      expect(await say('turn off guests', where)).toMatchObject({
        words:
          'Guests may not use Deckhand now. *Let guests in…* opens the rules with that chosen, and *Save* there lets in all guests. They then spend credits.',
      });
  });

  it.each([
    'slides on our guest policy',
    'a usage report on our app',
    'usage of the shop in November as slides',
    'limits of our budget',
    'how to set limits',
    'our guests this month',
    'how to keep guests happy',
    'give guests a tour',
    'the audit of our warehouse',
    'electricity usage in November',
    'rules for the office kitchen',
    'let guests know about the new menu',
    'raise 60 credits for the school',
    'connect our shop to the warehouse',
    'tips for all of us: 10 ways to save budget',
    'all of us spend 1200 hours a month in meetings',
    'everything about onboarding in German for everybody',
    'make a digest of what happened on Monday',
    'I need a digest of <#C1|general> since Monday',
    'give me a digest of yesterday',
    'I need a digest of Friday’s meeting: we decided to launch on 3 May and Ben does the press',
    'a digest about our holidays',
    'give the board 60 slides on our plans',
    'give jonas 5 slides about pricing',
    'give kasia a deck about the launch',
    'make 10 slides for jonas',
    'ana needs a deck about churn, say 8 slides',
    'mach 10 folien für kasia',
    'a deck about who reads what',
    'unlimited coffee for ana, as a poster',
    'let the interns know about the picnic',
    'kickoff deck for jonas',
    'lock down lessons learned as slides',
    'who spent the most on ads: make a deck',
    'the cap table as a page',
  ])('“%s” stays an ask', async (words) => {
    const { say } = talk(true);
    expect(await say(words)).toMatchObject({ kind: 'card' });
  });

  it.each([
    ['only admins should connect', 'Only Slack admins connect an account'],
    ['reset ben’s usage', 'Limits count for a calendar month'],
    ['warn me at 80 percent', 'Slack admins get a message at 80 %'],
    ['block #general', 'From a private channel'],
    ['give kasia 60', 'opens the form'],
    ['hide who read what', 'Guests of this workspace'],
  ])('“%s” changes no open card', async (words, answer) => {
    const { say } = talk(true);
    await say('slides on tea');
    expect(await say(words)).toMatchObject({ kind: 'says', words: expect.stringContaining(answer) });
  });

  it.each(['what has it spent?', 'how much has the deck spent?'])(
    '“%s” is about a document',
    async (words) => {
      const { say } = talk(true);
      expect(await say(words)).toMatchObject({ words: expect.stringMatching(/^You have used 0 credits/) });
    },
  );

  it.each([
    'remove the limits slide',
    'remove the speed limits',
    'add what guests said',
    'make it 80 slides',
    'make it 12',
    'raise it to 12 slides',
    'throw the last slide out',
    'turn the pictures into charts',
  ])('“%s” changes an open card', async (words) => {
    const { say } = talk(true);
    await say('slides on tea');
    expect(await say(words)).toMatchObject({ kind: 'changed' });
  });
});

it('“erase” with a mention fills in the person', async () => {
  const { harness, say } = talk(true);
  await say('erase everything about <@UBEN>');
  const value = buttonValue(harness.made('chat.postMessage').at(-1), 'settings_erase_person');
  await harness.send(press({ action_id: 'settings_erase_person', value }));
  expect(JSON.stringify(harness.made('views.open').at(-1)?.view)).toContain('"initial_user":"UBEN"');
});

describe('a rule that is not understood', () => {
  const FORMS = ['Change limits…', 'Workspace rules…'];
  const shown = (harness: ReturnType<typeof talk>['harness']) =>
    buttonsOf(harness.made('chat.postMessage').at(-1));

  it.each(['guests may come in now'])(
    '“%s” has the buttons of the forms for an admin, and none for a member',
    async (words) => {
      for (const isAdmin of [true, false]) {
        const { harness, say } = talk(isAdmin);
        await say(words);
        expect(shown(harness).filter((label) => FORMS.includes(label))).toEqual(isAdmin ? FORMS : []);
        expect(harness.generations.all()).toEqual([]);
      }
    },
  );

  it('has them on the card of a change, too, and a request for a document has none', async () => {
    const { harness, say } = talk(true);
    const now = new Date(harness.slack.clock.now());
    harness.generations.put(aGeneration({ channel: 'D1', createdAt: now, updatedAt: now }));
    await say('make it shorter, everybody says so');
    expect(shown(harness)).toEqual(expect.arrayContaining(FORMS));
    await say('none');
    await say('slides about our company language for everybody');
    expect(shown(harness)).toEqual(['Make it', 'Details…', 'Not now']);
  });
});

describe('the button for guests opens the rules with the choice made, and only “Save” changes it', () => {
  it('during a pilot, “Save” says that guests may not spend before they are chosen, too', async () => {
    const { harness } = talk(true);
    await harness.slack.settings.set('T1', { spenders: 'listed', spenderPeople: ['UBEN'] });
    await harness.send(press({ action_id: 'settings_team', value: 'guests=yes' }));
    const { answer } = await harness.send(submission(opened(harness.made('views.update').at(-1)?.view)));
    const words = wordsOf((answer as { view: object }).view);
    expect(words).toContain('only people chosen in *Change limits…*');
    expect(words).not.toContain('All guests of this workspace can use Deckhand');
  });

  it.each([
    [
      'no',
      'Let guests in…',
      'yes',
      '*Save* lets in *all guests*',
      'All guests of this workspace can use Deckhand from now on',
    ],
    [
      'yes',
      'Shut guests out…',
      'no',
      '*Save* shuts out all guests',
      'Guests of this workspace can’t use Deckhand from now on',
    ],
  ] as const)('guests are allowed: %s, “%s”', async (guests, label, chosen, note, saved) => {
    const { harness, say } = talk(true);
    await harness.slack.settings.set('T1', { guests });
    await say('may guests use you?');
    const answer = harness.made('chat.postMessage').at(-1);
    expect(buttonsOf(answer)).toEqual([label]);
    await harness.send(press({ action_id: 'settings_team', value: buttonValue(answer, 'settings_team') }));
    const view = harness.made('views.update').at(-1)?.view;
    expect(wordsOf(view)).toContain(note);
    expect(opened(view).state.values.policy_guests.policy_guests.selected_option.value).toBe(chosen);
    expect((await harness.slack.settings.of('T1')).guests).toBe(guests);
    const { answer: done } = await harness.send(submission(opened(view)));
    expect(wordsOf((done as { view: object }).view)).toContain(saved);
    expect((await harness.slack.settings.of('T1')).guests).toBe(chosen);
  });
});

describe('“how many credits does the workspace have left?”', () => {
  const question = 'how many credits does the workspace have left?';
  const ofTeam = 'This workspace has used 147 of 200 credits this month: 53 are left of its limit.';

  it.each([true, false])('names the limit of the workspace to admins only (admin: %s)', async (isAdmin) => {
    const { harness, say } = talk(isAdmin);
    harness.slack.generations.spentByTeam = async () => ({ used: 147, reserved: 0, limit: 200 });
    const { words } = (await say(question)) as { words: string };
    expect(words.includes(ofTeam)).toBe(isAdmin);
  });

  it('names no limit if there is none', async () => {
    const { say } = talk(true);
    expect(await say(question)).toMatchObject({
      words: expect.stringMatching(/This workspace has used 0 credits this month\. /),
    });
  });
});

describe('an order about limits fills in the form, which alone changes them', () => {
  /** Says an order as an admin, and opens the form of the answer's button. */
  async function formFor(order: string, action: string, settings: Partial<TeamSettings> = {}) {
    const { harness, say } = talk(true);
    await harness.slack.settings.set('T1', settings);
    await say(order);
    const answer = harness.made('chat.postMessage').at(-1);
    await harness.send(press({ action_id: action, value: buttonValue(answer, action) }));
    return { harness, answer, view: opened(harness.made('views.update').at(-1)?.view) };
  }

  it.each([
    ['give <@UBEN> 20 credits a month', '20'],
    ['remove the limit for <@UBEN>', undefined],
    ['block <@UBEN>', '0'],
    ['Ben soll keine credits mehr ausgeben dürfen <@UBEN>', '0'],
    ['<@UBEN> should not spend anything any more', '0'],
    ['<@UBEN> must not spend anything', '0'],
    ['<@UBEN> should have 600', '600'],
    ['give <@UBEN> 60', '60'],
    ['<@UBEN> needs more, say 200', '200'],
    ['kick <@UBEN> out', '0'],
    ['take the cap off for <@UBEN>', undefined],
    ['unlimited for <@UBEN>', undefined],
  ])('“%s”', async (order, credits) => {
    const { harness, view } = await formFor(order, 'budget_exception_people');
    const { exception_people, exception_credits } = view.state.values;
    expect(exception_people.exception_people.selected_users).toEqual(['UBEN']);
    expect(exception_credits.exception_credits.value ?? undefined).toBe(credits);
    expect((await harness.slack.settings.of('T1')).creditsOf).toEqual({});
  });

  it.each([
    ['nobody should spend more than 50 a month', 'budget_person', '50'],
    ['nobody may spend anything for now', 'budget_team', '0'],
    ['nobody spends anything before monday', 'budget_team', '0'],
    ['before i connect: nobody should be able to spend anything until I say so. how?', 'budget_team', '0'],
    ['limite tout le monde à 40 crédits par mois', 'budget_person', '40'],
    ['no, 20000 for the whole workspace together, not per person', 'budget_team', '20000'],
    [
      'Pilot’s over: everybody may use it again, but max 20000 credits a month for the whole company',
      'budget_team',
      '20000',
    ],
    ['set the workspace limit to 1000 and 100 per channel', 'budget_team', '1000'],
    ['set the workspace limit to 1000 and 100 per channel', 'budget_channel', '100'],
    ['i want max 100 credits per person a month and 3000 for the whole company', 'budget_person', '100'],
    ['i want max 100 credits per person a month and 3000 for the whole company', 'budget_team', '3000'],
    ['the whole workspace should not spend more than 3000 a month', 'budget_team', '3000'],
    ['limit Ben to 300, the company limit is 5000', 'budget_team', '5000'],
    [
      'and nobody can spend more than 2000 in total... per month for the whole company',
      'budget_team',
      '2000',
    ],
    ['no i mean one pot for the whole workspace, 2000 a month', 'budget_team', '2000'],
    [
      'and all together nobody spends more than 2000... a month for the company as a whole',
      'budget_team',
      '2000',
    ],
    ['nobody should spend more than 2000... a month for the company as a whole', 'budget_team', '2000'],
    ['nobody more than 2000 credits, for the whole company', 'budget_team', '2000'],
    ['nobody more than 50 credits, in total that is enough', 'budget_person', '50'],
    ['setze das limit auf 300 credits pro person', 'budget_person', '300'],
    ['ok and 5000 for the whole company', 'budget_team', '5000'],
  ])('“%s” fills in %s', async (order, field, value) => {
    const { view } = await formFor(order, 'budget_open');
    expect(view.state.values[field][field].value).toBe(value);
  });

  it.each([
    ['turn on digests and turn off pictures', ['quick', 'thorough', 'digest']],
    ['turn off thorough but keep pictures', ['quick', 'picture', 'digest']],
    ['pictures off, and thorough documents too', ['quick', 'digest']],
  ])('“%s” turns each kind on or off as said', async (order, kinds) => {
    const { view } = await formFor(order, 'budget_open');
    const chosen = view.state.values.budget_kinds.budget_kinds.selected_options as { value: string }[];
    expect(chosen.map(({ value }) => value).toSorted()).toEqual(kinds.toSorted());
  });

  it.each([
    'limit Ben to 300, the company limit is 5000',
    'set each person to 100, pictures off',
    'everybody may use it again, except the interns, max 20 credits per person',
    'set <@UBEN> and <@UCHLOE> to 50 credits',
    'block <@UBEN> and <@UCHLOE>',
    'only <@UBEN> and the interns may use it',
    'only the interns and <@UBEN> may use it',
  ])('“%s” says that not all of it is filled in', async (order) => {
    const { say } = talk(true);
    expect(await say(order)).toMatchObject({
      words: expect.stringContaining('The rest of what you said is not filled in.'),
    });
  });

  it('“Save” of a pilot says that chosen guests stay out while guests are not let in', async () => {
    for (const guests of ['no', 'yes'] as const) {
      const order = 'only <@UBEN> and <@UNILS> may use it';
      const { harness, view } = await formFor(order, 'budget_open', { guests });
      const { answer: saved } = await harness.send(submission(view));
      const words = wordsOf((saved as { view: object }).view);
      expect(words).toContain('<@UNILS>');
      expect(words.includes('Guests stay out')).toBe(guests === 'no');
    }
  });

  it.each([
    ['add <@UDEV> to the pilot', ['UBEN', 'UCHLOE', 'UDEV']],
    ['let <@UDEV> use it too', ['UBEN', 'UCHLOE', 'UDEV']],
    ['remove <@UCHLOE> from the pilot', ['UBEN']],
  ])('“%s” changes the list of a pilot', async (order, people) => {
    const pilot: Partial<TeamSettings> = { spenders: 'listed', spenderPeople: ['UBEN', 'UCHLOE'] };
    const { harness, view } = await formFor(order, 'budget_open', pilot);
    expect(JSON.stringify(view.state.values)).toContain(`"selected_users":${JSON.stringify(people)}`);
    expect((await harness.slack.settings.of('T1')).spenderPeople).toEqual(['UBEN', 'UCHLOE']);
  });

  it('“add dev to the pilot” says how the person is named, and without a pilot that none is on', async () => {
    const { harness, say } = talk(true);
    expect(await say('add dev to the pilot')).toMatchObject({
      words: expect.stringContaining('No pilot is on now'),
    });
    await harness.slack.settings.set('T1', { spenders: 'listed', spenderPeople: ['UBEN'] });
    expect(await say('add dev to the pilot please')).toMatchObject({
      words: expect.stringContaining('`add @Dev Patel to the pilot`'),
    });
  });

  it('“let everybody use it again, pilot is over” chooses everybody, and never lets guests in', async () => {
    for (const spenders of ['listed', 'everyone'] as const) {
      const { answer, view } = await formFor('let everybody use it again, pilot is over', 'budget_open', {
        spenders,
      });
      expect(buttonsOf(answer)).toEqual([LIMITS]);
      expect(JSON.stringify(view.state.values.budget_spenders)).toContain('"everyone"');
    }
  });

  it('“remove all limits” empties each of them', async () => {
    const all = { creditsOfPerson: 1, creditsOfChannel: 2, creditsOfTeam: 3 };
    const { view } = await formFor('remove all limits', 'budget_open', all);
    for (const field of ['budget_person', 'budget_channel', 'budget_team'])
      expect(view.state.values[field][field].value ?? undefined).toBeUndefined();
  });

  it.each([
    ['set a limit of 50 credits for this channel', 'C1'],
    ['limit for <#C7|general> 50', 'C7'],
  ])('“%s” in a channel fills in the channel', async (order, channel) => {
    const { harness, say } = talk(true);
    await say(order, 'channel');
    const value = buttonValue(harness.made('chat.postEphemeral').at(-1), 'budget_exception_channels');
    expect(value).toBe(`${channel} 50`);
  });

  it.each([
    'pilot is over, everybody may use it from today',
    'pilot is over, open it for everybody from today',
  ])('“%s” chooses everybody', async (order) => {
    const { view } = await formFor(order, 'budget_open');
    expect(JSON.stringify(view.state.values.budget_spenders)).toContain('"everyone"');
  });

  it.each([
    'remove bens 100 limit again',
    'remove the 100 limit for <@UBEN>',
    'remove the limit for <@UBEN>',
    'remove ben’s limit',
    'unblock <@UBEN>',
    'remove the limit of 100 for <@UBEN>',
    'ben should have the same as everyone else',
    '<@UBEN> should have the same limit as everybody',
  ])('“%s” ends an exception, and never fills in “no limit”', async (order) => {
    const own = { creditsOfPerson: 40, creditsOf: { UBEN: 100 } };
    const { answer, view } = await formFor(order, 'budget_open', own);
    expect(buttonsOf(answer)).toEqual([LIMITS]);
    expect(JSON.stringify(answer)).toContain('has *Remove*: the usual limit then holds again.');
    expect(view.state.values.budget_person.budget_person.value).toBe('40');
  });

  it('a pilot with some people fills in these people, and no others', async () => {
    const { view } = await formFor('only <@UBEN> and <@UCHLOE> may spend credits for now', 'budget_open');
    expect(JSON.stringify(view.state.values)).toContain('"selected_users":["UBEN","UCHLOE"]');
    expect(JSON.stringify(view.state.values)).toContain('"value":"listed"');
  });

  it.each([
    'no, only <@UBEN> and <@UCHLOE> may use it',
    'let only <@UBEN> and <@UCHLOE> use it',
    'for now, only <@UBEN> and <@UCHLOE> may use it',
  ])('“%s” is a pilot, too, and all of it is filled in', async (order) => {
    const { say } = talk(true);
    const { words } = (await say(order)) as { words: string };
    expect(words).toContain(
      '*Those chosen below* and <@UBEN> and <@UCHLOE> chosen. *Save* there sets it. Now:',
    );
  });

  it.each([
    'don’t let <@UBEN> and <@UCHLOE> spend credits',
    'everybody but <@UBEN> and <@UCHLOE> may spend credits',
    'nobody but <@UBEN> and <@UCHLOE> may spend credits',
    'take <@UBEN> and <@UCHLOE> off the pilot',
    'no pictures for <@UBEN> and <@UCHLOE>',
    'no pictures for <!subteam^SINTERNS|@interns>',
    'forbid <@UBEN> and <@UCHLOE> to make pictures',
    'no digests for <@UBEN> and <@UCHLOE>',
    'limit <@UBEN> and <@UCHLOE>',
    'raise the limit for <@UBEN> and <@UCHLOE>',
    'give <@UBEN> and <@UCHLOE> more credits',
    'only <@UBEN> and <@UCHLOE> may not make pictures',
    'only marketing may make pictures',
    'just let everybody spend',
  ])('“%s” is no pilot, and opens the form as it is', async (order) => {
    const { harness, say } = talk(true);
    await say(order);
    const answer = harness.made('chat.postMessage').at(-1);
    expect(buttonValue(answer, 'budget_open')).toBe('words');
    expect(wordsOf(answer)).not.toContain('opens the form');
  });

  it('an exception that the form cannot fill in does not disappear behind a half-filled form', async () => {
    const { say } = talk(true);
    expect(
      await say('everybody may use it again, except the interns, max 20 credits per person'),
    ).not.toMatchObject({
      words: expect.stringContaining('*Everybody* chosen'),
    });
  });

  it('“turn off digests” turns nothing off before it is saved', async () => {
    const { harness, view } = await formFor('turn off digests', 'budget_open');
    const chosen = view.state.values.budget_kinds.budget_kinds.selected_options as { value: string }[];
    expect(chosen.map(({ value }) => value)).toEqual(['quick', 'thorough', 'picture']);
    expect((await harness.slack.settings.of('T1')).spendOn).toContain('digest');
  });

  it('“everybody may spend again” chooses everybody, and clears the list', async () => {
    const pilot: Partial<TeamSettings> = { spenders: 'listed', spenderPeople: ['UBEN'] };
    const { answer, view } = await formFor('ok everybody may spend again', 'budget_open', pilot);
    expect(wordsOf(answer)).toContain('Only <@UBEN> may spend credits.');
    const { values } = view.state;
    expect(values.budget_spenders.budget_spenders.selected_option.value).toBe('everyone');
  });

  it('“everyone should use the theme Ocean, in German” fills in both', async () => {
    const { view } = await formFor('everyone should use the theme Ocean, in German please', 'settings_team');
    expect(view.state.values.team_language.team_language.selected_option.value).toBe('de');
    expect(JSON.stringify(view.state.values.team_theme)).toContain('Ocean');
  });

  it.each([
    'make Ocean the default theme for everyone',
    'the default theme for everybody is Ocean',
    'Ocean should be the default theme for everybody, please use the theme Ocean',
  ])('“%s” fills in the theme', async (order) => {
    const { view } = await formFor(order, 'settings_team');
    expect(JSON.stringify(view.state.values.team_theme)).toContain('Ocean');
  });

  it.each([
    'the default language for everybody is British English',
    'Use Ocean and British English as the default for the whole company',
    'also the default language for the company: British English',
  ])('“%s” fills in the language', async (order) => {
    const { view } = await formFor(order, 'settings_team');
    expect(view.state.values.team_language.team_language.selected_option.value).toBe('en-GB');
  });

  it('a theme that is named twice, and unknown, gets one note', async () => {
    const { harness, say } = talk(true);
    await say('slides on tea in the corporate theme, with the theme corporate blue');
    const card = wordsOf(harness.made('chat.postMessage').at(-1));
    expect(card.match(/I know no theme “[^”]*”/g)).toEqual(['I know no theme “corporate blue”']);
  });

  it('“how much did @Ben spend?” says it, and what the workspace has spent', async () => {
    const { harness, say } = talk(true);
    harness.slack.generations.spentByPerson = async () => ({ used: 12, reserved: 0, limit: null });
    harness.slack.generations.spentByTeam = async () => ({ used: 147, reserved: 0, limit: 200 });
    expect(await say('how much did <@UBEN> spend?')).toMatchObject({
      words: expect.stringContaining(
        '<@UBEN> has used 12 credits this month. This workspace has used 147 of 200 credits this month',
      ),
    });
  });

  it.each(['everything in German by default', 'all documents in German for everybody'])(
    '“%s” fills in the language, too',
    async (order) => {
      const { view } = await formFor(order, 'settings_team');
      expect(view.state.values.team_language.team_language.selected_option.value).toBe('de');
    },
  );

  it('“set default language to German for everyone” fills in the defaults of the workspace, not her own', async () => {
    const { harness, view } = await formFor('set default language to German for everyone', 'settings_team');
    expect(view.state.values.team_language.team_language.selected_option.value).toBe('de');
    expect(wordsOf(harness.made('views.update').at(-1)?.view)).toContain('*Save* sets it for everybody.');
    expect(await harness.slack.defaults.of({ team: 'T1', kind: 'team' })).toEqual({});
  });
});

it('a guest cannot choose a folder in words, and reads no names of folders', async () => {
  const { harness, say } = talkTo({ roleOf: async () => 'guest' });
  await harness.slack.settings.set('T1', { guests: 'yes' });
  const searched: string[] = [];
  harness.slack.catalogue.folders = async (_, text) => {
    searched.push(text);
    return { state: 'connected', items: [{ id: 'f1', name: 'Marketing' }] } as never;
  };
  expect(await say('slides on tea, put it in the folder Marketing')).toMatchObject({
    kind: 'card',
    ask: { prompt: 'tea' },
  });
  expect(searched).toEqual([]);
  expect(wordsOf(harness.made('chat.postMessage').at(-1))).toContain('Guests can’t choose a folder.');
});

it('a limit for guests: an admin reads first that a group has none', async () => {
  const { say, harness } = talkTo();
  harness.answers['users.info'] = { user: { id: 'UANA', is_admin: true } };
  expect(await say('limit guests to 20 credits a month')).toMatchObject({
    words: expect.stringMatching(
      /^A group, such as the guests, has no limit of its own: \*Change limits…\* sets one for each person/,
    ),
  });
});
