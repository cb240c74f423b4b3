import { useRef, useState } from 'react';
import { Avatar } from '../parts/Avatar.tsx';
import { Popup } from '../parts/Popup.tsx';
import { useWorkspace } from '../state/context.ts';

/** How many faces the button shows. */
const FACES = 3;

export function Members({ ids }: { ids: string[] }) {
  const { people, me, app } = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const nameOf = (id: string): string => {
    const name = id === app.botUserId ? app.name : (people.find((person) => person.id === id)?.name ?? id);
    return id === me.id ? `${name} (you)` : name;
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="members-button"
        aria-label={`${ids.length} members`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="members-faces">
          {ids.slice(0, FACES).map((id) => (
            <Avatar key={id} userId={id} size={20} />
          ))}
        </span>
        {ids.length}
      </button>
      {isOpen && (
        <Popup anchor={button} onClose={() => setOpen(false)} isEndAligned>
          <ul className="members-list scrolls" aria-label="Members">
            {ids.map((id) => (
              <li key={id}>
                <Avatar userId={id} size={28} /> {nameOf(id)}
                {id === app.botUserId && <span className="app-badge">APP</span>}
              </li>
            ))}
          </ul>
        </Popup>
      )}
    </>
  );
}
