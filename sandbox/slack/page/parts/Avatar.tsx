import { usePerson, useWorkspace } from '../state/context.ts';

/** A person's initials on their colour, or the app's icon. */
export function Avatar({ userId, size = 36 }: { userId: string; size?: number }) {
  const person = usePerson(userId);
  const { app } = useWorkspace();
  const style = { width: size, height: size, borderRadius: size / 4.5 };
  if (userId === app.botUserId && app.icon)
    return <img className="avatar" style={style} src={app.icon} alt="" />;
  return (
    <span
      className="avatar"
      style={{ ...style, background: person.color, fontSize: size * 0.4 }}
      aria-hidden="true"
    >
      {person.initials}
    </span>
  );
}
