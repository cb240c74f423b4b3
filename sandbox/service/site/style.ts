/** The style of the front page, light or dark like the reader's system. */
export const style = `
:root { color-scheme: light dark; --paper: #f7f6f3; --tile: #fff; --ink: #1d1b26; --soft: #6a6676; --line: #e4e1da; --mark: #5b4bd6; --mark-soft: #ece9fd; }
@media (prefers-color-scheme: dark) { :root { --paper: #15141b; --tile: #1f1e28; --ink: #f1eff7; --soft: #a39fb3; --line: #33313f; --mark: #a99dff; --mark-soft: #2b2742; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
header, main { max-width: 1120px; margin: 0 auto; padding: 0 24px; }
header { padding-top: 48px; padding-bottom: 8px; }
h1 { margin: 0; font-size: 34px; letter-spacing: -.02em; line-height: 1.2; }
header p { margin: 8px 0 0; color: var(--soft); max-width: 62ch; }
section { padding: 28px 0; border-top: 1px solid var(--line); margin-top: 24px; }
.bar { display: flex; align-items: center; gap: 12px; flex-wrap: wrap; }
h2 { margin: 0; font-size: 20px; letter-spacing: -.01em; flex: 1; }
.credits, .working { font-size: 14px; padding: 4px 12px; border-radius: 99px; border: 1px solid var(--line); color: var(--soft); background: var(--tile); }
.credits b { color: var(--ink); font-variant-numeric: tabular-nums; }
.working { border-color: transparent; background: var(--mark-soft); color: var(--mark); }
.empty { color: var(--soft); margin: 20px 0; }
ul { list-style: none; margin: 20px 0 0; padding: 0; display: grid; gap: 20px; grid-template-columns: repeat(auto-fill, minmax(240px, 1fr)); }
li { display: flex; flex-direction: column; background: var(--tile); border: 1px solid var(--line); border-radius: 14px; overflow: hidden; transition: transform .15s, border-color .15s; }
li:hover, li:has(a:focus-visible) { transform: translateY(-2px); border-color: var(--mark); }
li a { display: block; flex: 1; color: inherit; text-decoration: none; padding-bottom: 14px; outline: none; }
.others { display: flex; flex-wrap: wrap; gap: 6px; padding: 0 12px 14px; }
.others small { flex-basis: 100%; padding: 0 4px 2px; }
.others button { font: inherit; font-size: 13px; line-height: 1; padding: 7px 10px; border: 1px solid var(--line); border-radius: 99px; background: none; color: var(--mark); cursor: pointer; }
.others button:hover, .others button:focus-visible { border-color: var(--mark); background: var(--mark-soft); outline: none; }
li img { display: block; width: 100%; aspect-ratio: 16 / 9; object-fit: contain; background: var(--mark-soft); border-bottom: 1px solid var(--line); }
li strong { display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden; padding: 12px 16px 0; font-weight: 600; line-height: 1.35; }
li small { display: block; padding: 4px 16px 0; color: var(--soft); font-size: 13px; }
.archived { opacity: .55; }
details { margin-top: 24px; }
summary { cursor: pointer; color: var(--soft); font-size: 14px; }
@media (prefers-reduced-motion: reduce) { li { transition: none; } }
`;
