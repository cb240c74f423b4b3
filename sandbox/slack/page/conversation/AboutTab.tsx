import { Avatar } from '../parts/Avatar.tsx';
import { useWorkspace } from '../state/context.ts';

/** What the app says of itself, and the ways to call it. */
export function AboutTab() {
  const { app, commands: all, shortcuts } = useWorkspace();
  const commands = all.filter(({ appName }) => appName === app.name);
  return (
    <div className="home scrolls" role="tabpanel" aria-label="About">
      <div className="about">
        <header>
          <Avatar userId={app.botUserId} size={72} />
          <div>
            <h2>{app.name}</h2>
            <p>{app.description}</p>
          </div>
        </header>
        <section>
          <h3>Slash commands</h3>
          <dl>
            {commands.map(({ command, usageHint, description }) => (
              <div key={command}>
                <dt>
                  {command} {usageHint}
                </dt>
                <dd>{description}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section>
          <h3>Shortcuts</h3>
          <dl>
            {shortcuts.map(({ callbackId, name, description, type }) => (
              <div key={callbackId}>
                <dt>{name}</dt>
                <dd>
                  {description} ({type === 'global' ? 'in the + menu' : "in a message's menu"})
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </div>
  );
}
