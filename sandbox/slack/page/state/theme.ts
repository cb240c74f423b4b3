export type Theme = 'light' | 'dark';

const KEY = 'deckhand.theme';

const system = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

function chosen(): Theme | null {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : null;
}

export const currentTheme = (): Theme => chosen() ?? (system().matches ? 'dark' : 'light');

/** Writes the theme to the root, where tokens.css reads it, and follows the system until the person chooses. */
export function startTheme(): void {
  const show = (): void => {
    document.documentElement.dataset.theme = currentTheme();
  };
  onSystemTheme(show);
  show();
}

/** @returns ends it */
export function onSystemTheme(tell: () => void): () => void {
  const media = system();
  media.addEventListener('change', tell);
  return () => media.removeEventListener('change', tell);
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  document.documentElement.dataset.theme = theme;
}
