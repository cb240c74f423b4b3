import { type Fixture, lines } from './fixture.ts';

const hosted = {
  id: 'F1',
  name: 'plan.pdf',
  title: 'Plan *v2*',
  filetype: 'pdf',
  pretty_type: 'PDF',
  mode: 'hosted',
  url_private: 'https://files.slack.com/files-pri/T1-F1/plan.pdf',
  url_private_download: 'https://files.slack.com/files-pri/T1-F1/download/plan.pdf',
  permalink: 'https://northwind.slack.com/files/U0ANA/F1/plan.pdf',
  permalink_public: 'https://slack-files.com/T1-F1-abc',
};

/** Files are listed by name and type, without their contents. */
export const fileMessages: Fixture[] = [
  {
    what: 'a file with a message',
    message: { text: 'Here it is', subtype: 'file_share', files: [hosted] },
    markdown: lines('Here it is', '', '(file: “Plan \\*v2\\*”, PDF)'),
  },
  {
    what: 'a file without a message, and a picture in Slack',
    message: {
      text: '',
      files: [
        hosted,
        { ...hosted, title: '', name: 'shot.png', pretty_type: '', filetype: 'png', mimetype: 'image/png' },
      ],
    },
    markdown: lines('(file: “Plan \\*v2\\*”, PDF)', '(file: “shot.png”, PNG)'),
  },
  {
    what: 'an external file',
    message: {
      text: '',
      files: [
        {
          ...hosted,
          mode: 'external',
          is_external: true,
          title: 'Budget',
          url_private: 'https://docs.example.com/d/1',
        },
      ],
    },
    markdown: '[Budget](https://docs.example.com/d/1)',
  },
  {
    what: 'an external public picture',
    message: {
      text: '',
      files: [
        {
          mode: 'external',
          is_external: true,
          title: 'Chart',
          external_url: 'https://cdn.example.com/c.png',
        },
      ],
    },
    markdown: lines('Chart:', 'https://cdn.example.com/c.png'),
  },
  {
    what: 'a file that was deleted',
    message: { text: 'look', files: [{ id: 'F2', mode: 'tombstone' }] },
    markdown: lines('look', '', '(a file that was deleted)'),
  },
  {
    what: 'a file that is too old for the plan',
    message: { text: '', files: [{ id: 'F3', mode: 'hidden_by_limit' }] },
    markdown: '(a file that Slack no longer shows)',
  },
];
