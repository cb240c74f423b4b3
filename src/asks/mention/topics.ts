/** What the questions and orders that Deckhand answers in words are about. tools/topics/examples.txt has examples of each. */

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
