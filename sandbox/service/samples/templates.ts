import type { Deck } from '../engine/deck.ts';
import { composeDeck } from '../engine/engine.ts';

export interface Template {
  id: string;
  title: string;
  description: string;
  deck: Deck;
}

/** The templates of a workspace. A new document replaces the question under each heading. */
export const builtInTemplates: Template[] = [
  template(
    'g_tmpl_quarterly_review',
    'Quarterly business review',
    'Numbers first, then what went well, what did not, and what to decide.',
    'daybreak',
    {
      'Key figures': 'How did revenue, growth and churn develop?',
      Performance: 'Which months stand out, and why?',
      Highlights: 'What are we proud of?',
      Lowlights: 'What fell short?',
      Customers: 'Who did we listen to, and what do they ask for?',
      Risks: 'What could go wrong, and what do we do about it?',
      'Next quarter': 'What starts first?',
      Decisions: 'What has to be decided, and by whom?',
    },
  ),
  template(
    'g_tmpl_project_kickoff',
    'Project kickoff',
    'Why, what, who and when, for everyone who joins on the first day.',
    'northwind-brand',
    {
      'Why we do this': 'Which problem do we solve, and for whom?',
      Goals: 'What will be true at the end?',
      Scope: 'What do we leave alone?',
      Team: 'Who does what?',
      Timeline: 'What is ready when?',
      Risks: 'What could stop us?',
    },
  ),
  template(
    'g_tmpl_incident_review',
    'Incident review',
    'What happened, why, and what keeps it from happening again. No blame.',
    'midnight',
    {
      Summary: 'What did people notice, and when?',
      Timeline: 'What happened in which order?',
      'Root cause': 'What made it possible?',
      'Action items': 'What keeps it from happening again, and who does it?',
    },
  ),
  template('g_tmpl_one_pager', 'One-pager', 'One page for people with two minutes.', 'broadsheet', {
    'The point': 'What is it about, and why now?',
    'The ask': 'What do we need, and from whom?',
  }),
];

function template(
  id: string,
  title: string,
  description: string,
  themeId: string,
  questions: Record<string, string>,
): Template {
  const parts = Object.entries(questions).map(([heading, question]) => `## ${heading}\n\n- ${question}`);
  const text = [`# ${title}`, ...parts].join('\n\n');
  return { id, title, description, deck: composeDeck({ text, format: 'presentation', themeId }) };
}
