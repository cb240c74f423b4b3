import type { Button } from '@slack/types';
import { PERSON_ID } from '../../actor.ts';
import {
  EXCEPT,
  idsIn,
  kindsIn,
  type LimitWords,
  limitWords,
  removesLimit,
} from '../../asks/mention/limit-words.ts';
import type { TeamSettings } from '../../settings/team-settings.ts';
import { listOf, plural, thousands } from '../../text.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { button } from '../kit/blocks/parts.ts';
import { channelMention, mention } from '../kit/blocks/text.ts';

/** The answer to an order about limits: a button whose form is filled in with what the admin said. Nothing changes before *Save*. */

const fields = {
  person: ['creditsOfPerson', 'each person'],
  channel: ['creditsOfChannel', 'each channel'],
  team: ['creditsOfTeam', 'the whole workspace'],
} as const;
const all = button('Change limits…', actions.budget, 'words');
export const kindNames = { thorough: 'Thorough documents', picture: 'Pictures', digest: 'Digests' };

type Answer = { text: string; buttons: Button[] };

/** Returns the buttons for an order about limits, and what their form is filled in with, as mrkdwn. `text` is empty if the order sets nothing. */
export function limitsAnswer(
  mrkdwn: string,
  { spenders, creditsOf }: Pick<TeamSettings, 'spenders' | 'creditsOf'>,
): Answer {
  const ofPilot = pilotAnswer(mrkdwn, spenders === 'listed');
  if (ofPilot) return ofPilot;
  if (OF_SEVERAL.test(mrkdwn)) {
    const [number = ''] = mrkdwn.replace(/<[^>]*>/g, '').match(/\d{1,7}/) ?? [];
    return {
      text: `Groups have no limit of their own, and people share none: *Add people…* gives ${plural(Number(number), 'credit')} a month to each person whom you choose there. *Save* sets it.`,
      buttons: [button('Add people…', actions.addPersonException, `people ${number}`), all],
    };
  }
  if (OF_EXCEPTION.test(mrkdwn) || endsException(mrkdwn, creditsOf))
    return {
      text: '*Change limits…* lists the exceptions. The menu beside one has *Remove*: the usual limit then holds again.',
      buttons: [all],
    };
  if (ALL_LIMITS.test(mrkdwn)) {
    const { text, buttons } = presetAnswer(
      'no limit for each person, no limit for each channel, no limit for the workspace',
    );
    return { text: `${text} Exceptions stay: the menu beside each has *Remove*.`, buttons };
  }
  const answer = presetAnswer(mrkdwn);
  return answer.text && isPartly(mrkdwn, answer.text)
    ? { ...answer, text: `${answer.text} The rest of what you said is not filled in.` }
    : answer;
}

/** Matches an order to put people into a pilot, or to take them out of it. */
const INTO_PILOT =
  /\b(?:add|put|include|take|nimm)\b.*\b(?:to|into|in|on) (?:(?:the|our|den) (?:pilot|list|test|trial)|(?:those|the (?:people|ones)) who (?:may|can)\b)|^(?!.*\bonly\b).*\b(?:let|may)\b.*\b(?:use (?:it|you|deckhand)|spend(?: credits)?),? (?:too|as well)\b/i;
const OUT_OF_PILOT =
  /\b(?:remove|take|drop|kick|throw|delete)\b.*\b(?:from|off|out of|of) (?:the|our) (?:pilot|list|test|trial)|\b(?:no longer|not) in (?:the|our) pilot\b/i;

/** Returns the answer to an order to put people into a pilot, or to take them out of it; undefined for other orders. */
function pilotAnswer(mrkdwn: string, isOn: boolean): Answer | undefined {
  const isOut = OUT_OF_PILOT.test(mrkdwn);
  if (!isOut && !INTO_PILOT.test(mrkdwn)) return undefined;
  const ids = idsIn(mrkdwn.replace(/<#[^>]*>/g, ''));
  const people = ids.filter((id) => PERSON_ID.test(id));
  if (!isOn) {
    const begin = `\`only ${listOf(people.map(mention)) || '@Dev Patel'} may use it\``;
    const how = isOut
      ? ''
      : ` To begin one, write me ${people.length > 0 ? begin.replaceAll('`', '') : begin}.`;
    return { text: `No pilot is on now: everybody may spend credits.${how}`, buttons: [all] };
  }
  if (people.length === 0 || people.length < ids.length)
    return {
      text: `*Change limits…* has the list of the pilot. To have a person ${isOut ? 'taken off' : 'added'} there, write the name with \`@\`: \`${isOut ? 'remove @Dev Patel from' : 'add @Dev Patel to'} the pilot\`.`,
      buttons: [all],
    };
  return {
    text: `*Change limits…* opens the form with ${listOf(people.map(mention))} ${isOut ? 'taken off' : 'added to'} those who may spend. *Save* there sets it.`,
    buttons: [
      button('Change limits…', actions.budget, `${isOut ? 'without' : 'spender'}=${people.join('+')}`),
    ],
  };
}

/** Matches a limit for a group, or one that people share: "give everyone in sales 60", "they share 50 credits". */
const OF_SEVERAL =
  /^(?=.*\d).*\b(?:(?:every(?:one|body)|all|people) (?:in|from|of) (?!(?:(?:the|this|our) )?(?:whole |entire )?(?:workspace|company|organi[sz]ation|team|us|them|total|all)\b)\p{L}|share (?:\p{L}+ ){0,3}\d)/iu;
/** Matches an order to end an exception. Its person has the usual limit again, so no number is filled in. */
const OF_EXCEPTION =
  /\b(?:remove|delete|end|take back|drop|clear)\b.*\b(?:exceptions?|extra credits)\b|\bsame\b.{0,20} (?:as|like) (?:every(?:body|one)|all|(?:the )?(?:others|rest))\b|\b(?:usual|normal) limit again\b|\bback to (?:the |his |her |their )?(?:usual|normal) limit\b/i;

/** Returns true for an order to take the own limit of a person or channel away: the limit is said, or there is such an exception. */
function endsException(mrkdwn: string, creditsOf: TeamSettings['creditsOf']): boolean {
  if (!removesLimit(mrkdwn)) return false;
  const { id, of } = limitWords(mrkdwn);
  if (id) return id in creditsOf || /\d/.test(mrkdwn.replace(/<[^>]*>/g, ''));
  return of === 'named' ? Object.keys(creditsOf).length > 0 || /\d/.test(mrkdwn) : !of && /\d/.test(mrkdwn);
}
/** Matches an order to end all limits. */
const ALL_LIMITS =
  /^(?:(?:please|ok|and|can you)[ ,]+)*(?:remove|lift|drop|clear|delete|take|end) (?:all|every|the|our)(?: of)?(?: the| our)? limits?(?: away| again| please)?[ .!]*$|\bno (?:more )?limits (?:any ?more )?for (?:anybody|anyone|everybody|all)\b/i;

/** Returns true if the sentence has a number, a kind of work, people or an exception that the answer does not name. */
function isPartly(mrkdwn: string, answer: string): boolean {
  const plain = mrkdwn.replace(/<[^>]*>/g, '<>');
  const isNumberLeft = (plain.match(/\d{2,7}/g) ?? []).some(
    (number) => !answer.includes(thousands(Number(number))),
  );
  return (
    isNumberLeft ||
    EXCEPT.test(plain) ||
    kindsIn(plain).some((kind) => !answer.includes(kindNames[kind])) ||
    idsIn(mrkdwn).some((id) => !answer.includes(id)) ||
    hasOthers(plain)
  );
}

/** Returns true if an order names people beside those it mentions: "only @Ben and the interns may use it". @param plain with `<>` for each mention */
function hasOthers(plain: string): boolean {
  const [, who = ''] = /\bonly\b(.*?)\b(?:may|can|should|must|use|spend)\b/i.exec(plain) ?? [];
  return who.includes('<>') && /\p{L}/u.test(who.replace(/\b(?:and|or|let|want|to)\b/gi, ''));
}

function presetAnswer(mrkdwn: string): Answer {
  const parts = mrkdwn.split(/[,;]|[.!] | and | und | et /i).filter((part) => part.trim());
  const named = parts.filter((part) => limitWords(part).id && limitWords(part).credits !== undefined);
  const others = parts.filter((part) => !limitWords(part).id).join(' and ');
  // "500 for each channel, and #general only 50" is set in two forms.
  if (named.length > 0 && named.length < parts.length && presetAnswer(others).text) {
    const answers = [others, ...named].map(presetAnswer);
    return {
      text: answers.map(({ text }) => text).join(' '),
      buttons: answers.flatMap(({ buttons: [first] }) => first ?? []),
    };
  }
  const clauses = mrkdwn.split(CLAUSES).map((clause) => limitWords(clause.trim()));
  const isForAll = clauses.some(({ isForSome }) => isForSome === false);
  const sum = clauses.find(
    ({ of: each, credits: number }) => each && each !== 'named' && number !== undefined,
  );
  // "Everybody may use it again, but max 20000 for the whole company" sets both.
  if (isForAll && !EXCEPT.test(mrkdwn) && sum?.of && sum.of !== 'named') {
    const text = `*Change limits…* opens the form with *Everybody* chosen and ${amountText(sum.credits)} for ${fields[sum.of][1]}. *Save* there sets it.`;
    return { text, buttons: [button('Change limits…', actions.budget, `all&${presetOf(sum)}`)] };
  }
  const whole = limitWords(mrkdwn);
  const said = sum && whole.credits !== undefined ? sum : whole;
  const { id, of, credits, kinds, isForSome, spenders = [] } = said;
  const amount = amountText(credits);
  if (id) {
    const action = of === 'channel' ? actions.addChannelException : actions.addPersonException;
    const who = of === 'channel' ? channelMention(id) : mention(id);
    return {
      text: `*Set this limit…* opens the form for ${who}${amount ? `, with ${amount} filled in` : ''}. *Save* there sets it.`,
      buttons: [
        button('Set this limit…', action, [id, credits].filter((part) => part !== undefined).join(' ')),
        all,
      ],
    };
  }
  if (of === 'named' && amount) {
    return {
      text: `*Set a person’s limit…* opens the form: choose the person there, with ${amount} filled in. *Save* sets it. With \`@\` before the name, the person is filled in, too.`,
      buttons: [
        button(
          'Set a person’s limit…',
          actions.addPersonException,
          ['people', credits].filter((part) => part !== undefined).join(' '),
        ),
        all,
      ],
    };
  }
  const several = mrkdwn
    .split(/[,;]| and | und | et /i)
    .map(limitWords)
    .flatMap(({ of: each, credits: sum }) =>
      each && each !== 'named' && sum !== undefined ? [{ of: each, credits: sum }] : [],
    );
  if (several.length > 1) {
    const all = listOf(several.map((one) => `${amountText(one.credits)} for ${fields[one.of][1]}`));
    return {
      text: `*Change limits…* opens the form with ${all}. *Save* there sets it.`,
      buttons: [button('Change limits…', actions.budget, several.map(presetOf).join('&'))],
    };
  }
  const switched = kinds && switchesIn(mrkdwn);
  const preset = switched
    ? switched.map(({ kind, isOff }) => `${isOff ? 'off' : 'on'}=${kind}`).join('&')
    : presetOf(said);
  const filled = switched
    ? `${listOf(switched.map(({ kind, isOff }) => `*${kindNames[kind]}* turned ${isOff ? 'off' : 'on'}`))} for everybody`
    : isForSome
      ? spenders.length > 0
        ? `*Those chosen below* and ${listOf(spenders.map((one) => (one.startsWith('S') ? `<!subteam^${one}>` : mention(one))))} chosen`
        : '*Those chosen below*: add the people or user groups'
      : isForSome === false
        ? '*Everybody* chosen'
        : of && of !== 'named' && amount
          ? `${amount} for ${fields[of][1]}`
          : undefined;
  return {
    text: filled ? `*Change limits…* opens the form with ${filled}. *Save* there sets it.` : '',
    buttons: [filled ? button('Change limits…', actions.budget, preset) : all],
  };
}

/** Matches the border between two parts of an order. */
const CLAUSES = /[,;:](?! for the (?:whole|entire) )|(?<!\.)[.!] | and | but | und | et | aber /i;

/** Returns which kinds of work each part of a sentence turns on or off. A part without "off" or "on" is as the part before it. */
function switchesIn(mrkdwn: string): { kind: keyof typeof kindNames; isOff: boolean }[] {
  let isOff = limitWords(mrkdwn).isOff ?? false;
  const parts = mrkdwn.split(CLAUSES).flatMap((part) => {
    const said = limitWords(part.trim());
    if (said.isOff || ON.test(part)) isOff = said.isOff ?? false;
    return (said.kinds ?? []).map((kind) => ({ kind, isOff }));
  });
  // "No pictures, no images" names one kind twice, and the last part decides.
  return [...new Map(parts.map((part) => [part.kind, part])).values()];
}

/** Matches words that allow something. */
const ON = /\b(?:on|allow\w*|enable\w*|again|keep|fine|ok|okay|may|erlaub\w*|an)\b/i;

/** Returns for example "20 credits a month"; undefined if the order names no number. */
function amountText(credits: LimitWords['credits']): string | undefined {
  if (credits === undefined) return undefined;
  return credits === 'none' ? 'no limit' : `${plural(credits, 'credit')} a month`;
}

function presetOf({ of, credits, isForSome, spenders = [] }: LimitWords): string {
  if (isForSome && spenders.length > 0) return `only=${spenders.join('+')}`;
  if (isForSome !== undefined) return isForSome ? 'some' : 'all';
  return `${of}=${credits}`;
}

const GROUP_ID = /^S[A-Z0-9]{1,30}$/;

/** Returns the settings with which a button fills in the form; empty for other buttons. */
export function presetIn(
  value = '',
  current: Pick<TeamSettings, 'spendOn' | 'spenderPeople'>,
): Partial<TeamSettings> {
  const [first = '', ...more] = value.split('&');
  if (more.length > 0) {
    const settings: Partial<TeamSettings> = {};
    for (const one of [first, ...more]) Object.assign(settings, presetIn(one, { ...current, ...settings }));
    return settings;
  }
  const [what = '', set = ''] = first.split('=');
  const { spendOn, spenderPeople } = current;
  const ids = (pattern: RegExp) => set.split('+').filter((one) => pattern.test(one));
  if (what === 'spender') return { spenderPeople: [...new Set([...spenderPeople, ...ids(PERSON_ID)])] };
  if (what === 'without')
    return { spenderPeople: spenderPeople.filter((one) => !ids(PERSON_ID).includes(one)) };
  if (what === 'only')
    return { spenders: 'listed', spenderPeople: ids(PERSON_ID), spenderGroups: ids(GROUP_ID) };
  if (what === 'some') return { spenders: 'listed' };
  if (what === 'all') return { spenders: 'everyone', spenderPeople: [], spenderGroups: [] };
  const isKind = (kind: string): kind is keyof typeof kindNames => Object.hasOwn(kindNames, kind);
  if (what === 'off') return { spendOn: spendOn.filter((kind) => kind !== set) };
  if (what === 'on' && isKind(set)) return { spendOn: [...new Set([...spendOn, set])] };
  const field = Object.entries(fields).find(([of]) => of === what)?.[1][0];
  return field && /^(?:\d+|none)$/.test(set) ? { [field]: set === 'none' ? null : Number(set) } : {};
}
