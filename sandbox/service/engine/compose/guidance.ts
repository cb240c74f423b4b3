/**
 * What a card on a topic should answer, for prompts that name a topic and say nothing more. Questions only: nothing
 * here claims anything, so a deck from a thin prompt stays honest and is still of use.
 */
const kinds: { when: RegExp; points: string[] }[] = [
  {
    when: /risk|threat|concern|blocker/i,
    points: [
      'What: what could go wrong, and what would set it off',
      'Impact: how likely it is, and what it would cost',
      'Response: what we do about it, and who watches it',
    ],
  },
  {
    when: /hir(e|ing)|recruit|headcount|staff|people plan/i,
    points: [
      'Need: which roles, in which teams, and by when',
      'Progress: what is open, offered and filled',
      'Ask: budget and approvals that are missing',
    ],
  },
  {
    when: /budget|cost|spend|pricing|price|funding|invest/i,
    points: [
      'Today: what is spent now, and on what',
      'Change: what moves it, and by how much',
      'Decision: what has to be approved, and by whom',
    ],
  },
  {
    when: /roadmap|plan|timeline|schedule|milestone|rollout|phase/i,
    points: [
      'Scope: what is in, and what is left out',
      'Dates: milestones, and what each depends on',
      'Owners: who answers for each part',
    ],
  },
  {
    when: /revenue|sales|growth|pipeline|bookings|arr\b|mrr\b|profit|margin/i,
    points: [
      'Drivers: what moved the number',
      'Mix: which products, regions or customers it came from',
      'Outlook: what we expect next, and how sure we are',
    ],
  },
  {
    when: /churn|retention|nps|satisfaction|customer|user|feedback/i,
    points: [
      'Who: which customers this is about',
      'Why: the reasons they give, in their words',
      'What next: what we change for them first',
    ],
  },
  {
    when: /incident|outage|post[- ]?mortem|bug|failure|downtime/i,
    points: [
      'Timeline: what happened, from first sign to all clear',
      'Cause: what made it possible, not who',
      'Prevention: what is changed so it cannot recur',
    ],
  },
  {
    when: /onboard|training|learn|welcome|first (day|week)/i,
    points: [
      'First week: what everyone needs on day one',
      'People: who to ask, and about what',
      'Goal: how we know that someone has settled in',
    ],
  },
  {
    when: /goal|okr|objective|target|vision|mission|strategy/i,
    points: [
      'Aim: what we want to be true at the end',
      'Measure: how we will know',
      'Trade-offs: what we will not do for it',
    ],
  },
  {
    when: /launch|release|go[- ]to[- ]market|campaign|announce/i,
    points: [
      'Promise: what it is, in one sentence, and for whom',
      'Readiness: what must be done before the day',
      'Reach: where people will hear of it first',
    ],
  },
  {
    when: /market|compet|landscape|trend/i,
    points: [
      'Size: how large the market is, and how it moves',
      'Players: who else serves it, and how',
      'Place: where we win, and where we do not',
    ],
  },
  {
    when: /next step|action|follow[- ]?up|decision|ask/i,
    points: ['Action: what is to be done', 'Owner: who does it', 'Date: by when'],
  },
  {
    when: /product|feature|design|prototype|demo/i,
    points: [
      'Problem: what it solves, and for whom',
      'How it works: the shortest way to show it',
      'Status: what works today, what is still to come',
    ],
  },
  {
    when: /team|culture|collaborat|process|ways? of working/i,
    points: ['Now: how we work today', 'Friction: what slows us down', 'Change: the one thing to try first'],
  },
  {
    when: /security|privacy|compliance|audit|legal/i,
    points: [
      'Requirement: what is asked of us, and by whom',
      'Gap: where we stand against it',
      'Plan: what closes the gap, and when',
    ],
  },
  {
    when: /lesson|retro|learned|learnt/i,
    points: [
      'Keep: what worked and should stay',
      'Stop: what did not help',
      'Try: what to do differently next time',
    ],
  },
];

const anything = [
  'Today: where it stands',
  'Change: what is different, and why',
  'Ask: what is needed to move on',
];

/** Points to cover on a topic, each "Lead: question". */
export function guidanceFor(topic: string): string[] {
  return kinds.find((kind) => kind.when.test(topic))?.points ?? anything;
}
