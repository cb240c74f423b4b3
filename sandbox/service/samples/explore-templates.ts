/** Public templates. Search lists them, but only the service's site can use them. */
export const exploreTemplates = [
  {
    id: 'explore_startup_pitch',
    title: 'Startup pitch',
    description: 'Ten cards from the problem to the ask.',
  },
  {
    id: 'explore_course_outline',
    title: 'Course outline',
    description: 'Lessons, goals and reading for a term.',
  },
  {
    id: 'explore_product_one_pager',
    title: 'Product one-pager',
    description: 'What it is, for whom, and why now.',
  },
  {
    id: 'explore_research_readout',
    title: 'Research readout',
    description: 'Questions, method, findings and what follows.',
  },
] as const;
