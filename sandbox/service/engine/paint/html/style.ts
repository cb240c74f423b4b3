import { mix, readableOn } from '../../themes/contrast.ts';
import type { Look } from '../../themes/look.ts';
import { fontStacks } from './fontFaces.ts';

/** As in the files: a title beside its artwork stands on the ordinary ground. */
const PLAIN_TITLE =
  '.layout-title{--cover:var(--bg);--cover-ink:var(--ink);--cover-muted:var(--muted);--cover-accent:var(--one)}';

/** The look of a page. One sheet for all formats; `format-…` on the body makes the difference. */
export function styleOf(look: Look): string {
  const [one, two, three, four, five] = look.palette;
  return `
:root{color-scheme:${look.dark ? 'dark' : 'light'};--bg:${look.background};--surface:${look.surface};--ink:${look.ink};--muted:${look.muted};--line:${look.line};--accent:${look.accent};--one:${one};--two:${two};--three:${three};--four:${four};--five:${five};--on-one:${readableOn(one, look.ink, look.background)};--cover:linear-gradient(135deg,${look.cover.from},${look.cover.to});--cover-ink:${look.cover.ink};--cover-muted:${look.cover.muted};--cover-accent:${look.cover.accent};--radius:${look.radius}px;--heading:${fontStacks[look.heading]};--body:${fontStacks[look.body]};--weight:${look.headingBold ? 600 : 400}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding:0}
body{margin:0;background:var(--bg);color:var(--ink);font:400 clamp(1rem,.94rem + .35vw,1.2rem)/1.55 var(--body);overflow-wrap:anywhere;-webkit-font-smoothing:antialiased}
h1,h2,h3{font-family:var(--heading);font-weight:var(--weight);line-height:1.15;margin:0;text-wrap:balance}
h1{font-size:clamp(2.1rem,1.3rem + 3.4vw,4rem)}
h2{font-size:clamp(1.6rem,1.2rem + 1.7vw,2.5rem)}
h3{font-size:1.15em;color:var(--accent)}
p,ul,ol,dl,figure,pre{margin:0}
a{color:var(--accent);text-underline-offset:.15em}
.card{position:relative;display:grid;align-items:center;min-height:min(100svh,760px);padding:clamp(2.5rem,6vw,6rem) clamp(1.25rem,6vw,6rem);border-bottom:1px solid var(--line)}
.inner{width:100%;max-width:1080px;margin:0 auto;display:grid;gap:1.4rem}
.kicker{color:var(--accent);font-weight:600;font-size:.86em;margin:0}
header{display:grid;gap:.55rem}
header::after{content:"";width:3.2rem;height:4px;background:var(--one);border-radius:9px;margin-top:.5rem}
.content{display:grid;gap:1.3rem;min-width:0}
.content>*{min-width:0}
.content>p,.content>ul,.content>ol:not(.steps){max-width:44em}
ul,ol{padding-inline-start:1.3em;display:grid;gap:.5em}
ul ul,ol ol{margin-top:.5em}
li::marker{color:var(--accent);font-weight:600}
code{font:.9em/1.5 ${fontStacks['jetbrains-mono']};background:${mix(look.surface, look.line, 0.4)};padding:.1em .35em;border-radius:4px}
pre{background:var(--surface);border-inline-start:4px solid var(--accent);border-radius:min(var(--radius),10px);padding:1.2rem 1.4rem;overflow:auto}
pre code{background:none;padding:0}
.tiles{list-style:none;padding:0;grid-template-columns:repeat(auto-fit,minmax(min(100%,15rem),1fr));gap:1rem;max-width:none!important}
.tiles:has(>:nth-child(4):last-child){grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr))}
.tiles li{background:var(--surface);border-radius:var(--radius);padding:1.4rem 1.5rem;border-inline-start:4px solid var(--one)}
.tiles li:nth-child(5n+2){border-color:var(--two)}.tiles li:nth-child(5n+3){border-color:var(--three)}.tiles li:nth-child(5n+4){border-color:var(--four)}.tiles li:nth-child(5n+5){border-color:var(--five)}
.tiles strong{display:block;font:var(--weight) 1.1em/1.25 var(--heading);margin-bottom:.35rem}
.tiles .rest{color:var(--muted)}
.stats{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,12rem),1fr));gap:1rem}
.stats div{display:flex;flex-direction:column;background:var(--surface);border-radius:var(--radius);border-top:4px solid var(--one);padding:1.5rem}
.stats div:nth-child(5n+2){border-color:var(--two)}.stats div:nth-child(5n+3){border-color:var(--three)}.stats div:nth-child(5n+4){border-color:var(--four)}
.stats dt{order:2;font-weight:600}.stats dd{margin:0;order:1;font:600 clamp(2.2rem,1.6rem + 2.2vw,3.4rem)/1.1 var(--heading);color:var(--accent)}.stats dd.note{order:3;font:400 .9em/1.4 var(--body);color:var(--muted)}
.steps{list-style:none;padding:0;counter-reset:step;display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,12rem),1fr));gap:1rem}
.steps li{counter-increment:step;background:var(--surface);border-radius:var(--radius);padding:1.4rem;display:flex;flex-direction:column;gap:.5rem}
.steps li::before{content:counter(step);width:2.4rem;height:2.4rem;border-radius:50%;display:grid;place-items:center;background:var(--one);color:var(--on-one);font:600 1.1rem/1 var(--heading)}
.steps strong{font:var(--weight) 1.15em/1.25 var(--heading)}.steps span{color:var(--muted)}
.columns{grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));align-items:stretch}
.columns>.panel{background:var(--surface);border-radius:var(--radius);border-top:4px solid var(--one);padding:1.6rem;display:grid;gap:1rem;align-content:start}
.columns>.panel+.panel{border-color:var(--two)}
.beside{grid-template-columns:minmax(0,1.35fr) minmax(0,1fr);align-items:start;gap:2.2rem}
.table{overflow:auto;max-width:100%}
table{border-collapse:collapse;width:100%;font-size:.95em}
th,td{text-align:start;padding:.6em .9em;border-bottom:1px solid var(--line);vertical-align:top}
th{border-bottom:2px solid var(--accent);font-weight:600}
tbody tr:nth-child(even){background:var(--surface)}
.right{text-align:end}.center{text-align:center}
.quote{border-inline-start:5px solid var(--accent);padding-inline-start:1.4rem}
.quote blockquote{margin:0;font-style:italic}
.quote figcaption{margin-top:.7rem;font-weight:600;color:var(--muted)}
.layout-quote .quote{border:0;padding:0 0 0 clamp(0rem,5vw,4rem);position:relative}
.layout-quote .quote::before{content:"\\201C";font:600 6rem/1 var(--heading);color:var(--accent);display:block;height:3.4rem}
.layout-quote blockquote{font:400 clamp(1.5rem,1.1rem + 1.8vw,2.5rem)/1.35 var(--heading);font-style:normal}
.picture svg{display:block;width:100%;aspect-ratio:4/3;border-radius:var(--radius)}
.chart svg{width:100%;height:auto;display:block}.on-narrow{display:none!important}
${look.opening === 'split' ? PLAIN_TITLE : ''}
.cover{background:var(--cover);color:var(--cover-ink);overflow:hidden;border:0}
.cover .kicker,.cover li::marker{color:var(--cover-accent)}.cover p:not(.kicker){color:var(--cover-muted)}.cover a{color:inherit}
.cover header::after{background:var(--cover-accent)}
.cover .art{position:absolute;inset-block:0;inset-inline-end:0;width:36%}[dir=rtl] .art{transform:scaleX(-1)}.cover .art svg{width:100%;height:100%;display:block}
.cover .inner{position:relative}.cover .inner>*{max-width:min(100%,40rem)}
.layout-section .art{width:16%}.layout-closing .art{width:22%}
.made{margin:0;padding:1.2rem clamp(1.25rem,6vw,5.5rem) 4rem;color:var(--muted);font-size:.85rem}
.foot{position:fixed;right:1rem;bottom:1rem;z-index:2;background:var(--surface);color:var(--muted);border:1px solid var(--line);border-radius:99px;padding:.25rem .8rem;font-size:.8rem;font-variant-numeric:tabular-nums}
.format-webpage .card:nth-of-type(even):not(.cover){background:var(--surface)}
.format-webpage .card:nth-of-type(even):not(.cover) :is(.tiles li,.stats div,.steps li,.panel,pre){background:var(--bg)}
.format-webpage .card:nth-of-type(even):not(.cover) tbody tr:nth-child(even){background:var(--bg)}
.format-webpage .card{min-height:0;border:0}.format-webpage .layout-title{min-height:min(88svh,760px)}
.format-document .card{min-height:0;border:0;padding-block:1.4rem}.format-document .inner{max-width:46rem}.format-document .cover{padding-block:4.5rem;margin-bottom:1.5rem}.format-document .cover .art{width:28%}.format-document h2{font-size:1.55rem}
.format-social{background:var(--surface)}.format-social main{display:grid;gap:1.5rem;padding:1.5rem;justify-content:center}
.format-social .card{width:min(92vw,640px);min-height:min(92vw,640px);border:0;border-radius:16px;background-color:var(--bg);padding:clamp(1.5rem,5vw,3rem)}.format-social .cover{background:var(--cover);padding-top:0;grid-template-rows:auto 1fr}.format-social .cover .art{position:static;width:auto;height:min(36vw,250px);margin:0 calc(-1*clamp(1.5rem,5vw,3rem)) 1.5rem}.format-social .tiles li,.format-social .stats div{background:var(--surface)}
@media(max-width:760px){.beside{grid-template-columns:1fr}.cover .art{position:relative;inset:auto;width:auto!important;height:9rem;margin:-2.5rem -1.25rem 1.5rem;order:-1}.cover{align-content:start}.card{min-height:0}.layout-title,.layout-section{min-height:min(70svh,560px)}}
@media(max-width:560px){.on-wide{display:none!important}.on-narrow{display:block!important}}
@media(prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
@media print{@page{size:${'13.33in 7.5in'};margin:0}body{font-size:15pt;-webkit-print-color-adjust:exact;print-color-adjust:exact}.card{min-height:100vh;break-after:page;break-inside:avoid;border:0}.format-document .card{min-height:0;break-after:auto}.foot{display:none}}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px}`.replace(/\n/g, '');
}
