import type { KeyboardEvent } from 'react';
import { useClient } from '../state/context.ts';
import type { Tab } from '../state/place.ts';

const tabs: { id: Tab; name: string }[] = [
  { id: 'home', name: 'Home' },
  { id: 'messages', name: 'Messages' },
  { id: 'about', name: 'About' },
];

export function AppTabs({ tab }: { tab: Tab }) {
  const client = useClient();
  const onKeyDown = ({ key, currentTarget }: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const at = tabs.findIndex(({ id }) => id === tab);
    const next = (at + step + tabs.length) % tabs.length;
    client.openTab(tabs[next]?.id ?? 'home');
    (currentTarget.children[next] as HTMLElement).focus();
  };
  return (
    <div className="app-tabs" role="tablist" aria-label="App" tabIndex={-1} onKeyDown={onKeyDown}>
      {tabs.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={id === tab}
          tabIndex={id === tab ? 0 : -1}
          onClick={() => client.openTab(id)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
