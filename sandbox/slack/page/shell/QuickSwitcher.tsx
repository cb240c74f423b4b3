import './quickSwitcher.css';
import { useId, useState } from 'react';
import { matching } from '../elements/choice/choice.ts';
import { entityChoices } from '../elements/choice/entityChoices.tsx';
import { Listbox } from '../elements/choice/Listbox.tsx';
import { Dialog } from '../modal/Dialog.tsx';
import { useClient, useWorkspace } from '../state/context.ts';

/** The search field, opened: jumps to a conversation by its name. */
export function QuickSwitcher({ onClose }: { onClose(): void }) {
  const client = useClient();
  const workspace = useWorkspace();
  const id = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const groups = matching([{ choices: entityChoices(workspace, { type: 'conversations_select' }) }], query);
  const choices = groups.flatMap((group) => group.choices);
  const go = (channel: string | undefined): void => {
    if (!channel) return;
    onClose();
    client.open({ channel });
  };
  return (
    <Dialog labelledBy={`${id}-name`} onCancel={onClose} className="quick-switcher" closesOutside>
      <h2 id={`${id}-name`} className="visually-hidden">
        Jump to a conversation
      </h2>
      <input
        className="field"
        role="combobox"
        aria-label="Search conversations"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={`${id}-${active}`}
        placeholder={`Search ${workspace.team.name}: jump to a channel or a person`}
        value={query}
        onChange={({ target }) => {
          setQuery(target.value);
          setActive(0);
        }}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step) setActive((active + step + choices.length) % Math.max(choices.length, 1));
          else if (event.key === 'Enter') go(choices[active]?.value);
          else return;
          event.preventDefault();
        }}
      />
      <Listbox
        id={id}
        groups={groups}
        activeAt={active}
        isMultiple={false}
        isChosen={() => false}
        isFull={false}
        isLoading={false}
        onActive={setActive}
        onChoose={({ value }) => go(value)}
      />
    </Dialog>
  );
}
