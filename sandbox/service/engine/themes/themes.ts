import type { Family } from '../type/fonts.ts';

export interface Theme {
  id: string;
  name: string;
  /** Custom themes belong to a workspace. */
  type: 'standard' | 'custom';
  colorKeywords: string[];
  toneKeywords: string[];
  look: Look;
}

/** The themes of the stand-in. */
export const designs: [Theme, ...Theme[]] = [
  {
    id: 'daybreak',
    name: 'Daybreak',
    type: 'standard',
    colorKeywords: ['white', 'blue', 'coral'],
    toneKeywords: ['clear', 'professional', 'fresh'],
    look: {
      dark: false,
      background: '#ffffff',
      surface: '#f1f5fd',
      ink: '#101a33',
      muted: '#55607a',
      line: '#d9e1f0',
      accent: '#1f5af0',
      cover: { from: '#12307f', to: '#1f56d6', ink: '#ffffff', muted: '#e3ebff', accent: '#ffc3ae' },
      palette: ['#2563eb', '#ff7a59', '#22b8a6', '#8b5cf6', '#f5b82e'],
      heading: 'inter',
      body: 'inter',
    },
  },
  {
    id: 'midnight',
    name: 'Midnight',
    type: 'standard',
    colorKeywords: ['navy', 'violet', 'cyan', 'dark'],
    toneKeywords: ['bold', 'futuristic', 'confident'],
    look: {
      dark: true,
      background: '#0b1026',
      surface: '#161d3d',
      ink: '#f3f5ff',
      muted: '#a9b3d9',
      line: '#2a3463',
      accent: '#8ea2ff',
      cover: { from: '#0b1026', to: '#2b1b6b', ink: '#ffffff', muted: '#c3c9f2', accent: '#5ee7f7' },
      palette: ['#7c8cff', '#38d6e8', '#c084fc', '#f472b6', '#facc6b'],
      heading: 'poppins',
      body: 'inter',
    },
  },
  {
    id: 'broadsheet',
    name: 'Broadsheet',
    type: 'standard',
    colorKeywords: ['paper', 'black', 'red'],
    toneKeywords: ['editorial', 'serious', 'classic'],
    look: {
      dark: false,
      background: '#fdfcf8',
      surface: '#f0ede4',
      ink: '#16130f',
      muted: '#5c564c',
      line: '#cfc9ba',
      accent: '#b3101f',
      cover: { from: '#fdfcf8', to: '#fdfcf8', ink: '#16130f', muted: '#5c564c', accent: '#b3101f' },
      palette: ['#b3101f', '#16130f', '#8a8477', '#d9a441', '#446a8c'],
      heading: 'fraunces',
      body: 'fraunces',
    },
  },
  {
    id: 'northwind-brand',
    name: 'Northwind brand',
    type: 'custom',
    colorKeywords: ['plum', 'amber', 'lilac'],
    toneKeywords: ['on brand', 'confident', 'welcoming'],
    look: {
      dark: false,
      background: '#fbf9ff',
      surface: '#f0eafc',
      ink: '#24123f',
      muted: '#625279',
      line: '#ddd0f2',
      accent: '#6527b8',
      cover: { from: '#3a1470', to: '#7a35d1', ink: '#ffffff', muted: '#eadfff', accent: '#ffc857' },
      palette: ['#7a35d1', '#ffb020', '#e4508f', '#3fa7d6', '#59b87a'],
      heading: 'poppins',
      body: 'inter',
    },
  },
];

/** Returns the theme with this id, or the first theme if the id is unknown or undefined. */
export function themeOf(id: string | undefined): Theme {
  return designs.find((theme) => theme.id === id) ?? designs[0];
}

/** Colours, fonts and shapes of a theme. Colours are `#rrggbb`. */
export interface Look {
  dark: boolean;
  background: string;
  /** Panels, table stripes, code. */
  surface: string;
  /** Text. */
  ink: string;
  /** Less prominent text. Readable on `background` and `surface`. */
  muted: string;
  /** Hairlines. */
  line: string;
  /** Small headings, markers and links. Readable on `background` and `surface`. */
  accent: string;
  /** Section cards and the title band of documents, and the text on them. */
  cover: { from: string; to: string; ink: string; muted: string; accent: string };
  /** Fills of charts and artwork, in the order they are used. */
  palette: [string, string, string, string, string];
  heading: Family;
  body: Family;
}
