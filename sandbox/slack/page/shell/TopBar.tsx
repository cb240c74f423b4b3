import { useEffect, useState } from 'react';
import { MoonIcon, SunIcon } from '../parts/icons.tsx';
import { useModel } from '../state/context.ts';
import { chooseTheme, currentTheme, onSystemTheme } from '../state/theme.ts';
import { ProfileMenu } from './ProfileMenu.tsx';
import { SandboxMenu } from './SandboxMenu.tsx';

export function TopBar() {
  const isOnline = useModel((model) => model.online);
  return (
    <header className="top-bar">
      <SandboxMenu />
      <span className="top-bar-offline" role="status">
        {!isOnline && 'Reconnecting…'}
      </span>
      <ThemeButton />
      <ProfileMenu />
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
      className="icon-button"
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
