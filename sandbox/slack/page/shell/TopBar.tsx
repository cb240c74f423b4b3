import './topBar.css';
import { useEffect, useState } from 'react';
import { MoonIcon, SearchIcon, SunIcon } from '../parts/icons.tsx';
import { useModel, useWorkspace } from '../state/context.ts';
import { chooseTheme, currentTheme, onSystemTheme } from '../state/theme.ts';
import { ProfileMenu } from './ProfileMenu.tsx';
import { QuickSwitcher } from './QuickSwitcher.tsx';
import { SandboxMenu } from './SandboxMenu.tsx';

export function TopBar() {
  const { team } = useWorkspace();
  const isOnline = useModel((model) => model.online);
  const [isSwitching, setSwitching] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      // A dialog that is open keeps the keyboard.
      if (!document.querySelector('dialog[open]')) setSwitching(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <header className="top-bar">
      <span className="top-bar-side">
        <SandboxMenu />
        {!isOnline && (
          <span className="top-bar-offline" role="status">
            Reconnecting…
          </span>
        )}
      </span>
      <button
        type="button"
        className="top-bar-search"
        title="Jump to a conversation (Ctrl+K)"
        onClick={() => setSwitching(true)}
      >
        <SearchIcon /> <span>Search {team.name}</span>
      </button>
      <span className="top-bar-side top-bar-end">
        <ThemeButton />
        <ProfileMenu />
      </span>
      {isSwitching && <QuickSwitcher onClose={() => setSwitching(false)} />}
    </header>
  );
}

function ThemeButton() {
  const [theme, setTheme] = useState(currentTheme);
  useEffect(() => onSystemTheme(() => setTheme(currentTheme())), []);
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      className="top-bar-button"
      aria-label={`Switch to ${other} theme`}
      title={`Switch to ${other} theme`}
      onClick={() => {
        chooseTheme(other);
        setTheme(other);
      }}
    >
      {theme === 'dark' ? <SunIcon /> : <MoonIcon />}
    </button>
  );
}
