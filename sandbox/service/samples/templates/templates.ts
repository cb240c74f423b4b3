import { paragraph } from '../../engine/compose/blocks.ts';
import type { Card, Deck } from '../../engine/deck.ts';
import { card, heading, list, picture, stats, steps, table } from './blocks.ts';

export interface Template {
  id: string;
  title: string;
  description: string;
  deck: Deck;
}

/** Templates of the stand-in's workspace. Their points are questions to answer; a new doc replaces them. */
export const builtInTemplates: Template[] = [
  template(
    'g_tmpl_quarterly_review',
    'Quarterly business review',
    'Numbers first, then what went well, what did not, and what to decide.',
    'daybreak',
    [
      card('title', 'Quarterly business review', paragraph('Results, lessons and the quarter ahead')),
      agenda(
        'Key figures',
        'Performance',
        'Highlights and lowlights',
        'Customers',
        'Risks',
        'Plan for next quarter',
      ),
      card('stats', 'Key figures', stats('Revenue', 'Growth', 'Customers', 'Churn')),
      card('bullets', 'Performance by month', list('Which months stand out?', 'What explains them?')),
      card(
        'columns',
        'Highlights and lowlights',
        heading('Went well'),
        list('What are we proud of?', 'What should we do again?'),
        heading('Did not'),
        list('What fell short?', 'What did we learn?'),
      ),
      card(
        'picture',
        'What customers tell us',
        picture('customers'),
        list('Who did we listen to?', 'What do they ask for most?'),
      ),
      card(
        'bullets',
        'Risks',
        list(
          'Likely: what could go wrong?',
          'Costly: what would hurt most?',
          'Response: what do we do about it?',
        ),
      ),
      card(
        'steps',
        'Plan for next quarter',
        steps(
          ['Month 1', 'What starts first?'],
          ['Month 2', 'What must be ready?'],
          ['Month 3', 'What is delivered?'],
        ),
      ),
      card('closing', 'Decisions needed', list('What has to be decided, and by whom?')),
    ],
  ),
  template(
    'g_tmpl_project_kickoff',
    'Project kickoff',
    'Why, what, who and when, for everyone who joins on the first day.',
    'glacier',
    [
      card('title', 'Project kickoff', paragraph('Why we do it, what it is, and how we work')),
      card(
        'picture',
        'Why we do this',
        picture('why'),
        list('Which problem do we solve?', 'For whom?', 'What happens if we do not?'),
      ),
      card(
        'bullets',
        'Goals',
        list(
          'Outcome: what will be true at the end?',
          'Measure: how will we know?',
          'Limit: what is not a goal?',
        ),
      ),
      card(
        'columns',
        'Scope',
        heading('In'),
        list('What do we build or change?'),
        heading('Out'),
        list('What do we leave alone?'),
      ),
      card(
        'steps',
        'Timeline',
        steps(
          ['Discover', 'What do we need to learn?'],
          ['Build', 'What do we make first?'],
          ['Pilot', 'Who tries it?'],
          ['Launch', 'When is it done?'],
        ),
      ),
      card('table', 'Team and roles', table(['Area', 'Owner', 'Needs'], ['Who does what?', '—', '—'])),
      card(
        'bullets',
        'Risks and assumptions',
        list('What could stop us?', 'What do we take for granted?', 'Who watches it?'),
      ),
      card('closing', 'First steps', list('What happens this week, and who does it?')),
    ],
  ),
  template(
    'g_tmpl_incident_review',
    'Incident review',
    'What happened, why, and what keeps it from happening again. No blame.',
    'signal',
    [
      card('title', 'Incident review', paragraph('What happened, why, and what we change')),
      card('stats', 'Impact', stats('Duration', 'People affected', 'Errors')),
      card(
        'bullets',
        'Summary',
        list(
          'What: what did people notice?',
          'When: from when to when?',
          'Where: which parts of the system?',
        ),
      ),
      card(
        'steps',
        'Timeline',
        steps(
          ['Start', 'What changed?'],
          ['Detected', 'How did we find out?'],
          ['Mitigated', 'What stopped the harm?'],
          ['Resolved', 'What fixed it?'],
        ),
      ),
      card(
        'picture',
        'Root cause',
        picture('cause'),
        list('What made it possible?', 'Why was it not caught before?'),
      ),
      card(
        'columns',
        'What helped, what did not',
        heading('Helped'),
        list('What worked as it should?'),
        heading('Did not help'),
        list('What slowed us down?'),
      ),
      card(
        'table',
        'Action items',
        table(['Action', 'Owner', 'Due'], ['What keeps it from happening again?', '—', '—']),
      ),
      card('closing', 'What we take away', list('What would we tell another team?')),
    ],
  ),
  template('g_tmpl_one_pager', 'One-pager', 'One page for people with two minutes.', 'broadsheet', [
    card('title', 'One-pager', paragraph('The whole idea in one sentence')),
    card(
      'columns',
      'In brief',
      heading('The point'),
      list('What is it about?', 'Why does it matter now?'),
      heading('The ask'),
      list('What do we need, from whom?'),
    ),
    card('stats', 'The numbers', stats('Cost', 'Gain', 'Time')),
  ]),
  template(
    'g_tmpl_team_weekly',
    'Team weekly',
    'What was done, what is next, what is in the way.',
    'sorbet',
    [
      card('title', 'Team weekly', paragraph('Done, next and in the way')),
      card(
        'bullets',
        'Done this week',
        list('What was shipped?', 'What was decided?', 'Who deserves thanks?'),
      ),
      card(
        'picture',
        'In progress',
        picture('progress'),
        list('What is under way?', 'When will it be done?'),
      ),
      card(
        'columns',
        'Blockers and questions',
        heading('Blockers'),
        list('What is in the way?'),
        heading('Questions'),
        list('What is still open?'),
      ),
      card('table', 'Next week', table(['What', 'Who', 'When'], ['What comes next?', '—', '—'])),
      card('closing', 'To remember', list('What should everybody know?')),
    ],
  ),
  template(
    'g_tmpl_product_launch',
    'Product launch',
    'From the problem to the day itself.',
    'northwind-brand',
    [
      card('title', 'Product launch', paragraph('What we launch, for whom, and when')),
      card('picture', 'The problem', picture('problem'), list('Who has it?', 'What do they do today?')),
      card('section', 'Our answer'),
      card(
        'bullets',
        'The product',
        list(
          'Promise: what is it in one sentence?',
          'Proof: how do we show it?',
          'Price: what does it cost?',
        ),
      ),
      card(
        'columns',
        'Who it is for',
        heading('First'),
        list('Who needs it most?'),
        heading('Later'),
        list('Who comes next?'),
      ),
      card(
        'steps',
        'Launch plan',
        steps(
          ['Prepare', 'What must be ready?'],
          ['Announce', 'Who hears it first?'],
          ['Launch', 'What happens on the day?'],
          ['Learn', 'What do we watch?'],
        ),
      ),
      card('stats', 'How we measure success', stats('Sign-ups', 'Activation', 'Revenue')),
      card('bullets', 'Risks', list('What could go wrong?', 'What would we do then?')),
      card('closing', 'Before the day', list('What is still to be done, and by whom?')),
    ],
  ),
];

function template(id: string, title: string, description: string, themeId: string, cards: Card[]): Template {
  return { id, title, description, deck: { title, format: 'presentation', themeId, cards } };
}

function agenda(...topics: string[]): Card {
  return { ...card('bullets', 'What we will cover', list(...topics)), kicker: 'Agenda' };
}
