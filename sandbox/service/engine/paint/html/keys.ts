/** Arrow keys, Page Up and Down, Home and End move from card to card; the number at the foot follows. */
export const keys = `(function(){
var cards=[].slice.call(document.querySelectorAll('.card')),foot=document.querySelector('.foot'),steps={ArrowRight:1,ArrowDown:1,PageDown:1,' ':1,ArrowLeft:-1,ArrowUp:-1,PageUp:-1};
function now(){var best=0,least=Infinity;cards.forEach(function(card,i){var d=Math.abs(card.getBoundingClientRect().top);if(d<least){least=d;best=i}});return best}
function show(){if(foot)foot.textContent=(now()+1)+' / '+cards.length}
document.addEventListener('keydown',function(event){
if(event.altKey||event.ctrlKey||event.metaKey||/^(A|PRE|INPUT|BUTTON)$/.test(event.target.tagName))return;
if(!document.body.classList.contains('format-presentation')&&event.key!=='ArrowRight'&&event.key!=='ArrowLeft')return;
var to=event.key==='Home'?0:event.key==='End'?cards.length-1:event.key in steps?now()+steps[event.key]*(event.key===' '&&event.shiftKey?-1:1):-1;
if(!cards[to])return;event.preventDefault();cards[to].scrollIntoView()});
addEventListener('scroll',show,{passive:true});show()})();`.replace(/\n/g, '');
