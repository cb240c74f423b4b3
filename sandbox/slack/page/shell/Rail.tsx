import './rail.css';
import { useClient, useWorkspace } from '../state/context.ts';

/** The workspaces one can switch to. */
export function Rail() {
  const client = useClient();
  const { team, teams } = useWorkspace();
  return (
    <nav className="rail" aria-label="Workspaces">
      {teams.map(({ id, name, initials, color }) => (
        <button
          key={id}
          type="button"
          className="rail-team"
          aria-label={name}
          aria-current={id === team.id || undefined}
          title={name}
          style={{ background: color }}
          onClick={() => id !== team.id && void client.become({ user: null, team: id })}
        >
          {initials}
        </button>
      ))}
    </nav>
  );
}
