/** Recognizes texts that name only a document's audience, such as "for the board". They stay in the prompt and do not set `audience`. */

const wordsOf = (list: string) => new Set(list.split(/\s+/));

/** Last words of a phrase that names people. */
const PEOPLE = wordsOf(
  `board exec execs executive executives leadership leaders management manager boss ceo cfo cto team teams department sales marketing
  engineering support finance legal hr staff everyone everybody people folks press media public kids children parents family families
  students pupils customer customers client clients colleagues employees interns hires audience company council committee crew class
  community office school club group groups panel jury circle union association volunteers partners guests patients grandma grandpa mom mum dad boys girls`,
);
/** Endings of words for people, such as "investors", "bakers", "trainees". */
const PEOPLE_ENDING =
  /\p{L}{3}(?:ers|ors|eers|ists|ees|ians|ants|ards|women|men|kids|children|people|folk)$/u;
const FOR_PEOPLE =
  /^(?:it['’]?s |this is |something )?for (?<who>[^.,;:!?\d]{2,60}?)(?: please| pls)?[.!]?$/iu;

/** Returns true for a text that says only for whom a document is: "for the board". False for "for our spring launch". */
export function isOnlyAudience(text: string): boolean {
  const who = FOR_PEOPLE.exec(text)?.groups?.who ?? '';
  const last = who.toLowerCase().split(/\s+/).at(-1) ?? '';
  return (
    /^(?:those|people|everyone|everybody|all) (?:who|that) /.test(who.toLowerCase()) ||
    PEOPLE.has(last) ||
    PEOPLE_ENDING.test(last)
  );
}
