import type { serviceRoutes } from '../../src/service/routes/routes.ts';
import type { Sends } from '../support/hits.ts';

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
  /** What one of these calls must have sent: what people chose, with its values. Every route with a request has some. */
  sends?: Sends;
}

const FORMS = ['form deck_form', 'button proposal_make', 'form digest_form'] as const;

export const places: Record<keyof typeof serviceRoutes, Place> = {
  createGeneration: {
    slack: [...FORMS],
    journey: 'deck',
    sends: {
      inputText: /^Quarterly review: revenue/,
      textMode: /^generate$/,
      format: /^presentation$/,
      numCards: /^5$/,
      title: /^Q3$/,
      themeId: /^[\w-]+$/,
      folderId: /^fld_/,
      exportAs: /^pptx$/,
      'textOptions.language': /^de$/,
      'textOptions.tone': /^Warm$/,
      'textOptions.audience': /^The board$/,
      'imageOptions.source': /^aiGenerated$/,
      'imageOptions.model': /^flux-2-pro$/,
      'imageOptions.style': /^Flat, two colours$/,
      'sharingOptions.workspaceAccess': /^comment$/,
      'sharingOptions.externalAccess': /^view$/,
      'sharingOptions.emailOptions.recipients': /^müller@example\.de,ana@example\.com$/,
      'sharingOptions.emailOptions.access': /^fullAccess$/,
    },
  },
  createFromTemplate: {
    slack: ['form deck_form', 'menu template'],
    journey: 'template',
    sends: {
      gammaId: /^g_/,
      prompt:
        /^The same for the harbour\n\nMake exactly 3 cards,.*\nWrite it in German\.\nWrite it for: The crew\.\nTone: Warm\.$/,
      title: /^The harbour$/,
      themeId: /^[\w-]+$/,
      folderId: /^fld_/,
      exportAs: /^pptx$/,
      'imageOptions.model': /^flux-2-pro$/,
      'imageOptions.style': /^Flat, two colours$/,
      'sharingOptions.workspaceAccess': /^view$/,
    },
  },
  getGeneration: {
    slack: [...FORMS, 'button generation_check_again'],
    journey: 'deck',
  },
  listThemes: { slack: ['menu theme'], journey: 'deck', sends: { query: /^o$/, limit: /^50$/ } },
  listFolders: {
    slack: ['menu folder'],
    journey: 'template',
    sends: { query: /^all-hands$/, limit: /^50$/ },
  },
  searchTemplates: { slack: ['menu template'], journey: 'template', sends: { q: /^quart$/, limit: /^25$/ } },
  exportDoc: { slack: ['button generation_export'], journey: 'lost-answers', sends: { exportAs: /^pdf$/ } },
  getExport: { slack: ['button generation_export'], journey: 'lost-answers' },
  getDoc: {
    slack: ['button document_more', 'button generation_export'],
    journey: 'documents',
  },
  searchDocs: {
    slack: ['command /deck', 'menu document_find'],
    journey: 'find',
    sends: { q: /^keepers$/, limit: /^25$/ },
  },
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
    sends: { limit: /^50$/ },
  },
  getAnalytics: {
    slack: ['button document_readers'],
    journey: 'readers',
  },
  getCardAnalytics: {
    slack: ['button document_readers', 'button document_comments', ...FORMS],
    journey: 'comments',
  },
  listViewers: {
    slack: ['button document_readers_by_name'],
    journey: 'readers',
    sends: { limit: /^50$/ },
  },
  getViewer: { slack: ['button document_reader'], journey: 'readers' },
  createImage: {
    slack: ['command /deck', 'form image_form'],
    journey: 'pictures',
    sends: {
      prompt: /^a lighthouse at dusk$/,
      type: /^photo$/,
      sizePreset: /^social-square$/,
      themeId: /^[\w-]+$/,
    },
  },
  getImage: { slack: ['form image_form', 'button image_again'], journey: 'pictures' },
  createAgentGeneration: {
    slack: ['form deck_form', 'button making'],
    journey: 'thorough',
    sends: {
      prompt: /^Alpine plan$/,
      format: /^presentation$/,
      numCards: /^4$/,
      quality: /^max$/,
      exportAs: /^pptx$/,
      additionalInstructions:
        /^Keep names, figures, dates and links.*\nWrite it in German\.\nWrite it for: the board\.\nTone: Calm\.\nTitle: Alpine plan\nStyle of the images: Flat$/,
    },
  },
  getAgentGeneration: { slack: ['form deck_form'], journey: 'thorough' },
  editDoc: {
    slack: ['button document_change', 'form change_form', 'form document_comments_form'],
    journey: 'changes',
    sends: { prompt: /^Add a slide on risks$/ },
  },
  getEdit: {
    slack: ['form change_form'],
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
