import { useRef, useState } from 'react';
import { formatDate } from '../mrkdwn/dates.ts';
import { ChevronDownIcon } from '../parts/icons.tsx';
import { Menu } from '../parts/Menu.tsx';
import { useClient, useNow, useWorkspace } from '../state/context.ts';

const SPANS = [
  { key: 'hour', label: 'Let an hour pass', hours: 1 },
  { key: 'day', label: 'Let a day pass', hours: 24 },
  { key: 'week', label: 'Let a week pass', hours: 7 * 24 },
];

/** The mark that this is a sandbox; where its clock can be moved on, that is done here. */
export function SandboxMenu() {
  const client = useClient();
  const { clock, me } = useWorkspace();
  const now = useNow();
  const [isOpen, setOpen] = useState(false);
  const [isPassing, setPassing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!clock.canHurry) return <span className="sandbox-mark">Sandbox</span>;

  const letPass = async (hours: number): Promise<void> => {
    setPassing(true);
    try {
      const stoppedAt = await client.letPass(hours);
      if (stoppedAt)
        client.tell(
          `Time stopped ${formatDate('{date_long} at {time}', stoppedAt, me.tz, stoppedAt)}: the app had something to do. Let more pass when you have seen it.`,
        );
    } catch {
      client.tell('Time could not be moved on. Is the sandbox running?');
    }
    setPassing(false);
  };
  const items = SPANS.map(({ hours, ...span }) => ({ ...span, onSelect: () => void letPass(hours) }));
  return (
    <>
      <button
        ref={button}
        type="button"
        className="sandbox-mark"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        disabled={isPassing}
        title="Let time pass"
        aria-busy={isPassing}
        onClick={() => setOpen(!isOpen)}
      >
        {isPassing ? 'Time passes…' : 'Sandbox'}
        <ChevronDownIcon />
      </button>
      {isOpen && (
        <Menu
          name="Let time pass"
          anchor={button}
          sections={[
            { key: 'clock', heading: `It is ${formatDate('{date_long} {time}', now, me.tz, now)}`, items },
          ]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
