/** The style of all pages. It loads no fonts and no other files. */
export const style = `
:root {
  --ground: #f3f1ec; --card: #fffefb; --ink: #22211f; --soft: #67635c; --line: #dedad1;
  --accent: #0f6b5c; --accent-ink: #ffffff; --tint: #e6f1ee; --shadow: 0 1px 2px #0000000a, 0 12px 40px #00000012;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #161716; --card: #202221; --ink: #edebe6; --soft: #a5a29b; --line: #383b39;
    --accent: #5cc7b2; --accent-ink: #0b1f1b; --tint: #1d3631; --shadow: 0 12px 40px #00000059;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center; justify-content: center;
  padding: 24px 16px; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
main {
  width: 100%; max-width: 440px; padding: 32px; background: var(--card);
  border: 1px solid var(--line); border-radius: 16px; box-shadow: var(--shadow);
}
.brand { display: flex; align-items: center; gap: 10px; margin: 0 0 24px; font-weight: 600; }
.mark { width: 22px; height: 22px; border-radius: 6px; background: var(--accent); position: relative; }
.mark::after {
  content: ""; position: absolute; inset: 6px 5px auto; height: 2px; border-radius: 1px;
  background: var(--accent-ink); box-shadow: 0 4px 0 var(--accent-ink), 0 8px 0 -0.5px var(--accent-ink);
}
h1 { margin: 0 0 8px; font-size: 24px; line-height: 1.25; letter-spacing: -0.01em; text-wrap: balance; }
p { margin: 0 0 16px; }
.soft { color: var(--soft); }
.choices { display: grid; gap: 10px; margin: 20px 0; padding: 0; border: 0; }
.choices legend { padding: 0; margin-bottom: 10px; font-weight: 600; }
.choice {
  display: flex; align-items: center; gap: 14px; width: 100%; padding: 12px 14px; text-align: left;
  font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: 12px; cursor: pointer;
}
.choice:hover, .choice:has(:checked) { border-color: var(--accent); background: var(--tint); }
.choice input { width: 18px; height: 18px; margin: 0; accent-color: var(--accent); flex: none; }
.choice > span:last-child { min-width: 0; }
.choice b, .choice small { display: block; overflow-wrap: anywhere; }
.choice b { font-weight: 600; }
.choice small { color: var(--soft); font-size: 14px; }
.avatar {
  flex: none; width: 40px; height: 40px; border-radius: 50%; display: grid; place-items: center;
  background: var(--tint); color: var(--accent); font-weight: 600; font-size: 15px;
}
.choice:hover .avatar { background: var(--card); }
main > :last-child, form > :last-child { margin-bottom: 0; }
ul { list-style: none; margin: -4px 0 20px; padding: 0; display: grid; gap: 8px; }
li { padding-left: 28px; position: relative; }
li::before {
  content: ""; position: absolute; left: 5px; top: 5px; width: 6px; height: 11px;
  border: solid var(--accent); border-width: 0 2px 2px 0; transform: rotate(42deg);
}
li.not::before { content: "–"; border: 0; transform: none; left: 4px; top: 0; color: var(--soft); font-weight: 700; }
.note { padding: 12px 14px; border-radius: 12px; background: var(--tint); font-size: 15px; }
.actions { display: flex; gap: 10px; margin-top: 24px; }
.actions button {
  flex: 1; padding: 12px 16px; font: inherit; font-weight: 600; border-radius: 12px; cursor: pointer;
  border: 1px solid var(--line); background: none; color: inherit;
}
.actions .yes { order: 2; flex: 2; border-color: var(--accent); background: var(--accent); color: var(--accent-ink); }
.actions button:hover { filter: brightness(1.08); border-color: var(--accent); }
.who { display: flex; flex-wrap: wrap; gap: 0 8px; margin: 20px 0 0; font-size: 14px; color: var(--soft); }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code { font: 14px/1.5 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.foot { margin: 20px 0 0; font-size: 13px; color: var(--soft); text-align: center; }
@media (max-width: 480px) {
  body { padding: 16px 12px; }
  main { padding: 24px 20px; }
}
`;
