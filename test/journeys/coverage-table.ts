import type { serviceRoutes } from '../../src/service/routes/routes.ts';

/**
 * What stands where of the service's interface: for each route the places in Slack from which people use it, as rows of the
 * route table name them, and the journey that proves it. The rest of docs/coverage.md is read from the code, and
 * coverage.test.ts fails where anything named here is not there.
 */
export interface Place {
  /** `kind id` of rows of the route table; `by itself` is what happens after one of them. */
  slack: [string, ...string[]];
  /** The journey in which the service answers it: noted while it runs, and read at the end (../support/hits.ts). */
  journey: string;
}

const FORMS = ['form deck_form', 'button proposal_make', 'form digest_form'] as const;

export const places: Record<keyof typeof serviceRoutes, Place> = {
  createGeneration: { slack: [...FORMS], journey: 'lost-answers' },
  createFromTemplate: {
    slack: ['form deck_form', 'menu template'],
    journey: 'template',
  },
  getGeneration: {
    slack: [...FORMS, 'button generation_check_again'],
    journey: 'deck',
  },
  listThemes: { slack: ['menu theme'], journey: 'deck' },
  listFolders: { slack: ['menu folder'], journey: 'template' },
  searchTemplates: { slack: ['menu template'], journey: 'template' },
  exportDoc: { slack: ['button generation_export'], journey: 'lost-answers' },
  getExport: { slack: ['button generation_export'], journey: 'lost-answers' },
  getDoc: {
    slack: ['button document_more', 'button generation_export'],
    journey: 'documents',
  },
  searchDocs: { slack: ['command /deck', 'menu document_find'], journey: 'find' },
  archiveDoc: {
    slack: ['button generation_archive'],
    journey: 'archive',
  },
  deleteDoc: {
    slack: ['button document_delete', 'form document_delete_form'],
    journey: 'documents',
  },
  listComments: {
    slack: ['button document_comments', 'button document_comments_watch'],
    journey: 'comments',
  },
  getAnalytics: {
    slack: ['button document_readers'],
    journey: 'readers',
  },
  getCardAnalytics: {
    slack: ['button document_readers', 'button document_comments'],
    journey: 'comments',
  },
  listViewers: {
    slack: ['button document_readers_by_name'],
    journey: 'readers',
  },
  getViewer: { slack: ['button document_reader'], journey: 'readers' },
  createImage: { slack: ['command /deck', 'form image_form'], journey: 'pictures' },
  getImage: { slack: ['form image_form', 'button image_again'], journey: 'pictures' },
  createAgentGeneration: {
    slack: ['form deck_form', 'button making'],
    journey: 'thorough',
  },
  getAgentGeneration: { slack: ['form deck_form'], journey: 'thorough' },
  editDoc: {
    slack: ['button document_change', 'form change_form', 'form document_comments_form'],
    journey: 'changes',
  },
  getEdit: {
    slack: ['form change_form', 'button change_follow_other'],
    journey: 'changes',
  },
  getMe: {
    slack: ['event app_home_opened', 'button connect_link'],
    journey: 'credits',
  },
};

/** Endpoints of the sign-in, which have no row in the client's table, and ways of using a route. */
export interface SignInPlace {
  endpoint: string;
  /** In place of the client's words, where it calls nothing. */
  note?: string;
  /** The file of ours that calls it, and its words there. */
  client: [file: string, mentions: string];
  slack: [string, ...string[]];
  /** The stand-in's file, and its words there. */
  standIn: [file: string, mentions: string];
  /** A test below test/, and its words there. */
  test: [file: string, mentions: string];
}

/** Ways of using a route that the interface tells apart. */
export const ways: SignInPlace[] = [
  {
    endpoint: 'POST /generations (pages)',
    note: 'createGeneration',
    client: ['src/generations/work/request.ts', 'pages: sections'],
    slack: ['form deck_form'],
    standIn: ['sandbox/service/routes/creating/create.ts', 'body.pages'],
    test: ['journeys/sections.test.ts', 'pages: ['],
  },
];

const CONNECT: SignInPlace['slack'] = ['button connect_open', 'button connect_link'];
const METADATA = 'sandbox/service/oauth/metadata.ts';

export const signIn: SignInPlace[] = [
  {
    endpoint: 'GET {base_url}/.well-known/oauth-protected-resource',
    client: ['src/connections/oauth/discovery.ts', 'oauth-protected-resource'],
    slack: CONNECT,
    standIn: ['sandbox/service/oauth/beside-api.ts', '/.well-known/oauth-protected-resource'],
    test: ['connections/discovery.test.ts', 'oauth-protected-resource'],
  },
  {
    endpoint: 'GET {auth_url}/.well-known/oauth-authorization-server',
    client: ['src/connections/oauth/discovery.ts', 'oauth-authorization-server'],
    slack: CONNECT,
    standIn: [METADATA, '/.well-known/oauth-authorization-server'],
    test: ['connections/discovery.test.ts', 'oauth-authorization-server'],
  },
  {
    endpoint: 'POST {auth_url}/oauth/register',
    client: ['src/connections/oauth/client.ts', 'dynamicClientRegistrationRequest'],
    slack: CONNECT,
    standIn: [METADATA, '/oauth/register'],
    test: ['connections/registration.test.ts', 'regist'],
  },
  {
    endpoint: 'GET {auth_url}/oauth/authorize',
    client: ['src/connections/oauth/discovery.ts', '/oauth/authorize'],
    slack: CONNECT,
    standIn: [METADATA, '/oauth/authorize'],
    test: ['journeys/connect.test.ts', 'harness.connect'],
  },
  {
    endpoint: 'POST {auth_url}/oauth/token (code)',
    client: ['src/connections/oauth/tokens.ts', 'authorizationCodeGrantRequest'],
    slack: CONNECT,
    standIn: [METADATA, '/oauth/token'],
    test: ['connections/link.test.ts', '/oauth/token'],
  },
  {
    endpoint: 'POST {auth_url}/oauth/token (refresh)',
    client: ['src/connections/oauth/tokens.ts', 'refreshTokenGrantRequest'],
    slack: ['button connect_open'],
    standIn: [METADATA, '/oauth/token'],
    test: ['connections/renewal.test.ts', 'refresh'],
  },
  {
    // Access tokens are the service's own affair: Deckhand looks into none, so it needs no keys.
    note: 'not needed: no token is looked into',
    endpoint: 'GET {auth_url}/.well-known/jwks.json',
    client: ['src/connections/oauth/tokens.ts', 'access_token'],
    slack: CONNECT,
    standIn: [METADATA, '/.well-known/jwks.json'],
    test: ['connections/link.test.ts', '/oauth/token'],
  },
];
