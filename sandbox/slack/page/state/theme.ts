export type Theme = 'light' | 'dark';

const KEY = 'deckhand.theme';

const system = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

function chosen(): Theme | null {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : null;
}

export const currentTheme = (): Theme => chosen() ?? (system().matches ? 'dark' : 'light');

/** Sets the theme on the root element for tokens.css, and follows the system until the person chooses one. */
export function startTheme(): void {
  const show = (): void => {
    document.documentElement.dataset.theme = currentTheme();
  };
  onSystemTheme(show);
  show();
}

/** Calls the listener when the system's theme changes. Returns a function that stops it. */
export function onSystemTheme(tell: () => void): () => void {
  const media = system();
  media.addEventListener('change', tell);
  return () => media.removeEventListener('change', tell);
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  document.documentElement.dataset.theme = theme;
}
