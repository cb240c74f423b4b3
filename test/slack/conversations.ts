/** One turn: what Ana says, what becomes of it, and where she says it (in direct messages if omitted). */
export type Turn = [said: string, answer: string, where?: Where];
export type Where = 'dm' | 'channel' | 'thread' | 'otherThread' | 'otherChannel' | 'command';
export type Conversation = Turn[];

/** Each conversation begins anew. An answer that ends with … is compared up to there. */
export const conversations: Conversation[] = [
  [
    [
      'our autumn collection for wholesale buyers',
      'card presentation, pptx: our autumn collection for wholesale buyers',
    ],
    ['yes', 'made presentation, pptx: our autumn collection for wholesale buyers'],
  ],
  [
    ['pitch deck for Alpinhuset', 'card presentation, pptx: pitch deck for Alpinhuset'],
    ['in German, eight slides', 'changed presentation, 8 slides, de, pptx: pitch deck for Alpinhuset'],
    ['go ahead', 'made presentation, 8 slides, de, pptx: pitch deck for Alpinhuset'],
  ],
  [
    [
      'I need a pitch for Alpinhuset by Thursday',
      'card presentation, pptx: pitch for Alpinhuset by Thursday',
    ],
    ['no', 'says OK, not made. Nothing was spent.'],
    ['yes', 'says Nothing is waiting for a yes. Tell…'],
  ],
  [
    ['make a deck', 'says What should it be about? Try: `our…'],
    ['our autumn collection', 'card presentation, pptx: our autumn collection'],
    ['make it', 'made presentation, pptx: our autumn collection'],
  ],
  [
    ['make a deck in German, 8 slides', 'says What should it be about? Try: `our…'],
    ['our autumn collection', 'card presentation, 8 slides, de, pptx: our autumn collection'],
  ],
  [
    [
      'mach mir eine Präsentation über unsere Herbstkollektion für Händler',
      'card presentation, de, pptx: mach mir eine Präsentation über unsere Herbstkollektion für Händler',
    ],
    [
      'ja',
      'made presentation, de, pptx: mach mir eine Präsentation über unsere Herbstkollektion für Händler',
    ],
  ],
  [
    [
      'haz una presentación sobre nuestro nuevo café',
      'card presentation, es, pptx: haz una presentación sobre nuestro nuevo café',
    ],
    ['sí, por favor', 'made presentation, es, pptx: haz una presentación sobre nuestro nuevo café'],
  ],
  [
    [
      'fais-moi une présentation sur notre nouvelle gamme',
      'card presentation, fr, pptx: fais-moi une présentation sur notre nouvelle gamme',
    ],
    ['oui', 'made presentation, fr, pptx: fais-moi une présentation sur notre nouvelle gamme'],
  ],
  [
    ['eight slides about our tents', 'card presentation, 8 slides, pptx: our tents'],
    ['shorter', 'changed presentation, 6 slides, pptx: our tents'],
    ['as a document instead', 'changed document, 6 slides, pdf: our tents'],
    ['no, a presentation instead', 'changed presentation, 6 slides, pptx: our tents'],
  ],
  [
    ['can you make a deck on our spring launch?', 'card presentation, pptx: our spring launch'],
    ['shorter', 'changed presentation, pptx: our spring launch / shorter'],
    ['for the board', 'changed presentation, pptx: our spring launch / shorter / for the board'],
    ['as PDF', 'changed presentation, pdf: our spring launch / shorter / for the board'],
    ['yes please', 'made presentation, pdf: our spring launch / shorter / for the board'],
  ],
  [
    ['slides on tea in Ocean', 'card presentation, theme Ocean, pptx: tea'],
    ['without the theme', 'changed presentation, pptx: tea'],
    ['add a slide on risks', 'changed presentation, pptx: tea / add a slide on risks'],
    ['do it', 'made presentation, pptx: tea / add a slide on risks'],
  ],
  [
    ['slides on tea, as written', 'card presentation, preserve, pptx: tea'],
    ['shorten it', 'changed presentation, condense, pptx: tea'],
    ['write it out', 'changed presentation, generate, pptx: tea'],
    ['keep my words', 'changed presentation, preserve, pptx: tea'],
    ['please don’t change the wording', 'changed presentation, preserve, pptx: tea'],
    ['word for word, eight slides', 'changed presentation, 8 slides, preserve, pptx: tea'],
    ['yes', 'made presentation, 8 slides, preserve, pptx: tea'],
  ],
  [
    ['slides on Lisbon', 'card presentation, pptx: Lisbon'],
    ['actually about Porto', 'changed presentation, pptx: Porto'],
    ['ok', 'made presentation, pptx: Porto'],
  ],
  [
    ['slides on Lisbon', 'card presentation, pptx: Lisbon'],
    ['about Porto instead', 'changed presentation, pptx: Porto'],
  ],
  [
    ['slides on Lisbon', 'card presentation, pptx: Lisbon'],
    ['make it about Porto', 'changed presentation, pptx: Porto'],
    ['yes', 'made presentation, pptx: Porto'],
  ],
  [
    ['slides on Lisbon', 'card presentation, pptx: Lisbon'],
    ['a one-pager on Porto', 'card document, 1 slides, pdf: Porto'],
    ['yes', 'says Several cards are open. Say which…'],
    ['the last one', 'made document, 1 slides, pdf: Porto'],
  ],
  [
    ['slides on Lisbon', 'card presentation, pptx: Lisbon'],
    ['a one-pager on Porto', 'card document, 1 slides, pdf: Porto'],
    ['no', 'says OK, not made. Nothing was spent. “Lisbon” is still open.'],
    ['yes', 'made presentation, pptx: Lisbon'],
  ],
  [
    ['slides on Lisbon', 'card presentation, pptx: Lisbon'],
    ['a one-pager on Porto', 'card document, 1 slides, pdf: Porto'],
    ['yes', 'says Several cards are open. Say which…'],
    ['the one about Lisbon', 'made presentation, pptx: Lisbon'],
    ['yes', 'made document, 1 slides, pdf: Porto'],
  ],
  [
    // A name alone is no yes, unless it answers the question.
    ['slides on Lisbon', 'card presentation, pptx: Lisbon'],
    ['a one-pager on Porto', 'card document, 1 slides, pdf: Porto'],
    ['the Lisbon one', 'changed document, 1 slides, pdf: Porto / the Lisbon one'],
  ],
  [
    ['slides on Lisbon', 'card presentation, pptx: Lisbon'],
    ['a web page on Porto', 'card webpage, no file: Porto'],
    ['go ahead', 'says Several cards are open. Say which…'],
    ['the web page', 'made webpage, no file: Porto'],
  ],
  [
    ['slides on Lisbon', 'card presentation, pptx: Lisbon'],
    ['actually forget that, a one-pager on Porto', 'changed document, 1 slides, pdf: Porto'],
    ['yes', 'made document, 1 slides, pdf: Porto'],
  ],
  [
    ['slides on Lisbon', 'card presentation, pptx: Lisbon'],
    ['undo', 'says There is nothing to undo on this ca…'],
    ['in German', 'changed presentation, de, pptx: Lisbon'],
    ['oh, undo that', 'changed presentation, pptx: Lisbon'],
    ['add a slide on prices', 'changed presentation, pptx: Lisbon / add a slide on prices'],
    ['and one on hotels', 'changed presentation, pptx: Lisbon / add a slide on prices / one on hotels'],
    ['drop the prices part', 'changed presentation, pptx: Lisbon / one on hotels'],
    ['Harbour then', 'changed presentation, pptx: Lisbon / one on hotels / Harbour then'],
    ['undo', 'changed presentation, pptx: Lisbon / one on hotels'],
    ['ok', 'made presentation, pptx: Lisbon / one on hotels'],
  ],
  [
    ['slides on Lisbon, for guests', 'card presentation, pptx: Lisbon, for guests'],
    ['actually for our partners', 'changed presentation, pptx: Lisbon / for our partners'],
  ],
  [
    ['slides on Lisbon', 'card presentation, pptx: Lisbon'],
    ['for guests', 'changed presentation, pptx: Lisbon / for guests'],
    ['for our partners', 'changed presentation, pptx: Lisbon / for our partners'],
  ],
  [
    ['slides on Lisbon', 'card presentation, pptx: Lisbon'],
    ['yes', 'made presentation, pptx: Lisbon'],
    ['great, now in French', 'card presentation, fr, pptx: Lisbon'],
    ['no', 'says OK, not made. Nothing was spent.'],
    ['now the same as a one-pager for guests', 'card document, 1 slides, pdf: Lisbon / for guests'],
    ['yes', 'made document, 1 slides, pdf: Lisbon / for guests'],
    ['make it friendlier', 'says “Lisbon” is still being made. Send…'],
  ],
  [
    ['slides on Lisbon', 'card presentation, pptx: Lisbon'],
    ['yes', 'made presentation, pptx: Lisbon'],
    ['the same, just for me', 'card presentation, pptx, to her alone: Lisbon'],
    ['no', 'says OK, not made. Nothing was spent.'],
    [
      'slides on why all teams have the same goals',
      'card presentation, pptx: why all teams have the same goals',
    ],
  ],
  [['the same as a document', 'card document, pdf: the same']],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['make it a one-pager', 'changed document, 1 slides, pdf: tea'],
    ['no pictures', 'changed document, 1 slides, noImages, pdf: tea'],
    ['for me only', 'changed document, 1 slides, noImages, pdf, to her alone: tea'],
    ['yes', 'made document, 1 slides, noImages, pdf, to her alone: tea'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['thanks', 'says You’re welcome!'],
    ['yes', 'made presentation, pptx: tea'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['how many credits do we have left?', 'says You have used 0 credits this…'],
    ['go', 'made presentation, pptx: tea'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['hmm', 'says Say *yes* and I’ll make it, o…'],
    ['👍', 'made presentation, pptx: tea'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['yes', 'made presentation, pptx: tea'],
    ['yes', 'says Nothing is waiting for a yes. “tea…'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['never mind', 'says OK, not made. Nothing was spent.'],
    ['slides on coffee', 'card presentation, pptx: coffee'],
    ['yes', 'made presentation, pptx: coffee'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['yes, but in French', 'changed presentation, fr, pptx: tea'],
    ['yes', 'made presentation, fr, pptx: tea'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['no, make it five slides', 'changed presentation, 5 slides, pptx: tea'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['can you add our prices?', 'changed presentation, pptx: tea / add our prices'],
    ['yes', 'made presentation, pptx: tea / add our prices'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['could you make it shorter?', 'changed presentation, pptx: tea / make it shorter'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['more formal please', 'changed presentation, formal tone, pptx: tea'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['in a friendly tone', 'changed presentation, friendly tone, pptx: tea'],
    ['for customers', 'changed presentation, friendly tone, pptx: tea / for customers'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['using Ocean', 'changed presentation, theme Ocean, pptx: tea'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['with the pitch template', 'changed presentation, template Pitch, pptx: tea'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['as a web page', 'changed webpage, no file: tea'],
    ['as a document', 'changed document, pdf: tea'],
    ['yes', 'made document, pdf: tea'],
  ],
  [
    ['a one-pager on tea', 'card document, 1 slides, pdf: tea'],
    ['as slides', 'changed presentation, pptx: tea'],
  ],
  [
    ['slides on tea, as PDF', 'card presentation, pdf: tea'],
    ['no file', 'changed presentation, no file: tea'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['not for the board, for investors', 'changed presentation, pptx: tea / for investors'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['maximum six slides', 'changed presentation, 6 slides, pptx: tea'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['up to 6 slides, in German', 'changed presentation, 6 slides, de, pptx: tea'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['focus on green tea', 'changed presentation, pptx: tea / focus on green tea'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['start with a question', 'changed presentation, pptx: tea / start with a question'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['skip the history', 'changed presentation, pptx: tea / skip the history'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['help', 'says Type `/deck` followed by what it…'],
    ['yes', 'made presentation, pptx: tea'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['stop', 'says OK, not made. Nothing was spent.'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['my digests', 'says No digests yet. A digest sums up a…'],
    ['make it', 'made presentation, pptx: tea'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['looks great', 'says Say *yes* and I’ll make it, or…'],
    ['yes', 'made presentation, pptx: tea'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['good start', 'says Say *yes* and I’ll make it, or…'],
    ['we can do it!', 'says Say *yes* and I’ll make it, or…'],
    ['will you make it?', 'says Say *yes* and I’ll make it, or…'],
    ['you can make it', 'made presentation, pptx: tea'],
  ],
  [
    ['report: all done', 'card document, pdf, of the thread: report: all done', 'thread'],
    ['yeah right', 'says Say `@Deckhand yes` and I’ll m…', 'thread'],
    ['go for it', 'made document, pdf, of the thread: report: all done', 'thread'],
  ],
  [['make a deck, Ben', 'card presentation, pptx, of the thread: Ben', 'thread']],
  [
    [
      'would you mind making slides of this',
      'made presentation, pptx, of the thread: would you mind making slides of this',
      'thread',
    ],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['looks good, make it', 'made presentation, pptx: tea'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['is this right', 'says Say *yes* and I’ll make it, or…'],
    ['ok I do it myself', 'says Say *yes* and I’ll make it, or…'],
    ['make it great', 'changed presentation, pptx: tea / make it great'],
    ['perfect, please make it now then', 'made presentation, pptx: tea / make it great'],
  ],
  [
    ['the hiring plan for Q2', 'card presentation, pptx: the hiring plan for Q2'],
    ['who else can see it', 'says Only you will see it, in a direct…'],
    ['whats that gonna cost?', 'says What it costs is known once …'],
    ['actually german. and six slides', 'changed presentation, 6 slides, de, pptx: the hiring plan for Q2'],
    ['yes', 'made presentation, 6 slides, de, pptx: the hiring plan for Q2'],
    ['can I get the link', 'says It is still being made. The l…'],
    ['make it 8 slides instead', 'card presentation, 8 slides, de, pptx: the hiring plan for Q2'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['what will it cost?', 'says What it costs is known once …'],
    ['ok go', 'made presentation, pptx: tea'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['our pricing for 2027', 'card presentation, pptx: our pricing for 2027'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['who sees this?', 'says Only you will see it, in a direct…'],
    ['go ahead', 'made presentation, pptx: tea'],
  ],
  [['thanks', 'says You’re welcome!']],
  [['thank you so much!', 'says You’re welcome!']],
  [
    ['hello', 'says What should I make? I make…'],
    ['our pricing for 2027', 'card presentation, pptx: our pricing for 2027'],
  ],
  [
    ['good morning', 'says What should I make? I make…'],
    ['make slides on tea', 'card presentation, pptx: tea'],
    ['yes', 'made presentation, pptx: tea'],
  ],
  [['how many credits do we have left?', 'says You have used 0 credits this…']],
  [['what did I make last week?', 'says You have not made anything yet.…']],
  [['where is my deck?', 'says You have not made anything yet.…']],
  [['stop', 'says Nothing is under way.']],
  [['my digests', 'says No digests yet. A digest sums up a…']],
  [
    ['weekly digest of <#C7|revenue> every monday', 'says A summary that comes by itself is a digest…'],
    [
      'jeden Freitag eine Zusammenfassung von <#C7|revenue>',
      'says A summary that comes by itself is a digest…',
    ],
    ['stop the revenue digest', 'says I find no digest of yours. Typed in a…'],
    ['no more digests please', 'says I find no digest of yours. Typed in a…'],
    ['I want a digest of <#C1|general> on Mondays', 'says A summary that comes by itself is a digest…'],
    ['summarize this every monday', 'says A summary that comes by itself is a digest…', 'thread'],
    ['a deck on what we do every Monday', 'card presentation, pptx: what we do every Monday'],
    ['slides on how to stop digest emails', 'card presentation, pptx: how to stop digest emails'],
  ],
  [['digest of this channel', 'card presentation, pptx, of the channel: (all)', 'channel']],
  [['when is the next digest?', 'says No digests yet. A digest sums up a…']],
  [['yes', 'says Nothing is waiting for a yes. Tell…']],
  [['no', 'says OK. Nothing was made and nothing…']],
  [['help', 'says Type `/deck` followed by what it…']],
  [['what can you do?', 'says What should I make? I make…']],
  [['nice work!', 'says Thanks for telling me. To change a…']],
  [['slides on tea, as PowerPoint and PDF', 'card presentation, pptx: tea']],
  [['undo', 'says I can undo only on an open card, and…']],
  [['how long does it take?', 'says A quick document takes a minute or…']],
  [
    ['slides on Lisbon', 'card presentation, pptx: Lisbon'],
    ['a one-pager on Porto', 'card document, 1 slides, pdf: Porto'],
    ['none of them', 'says OK, not made. Nothing was spent.'],
    ['yes', 'says Nothing is waiting for a yes. Tell…'],
  ],
  [
    ['slides on Lisbon', 'card presentation, pptx: Lisbon'],
    ['make it 12 slides no 8', 'changed presentation, 8 slides, pptx: Lisbon'],
    ['in Norwegian', 'changed presentation, 8 slides, nb, pptx: Lisbon'],
  ],
  [
    ['slides on Lisbon', 'card presentation, pptx: Lisbon', 'command'],
    ['foo', 'card presentation, pptx: foo', 'command'],
  ],
  [['the deck is wrong', 'says I’m sorry about that. Say what sho…']],
  [['this is great', 'says Thanks for telling me. To change a…']],
  [['lol', 'says Tell me what to make whenever…']],
  [['see you on Monday', 'says Tell me what to make whenever…']],
  [['what is our refund policy?', 'says I have no answer to that. `/dec…']],
  [['who are you?', 'says What should I make? I make…']],
  [['do you keep our data?', 'says What you ask for, and the…']],
  [['make another one', 'says You have not made anything yet.…']],
  [['delete the deck', 'says You have not made anything yet.…']],
  [['don’t make a deck', 'says OK. Nothing was made and nothing…']],
  [['make a deck from https://example.com/report', "says I can't open links. Attach the…"]],
  [['https://example.com/report', "says I can't open links. Attach the…"]],
  [
    ['make slides on tea as Word', 'card presentation, pptx: tea'],
    ['as PDF', 'changed presentation, pdf: tea'],
  ],
  [
    ['make 100 slides on tea', 'card presentation, pptx: tea'],
    ['ten slides', 'changed presentation, 10 slides, pptx: tea'],
  ],
  [['sldies on tea w/ our numbers', 'card presentation, pptx: tea with our numbers']],
  [['presentaton on tea, half a dozen slides', 'card presentation, 6 slides, pptx: tea']],
  [
    [
      'our trade fair in Cologne using the pitch template, in German',
      'card presentation, de, template Pitch, pptx: our trade fair in Cologne',
    ],
  ],
  [['slides on tea using Pitch', 'card presentation, template Pitch, pptx: tea']],
  [['slides on tea with the Sunset theme', 'card presentation, pptx: tea with the Sunset theme']],
  [
    ['an Instagram post on our new bread', 'card social, png: Instagram post on our new bread'],
    ['yes', 'made social, png: Instagram post on our new bread'],
  ],
  [['a tweet about our new bread', 'card social, png: tweet about our new bread']],
  [
    ['LinkedIn post: we are hiring two bakers', 'card social, png: LinkedIn post: we are hiring two bakers'],
    ['shorter', 'changed social, png: LinkedIn post: we are hiring two bakers / shorter'],
  ],
  [
    ['draw me a lighthouse at dusk', 'card image, no file: a lighthouse at dusk'],
    ['yes', 'made image, no file: a lighthouse at dusk'],
  ],
  [
    ['a picture of a lighthouse at dusk', 'card image, no file: a lighthouse at dusk'],
    ['in watercolour', 'changed image, no file: a lighthouse at dusk / in watercolour'],
  ],
  [
    ['a square picture of a lighthouse', 'card image, social-square, no file: a lighthouse'],
    ['portrait', 'changed image, social-portrait, no file: a lighthouse'],
    ['make it a banner', 'changed image, banner, no file: a lighthouse'],
    ['in watercolour', 'changed image, banner, no file: a lighthouse / in watercolour'],
  ],
  [['draw a lighthouse, square please', 'card image, social-square, no file: a lighthouse']],
  [['draw a lighthouse in portrait format', 'card image, social-portrait, no file: a lighthouse']],
  [['draw the town square', 'card image, no file: the town square']],
  [['an illustration of two bakers', 'card image, no file: an illustration of two bakers']],
  [
    [
      'can you do this? whole channel last 2 weeks, just for me',
      'card presentation, pptx, of the channel, to her alone: (all)',
      'thread',
    ],
  ],
  [['whole channel last 2 weeks', 'card presentation, pptx, of the channel: (all)', 'thread']],
  [
    [
      'the entire channel, last month, 5 slides',
      'card presentation, 5 slides, pptx, of the channel: (all)',
      'thread',
    ],
  ],
  [
    [
      'can you do the same? whole channel, last 3 weeks',
      'card presentation, pptx, of the channel: (all)',
      'thread',
    ],
  ],
  [
    [
      'can you do this for the whole channel, last 2 weeks?',
      'card presentation, pptx, of the channel: (all)',
      'thread',
    ],
  ],
  [
    [
      'could you sum up this? the channel of the past 10 days',
      'card presentation, pptx, of the channel: (all)',
      'thread',
    ],
  ],
  [
    [
      'can you do this? just for me',
      'card presentation, pptx, of the thread, to her alone: can you do this?',
      'thread',
    ],
  ],
  [
    [
      'merci, fais-en une diapo',
      'made presentation, 1 slides, pptx, of the thread: merci, fais-en une diapo',
      'thread',
    ],
  ],
  [
    ['10 slides on tea', 'card presentation, 10 slides, pptx: tea'],
    ['merci, fais-en une diapo', 'changed presentation, 1 slides, pptx: tea'],
    ['add a slide on milk', 'changed presentation, 1 slides, pptx: tea / add a slide on milk'],
  ],
  [['make a slide on tea', 'card presentation, 1 slides, pptx: tea']],
  [['make a slide deck on tea', 'card presentation, pptx: tea']],
  [['make a one-pager', 'made document, 1 slides, pdf, of the thread: make a one-pager', 'thread']],
  [
    [
      'now as slides for the board',
      'made presentation, pptx, of the thread: now as slides for the board',
      'thread',
    ],
    ['in German', 'card presentation, de, pptx, of the thread: for the board', 'thread'],
    ['yes', 'made presentation, de, pptx, of the thread: for the board', 'thread'],
  ],
  [
    ['we could use slides', 'card presentation, pptx, of the thread: (all)', 'thread'],
    ['yes', 'says Nothing is waiting for a yes. Tell…', 'otherThread'],
    ['yes', 'says Nothing is waiting for a yes. Tell…', 'channel'],
    ['yes', 'made presentation, pptx, of the thread: (all)', 'thread'],
  ],
  [
    ['we could use slides', 'card presentation, pptx, of the thread: (all)', 'thread'],
    ['no', 'says OK, not made. Nothing was spent.', 'thread'],
  ],
  [['thanks!', 'says You’re welcome!', 'thread']],
  [['what did Ben say?', 'says To have something made of this…', 'thread']],
  [
    ['recap please', 'card presentation, pptx, of the channel: (all)', 'channel'],
    ['yes', 'says Nothing is waiting for a yes. Tell…', 'otherChannel'],
    ['yes', 'made presentation, pptx, of the channel: (all)', 'channel'],
  ],
  [
    ['recap please', 'card presentation, pptx, of the channel: (all)', 'channel'],
    ['for the board, as PDF', 'card presentation, pdf, of the channel: for the board', 'channel'],
    ['go ahead', 'made presentation, pdf, of the channel: for the board', 'channel'],
  ],
  [["what's for lunch?", 'says I have no answer to that. `/dec…', 'channel']],
  [
    ['summarize <#C7|club> since Monday', 'card presentation, pptx, of the channel, to her alone: (all)'],
    ['yes', 'made presentation, pptx, of the channel, to her alone: (all)'],
  ],
  [['summarize <#C7|club>', 'card presentation, pptx, of the channel: (all)', 'channel']],
  [
    [
      'one-pager of <#C7|club> since Monday',
      'card document, 1 slides, pdf, of the channel, to her alone: (all)',
    ],
    ['for the last two weeks', 'changed document, 1 slides, pdf, of the channel, to her alone: (all)'],
  ],
  [
    ['our spring launch', 'card presentation, pptx: our spring launch', 'command'],
    ['in French, 6 slides', 'card presentation, 6 slides, fr, pptx: our spring launch', 'command'],
    ['yes', 'made presentation, 6 slides, fr, pptx: our spring launch', 'command'],
  ],
  [
    ['why do our customers leave?', 'card presentation, pptx: why do our customers leave?', 'command'],
    ['no', 'says OK, not made. Nothing was spent.', 'command'],
  ],
  [['thanks', 'says You’re welcome!', 'command']],
  [
    [
      'slides on tea, share with bob@example.com and eva@example.com, they can comment',
      'card presentation, {recipients:[bob@example.com,eva@example.com],recipientAccess:comment}, pptx: tea',
    ],
    [
      'nobody outside the company',
      'changed presentation, {externalAccess:noAccess,recipients:[bob@example.com,eva@example.com],recipientAccess:comment}, pptx: tea',
    ],
  ],
  [
    ['slides on tea in the folder Launches', 'card presentation, in folder Launches, pptx: tea'],
    [
      'with watercolour illustrations',
      'changed presentation, in folder Launches, watercolour images, pptx: tea',
    ],
    ['no pictures', 'changed presentation, in folder Launches, noImages, pptx: tea'],
  ],
  [
    [
      'make a one-pager, share it with bob@example.com',
      'card document, 1 slides, {recipients:[bob@example.com]}, pdf, of the thread: (all)',
      'thread',
    ],
  ],
  [['slides about our photos of the coast', 'card presentation, pptx: our photos of the coast']],
  [
    [
      'our prices, internal only',
      'card presentation, {externalAccess:noAccess}, pptx: our prices',
      'command',
    ],
  ],
  [
    ['a deck on tea', 'card presentation, pptx: tea'],
    ['just for me pls, and make it german', 'changed presentation, de, pptx, to her alone: tea'],
    ['actually 10 slides', 'changed presentation, 10 slides, de, pptx, to her alone: tea'],
    ['no wait 7', 'changed presentation, 7 slides, de, pptx, to her alone: tea'],
  ],
  [
    ['a deck on tea', 'card presentation, pptx: tea'],
    ['add a slide on milk', 'changed presentation, pptx: tea / add a slide on milk'],
    ['add a slide on cups', 'changed presentation, pptx: tea / add a slide on milk / add a slide on cups'],
    ['drop the second', 'changed presentation, pptx: tea / add a slide on milk'],
  ],
  [
    [
      'Präsentation über unseren Herbst in Wien',
      'card presentation, de, pptx: Präsentation über unseren Herbst in Wien',
    ],
    ['lieber 6 Folien', 'changed presentation, 6 slides, de, pptx: Präsentation über unseren Herbst in Wien'],
    ['lieber über Porto', 'changed presentation, 6 slides, de, pptx: Porto'],
    ['kürzer', 'changed presentation, 4 slides, de, pptx: Porto'],
    ['als Dokument stattdessen', 'changed document, 4 slides, de, pdf: Porto'],
    ['und auf Englisch', 'changed document, 4 slides, en, pdf: Porto'],
    ['mit mehr Bildern', 'changed document, 4 slides, en, pdf: Porto / mit mehr Bildern'],
  ],
  [
    ['une présentation sur le thé vert', 'card presentation, pptx: une présentation sur le thé vert'],
    ['plutôt 5 diapos', 'changed presentation, 5 slides, pptx: une présentation sur le thé vert'],
    ['attends, 7', 'changed presentation, 7 slides, pptx: une présentation sur le thé vert'],
    ['en PDF', 'changed presentation, 7 slides, pdf: une présentation sur le thé vert'],
    ['sans images', 'changed presentation, 7 slides, noImages, pdf: une présentation sur le thé vert'],
  ],
  [
    ['apresentação sobre o porto', 'card presentation, pptx: apresentação sobre o porto'],
    ['só para mim, por favor', 'changed presentation, pptx, to her alone: apresentação sobre o porto'],
    ['em alemão', 'changed presentation, de, pptx, to her alone: apresentação sobre o porto'],
  ],
  [
    ['presentatie over onze haven', 'card presentation, pptx: presentatie over onze haven'],
    ["liever 5 dia's", 'changed presentation, 5 slides, pptx: presentatie over onze haven'],
  ],
  [
    ['prezentacja o naszym porcie', 'card presentation, pptx: prezentacja o naszym porcie'],
    ['raczej po niemiecku', 'changed presentation, de, pptx: prezentacja o naszym porcie'],
  ],
  [
    [
      'schreib mir bitte ein Dokument über „Dokument Handling“',
      'card document, de, pdf: schreib mir bitte ein Dokument über „Dokument Handling“',
    ],
  ],
  [
    ['slides about "8 sldies in German, as PDF"', 'card presentation, pptx: "8 sldies in German, as PDF"'],
    ['in "Ocean"', 'changed presentation, theme Ocean, pptx: "8 sldies in German, as PDF"'],
  ],
  [
    [
      'pricing deck for Kestrel, annual plan, 40 seats, 12% discount',
      'card presentation, pptx: pricing deck for Kestrel, annual plan, 40 seats, 12% discount',
    ],
    ['drop the discount part', 'changed presentation, pptx: pricing deck for Kestrel, annual plan, 40 seats'],
  ],
  [
    [
      'a comparison of our three plans as a document for the sales team',
      'card document, pdf: a comparison of our three plans for the sales team',
    ],
  ],
  [
    [
      'what we learned from the peak – document, serious tone',
      'card document, serious tone, pdf: what we learned from the peak',
    ],
  ],
  [
    [
      'slides on false friends in English and Portuguese',
      'card presentation, pptx: false friends in English and Portuguese',
    ],
  ],
  [
    ['slides on oncall rules', 'card presentation, pptx: oncall rules'],
    ['a picture of a sleepy owl', 'card image, no file: a sleepy owl'],
    ['the first one', 'made presentation, pptx: oncall rules'],
    ['and the other one too', 'made image, no file: a sleepy owl'],
  ],
  [['can you make presentations from Word files?', 'says …']],
  [['Marta brings the projector, no need for slides', 'says OK. Nothing was made and nothing was spent.']],
  [
    [
      'présentation sur l’accueil des élèves',
      'card presentation, fr, pptx: présentation sur l’accueil des élèves',
    ],
    ['parfait, vas-y', 'made presentation, fr, pptx: présentation sur l’accueil des élèves'],
  ],
  [['send us three slides on the fire drill', 'card presentation, 3 slides, pptx: the fire drill']],
  [
    [
      'a one-pager about our bike shop and a linkedin post about it',
      'card document, 1 slides, pdf: our bike shop',
    ],
  ],
  [['slides and a PDF handout about bikes', 'card presentation, pptx: bikes']],
  [['make slides on tea and a slide on milk', 'card presentation, pptx: tea and a slide on milk']],
  [
    ['post: we are closed on 23 June', 'card social, png: post: we are closed on 23 June'],
    ['sorry, 24 June not 23', 'changed social, png: post: we are closed on 24 June'],
  ],
  [
    [
      'talk for schoolkids on what a bakery does',
      'card presentation, pptx: talk for schoolkids on what a bakery does',
    ],
    ['actually about how bread is sold', 'changed presentation, pptx: how bread is sold, for schoolkids'],
    ['rather for the bakers', 'changed presentation, pptx: how bread is sold / for the bakers'],
  ],
  [
    ['an image of a goalkeeper catching a pumpkin', 'card image, no file: a goalkeeper catching a pumpkin'],
    ['actually a goalkeeper catching a melon', 'changed image, no file: a goalkeeper catching a melon'],
  ],
  [
    ['Presentation on the ETCS rollout', 'card presentation, pptx: the ETCS rollout'],
    [
      'A LinkedIn post for our open day on 5 July',
      'card social, png: LinkedIn post for our open day on 5 July',
    ],
    ['yes', 'says Several cards…'],
  ],
  [
    [
      'The spa opens in May. Prices, hours, staff. Web page please, for guests',
      'card webpage, no file: The spa opens in May. Prices, hours, staff, for guests',
    ],
  ],
  [['slides of this, but show me first what you would make', 'card …', 'thread']],
  [
    ['summarise this in 4 slides for the carpenters', 'made …', 'thread'],
    ['now in German', 'card presentation, 4 slides, de, …', 'thread'],
  ],
  [
    ['slides on the lighting of the museum café', 'card presentation, pptx: the lighting of the museum café'],
    ['document about the new parking permits', 'card document, pdf: the new parking permits'],
    [
      'forget the parking one',
      'says OK, not made. Nothing was spent. “the lighting of the museum café” is still open.',
    ],
    ['yes', 'made presentation, pptx: the lighting of the museum café'],
  ],
  [
    [
      'level design workshop - agenda, exercise, rules. 9 slides',
      'card presentation, 9 slides, pptx: level design workshop - agenda, exercise, rules',
    ],
  ],
  [
    [
      'pitch deck for Globetrotter, 5 slides',
      'card presentation, 5 slides, pptx: pitch deck for Globetrotter',
    ],
    ['pitch deck for Sportscheck, 4 slides', 'card presentation, 4 slides, pptx: pitch deck for Sportscheck'],
    ['yes', 'says Several cards…'],
  ],
  [
    ['slides on tents', 'card presentation, pptx: tents'],
    ['nö lass', 'says OK, not made. Nothing was spent.'],
  ],
  [['weekly digest of <#C7|revenue> evry monday 8am', 'says …']],
  [
    ['slides on Lisbon', 'card presentation, pptx: Lisbon'],
    ['none', 'says OK, not made. Nothing was spent.'],
  ],
  [
    ['slides on Lisbon', 'card presentation, pptx: Lisbon', 'channel'],
    ['just me, not the channel', 'card presentation, pptx, to her alone: Lisbon', 'channel'],
  ],
  [
    ['slides on Lisbon', 'card presentation, pptx: Lisbon'],
    ['as a PDF, not as a powerpoint please', 'changed presentation, pdf: Lisbon'],
    ['kannst du das auf Französisch machen?', 'changed presentation, fr, pdf: Lisbon'],
    ['peux-tu le faire en allemand ?', 'changed presentation, de, pdf: Lisbon'],
    ['¿puedes hacerlo en inglés?', 'changed presentation, en, pdf: Lisbon'],
    ['can you do it in Dutch?', 'changed presentation, nl, pdf: Lisbon'],
    ['pouvez-vous ajouter nos prix ?', 'changed presentation, nl, pdf: Lisbon / ajouter nos prix'],
    [
      'kannst du es kürzer machen?',
      'changed presentation, nl, pdf: Lisbon / ajouter nos prix / kürzer machen',
    ],
  ],
  [
    ['slides on Lisbon', 'card presentation, pptx: Lisbon'],
    ['a one-pager on Porto', 'card document, 1 slides, pdf: Porto'],
    ['2', 'says Several cards are open. Say which…'],
    ['2', 'made document, 1 slides, pdf: Porto'],
  ],
  [
    ['slides on Lisbon', 'card presentation, pptx: Lisbon'],
    ['too long, only 3', 'changed presentation, 3 slides, pptx: Lisbon'],
    ['maybe 6 slides? what do you think', 'changed presentation, 6 slides, pptx: Lisbon'],
    ['that’s too many, make it 4', 'changed presentation, 4 slides, pptx: Lisbon'],
    ['instead of slides a one-pager', 'changed document, 1 slides, pdf: Lisbon'],
    ['undo', 'changed presentation, 4 slides, pptx: Lisbon'],
    ['undo', 'changed presentation, 6 slides, pptx: Lisbon'],
  ],
  [
    ['slides on rain boots', 'card presentation, pptx: rain boots'],
    ['slides on summer tents', 'card presentation, pptx: summer tents'],
    ['make the boots one', 'made presentation, pptx: rain boots'],
  ],
  [
    ['slides on rain boots', 'card presentation, pptx: rain boots'],
    ['slides on summer tents', 'card presentation, pptx: summer tents'],
    ['yes', 'says Several cards are open. Say which…'],
    ['the second one of course', 'made presentation, pptx: summer tents'],
  ],
  [
    ['slides on rain boots', 'card presentation, pptx: rain boots'],
    ['slides on summer tents', 'card presentation, pptx: summer tents'],
    ['ok do both', 'made presentation, pptx: rain boots'],
    ['yes', 'says Nothing is waiting for a yes. “…'],
  ],
  [['was hab ich schon ausgegeben', 'says …']],
  [['make me a video', 'says …']],
  [['make me a video about our tents', 'card presentation, pptx: our tents']],
  [['delete the boots deck', 'says …']],
  [
    ['slides on rain boots', 'card presentation, pptx: rain boots'],
    ['slides on summer tents', 'card presentation, pptx: summer tents'],
    ['delete the boots one', 'says OK, not made. Nothing was spent. “summer tents” is still open.'],
    ['yes', 'made presentation, pptx: summer tents'],
  ],
  [
    ['slides on Lisbon', 'card presentation, pptx: Lisbon'],
    ['too long, just 4 slides. and in german maybe?', 'changed presentation, 4 slides, de, pptx: Lisbon'],
    ['as pdf?', 'changed presentation, 4 slides, de, pdf: Lisbon'],
    ['and for the board?', 'changed …'],
    ['is 4 slides enough?', 'says …'],
  ],
  [
    ['slides on our new trail shoes', 'card presentation, pptx: our new trail shoes'],
    ['sorry i meant hiking shoes', 'changed presentation, pptx: hiking shoes'],
    ['in german?', 'changed presentation, de, pptx: hiking shoes'],
    ['shorter?', 'changed presentation, de, pptx: hiking shoes / shorter'],
    ['could it have more pictures?', 'changed presentation, de, pptx: hiking shoes / shorter / with more…'],
    ['why so long?', 'says A quick document takes a minute or…'],
  ],
  [
    ['slides on Lisbon', 'card presentation, pptx: Lisbon'],
    ['or better a social post?', 'changed social, png: Lisbon'],
    ['no forget all of it, start over', 'says OK, not made. Nothing was spent. What should…'],
  ],
  [['where r my files', 'says …']],
  [
    ['slides on Lisbon', 'card presentation, pptx: Lisbon'],
    ['yes', 'made presentation, pptx: Lisbon'],
    ['same again but as pdf', 'card presentation, pdf: Lisbon'],
  ],
  [
    ['slides on tents', 'card presentation, pptx: tents'],
    ['actually yes', 'made presentation, pptx: tents'],
  ],
  [
    ['instagram post on spring tents', 'card social, png: …'],
    ['only the numbers', 'changed social, png: instagram post on spring tents / only the numbers'],
    ['and the price?', 'says …'],
    ['what will be in it?', 'says Gamma writes it from what the card…'],
    ['yes', 'made …'],
    ['again but shorter', 'card social, …'],
  ],
  [
    ['slides on tents', 'card presentation, pptx: tents'],
    ['no i mean a picture of a tent at sunset', 'card image, no file: a tent at sunset'],
  ],
  [['tschüss', 'says …']],
  [['can you write emails?', 'says I read Word…']],
  [['how many more can i do', 'says You have used…']],
  [
    [
      '10 slides about our returns process for the warehouse team',
      'card presentation, 10 slides, pptx: our returns process for the warehouse team',
    ],
    [
      'shorter texts, and 6 slides instead',
      'changed presentation, 6 slides, pptx: our returns process for the warehouse team / shorter texts',
    ],
    ['drop the cash part', 'changed …'],
    [
      'remove the cash part',
      'changed presentation, 6 slides, pptx: our returns process for the warehouse team / shorter texts / drop the cash part / remove the cash part',
    ],
  ],
  [
    ['slides on rain boots', 'card presentation, pptx: rain boots'],
    ['a document on our travel policy', 'card document, pdf: our travel policy'],
    ['first one 7 slides', 'changed presentation, 7 slides, pptx: rain boots'],
    ['the travel one in german', 'changed document, de, pdf: our travel policy'],
  ],
  [
    ['slides on tents', 'card presentation, pptx: tents', 'channel'],
    ['just for me', 'card presentation, pptx, to her alone: tents', 'channel'],
    ['no wait, in the channel', 'card presentation, pptx: tents', 'channel'],
  ],
  [['digests every friday at 16:00', 'says …', 'command']],
  [['how do i attach a file', 'says I read Word…']],
  [['can you use our brand colours?', 'says …']],
  [
    ['slides on tents', 'card presentation, pptx: tents'],
    ['make it 12 and less formal', 'changed presentation, 12 slides, pptx: tents / less formal'],
    ['change it to a web page', 'changed webpage, 12 slides, no file: tents / less formal'],
    ['hm no, a one pager after all', 'changed document, 1 slides, pdf: tents / less formal'],
    ['tone friendly', 'changed …'],
    ['make it for the leadership team, 8 slides', 'changed …'],
    ['how big can it be', 'says A document has up to …'],
  ],
  [
    ['slides on tents', 'card presentation, pptx: tents', 'command'],
    ['just for me', 'card presentation, pptx, to her alone: tents', 'command'],
    ['post it here after all', 'card presentation, pptx: tents', 'command'],
  ],
  [
    ['slides on rain boots', 'card presentation, pptx: rain boots'],
    ['slides on summer tents', 'card presentation, pptx: summer tents'],
    ['how much both', 'says • “rain boots”…'],
  ],
  [['what digests do I have', 'says …']],
  [['can u make slides from a pdf i have', 'says I read Word…']],
  [['how do I get a pdf', 'says I read Word…']],
  [['what did we decide about Ridgeline in May?', 'card …', 'command']],
  [
    ['slides on rain boots', 'card presentation, pptx: rain boots'],
    ['slides on summer tents', 'card presentation, pptx: summer tents'],
    ['the earlier one should be 5 slides', 'changed presentation, 5 slides, pptx: rain boots'],
    ['can the tents one have 9 slides', 'changed presentation, 9 slides, pptx: summer tents'],
    ['the other one in german pls', 'changed presentation, 5 slides, de, pptx: rain boots'],
  ],
  [
    ['slides on our holiday rota', 'card presentation, pptx: our holiday rota'],
    [
      'keep the wording short and do 8 slides instead',
      'changed presentation, 8 slides, pptx: our holiday rota / keep the wording short',
    ],
  ],
  [
    ['slides on tents', 'card presentation, pptx: tents', 'channel'],
    ['nah keep it private', 'card presentation, pptx, to her alone: tents', 'channel'],
    ['actually let everyone see it', 'card presentation, pptx: tents', 'channel'],
  ],
  [
    ['slides on rain boots', 'card presentation, pptx: rain boots'],
    ['slides on summer tents', 'card presentation, pptx: summer tents'],
    ['which ones are open?', 'says Several cards…'],
    ['forget it, start over', 'says OK, not made. Nothing was spent. What should…'],
    ['thorough deck on sales training, 12 slides', 'card agent, 12 slides, pptx: deck on sales training'],
  ],
  [
    ['slides on tents', 'card presentation, pptx: tents', 'command'],
    ['only me tho', 'card presentation, pptx, to her alone: tents', 'command'],
  ],
  [
    [
      'hiii, could you pls do me a little presentation abt our new returns desk, like 6 slides or so?',
      'card presentation, 6 slides, pptx: our new returns desk',
    ],
    ['no, longer. 10', 'changed presentation, 10 slides, pptx: our new returns desk'],
    ['8 and with a chart', 'changed presentation, 8 slides, pptx: our new returns desk / with a chart'],
    ['nah english', 'changed presentation, 8 slides, en, pptx: our new returns desk / with a chart'],
    [
      'what about a document instead?',
      'changed document, 8 slides, en, pdf: our new returns desk / with a chart',
    ],
    ['tone: formal', 'changed …'],
    ['make it funny', 'changed …'],
    ['is that gonna cost much', 'says …'],
  ],
  [['download', 'says …']],
  [['how many slides max', 'says A document has up to…']],
  [
    ['6 slides on our returns desk', 'card presentation, 6 slides, pptx: our returns desk'],
    ['an instagram post on spring tents', 'card social, png: …'],
    ['the post shoud be in swedish', 'changed social, sv, png: …'],
    ['and the presentation 8 slides', 'changed presentation, 8 slides, pptx: our returns desk'],
    ['2 more slides', 'changed presentation, 10 slides, pptx: our returns desk'],
    ['only 7 tho', 'changed presentation, 7 slides, pptx: our returns desk'],
    ['no ok slides. but 9', 'changed presentation, 9 slides, pptx: our returns desk'],
  ],
  [
    ['slides on tents', 'card presentation, pptx: tents', 'command'],
    ['dont show it to the others', 'card presentation, pptx, to her alone: tents', 'command'],
  ],
  [
    ['slides on tents', 'card presentation, pptx: tents'],
    ['can it be shared with the team later?', 'says …'],
    ['can it be ready by Friday?', 'says …'],
    ['could it be a bit shorter?', 'changed presentation, pptx: tents / make it a bit shorter'],
  ],
  [
    ['slides on rain boots', 'card presentation, pptx: rain boots'],
    ['slides on summer tents', 'card presentation, pptx: summer tents'],
    ['first one 7 slides', 'changed presentation, 7 slides, pptx: rain boots'],
    ['the first one in german', 'changed presentation, 7 slides, de, pptx: rain boots'],
    ['the second one in french', 'changed presentation, fr, pptx: summer tents'],
  ],
  // Yes and no with a few words more.
  [
    ['slides on tea', 'card presentation, pptx: tea', 'channel'],
    ['go, but privately', 'made presentation, pptx, to her alone: tea', 'channel'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['do it privately', 'made presentation, pptx, to her alone: tea'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea', 'channel'],
    ['yes for everyone here', 'made presentation, pptx: tea', 'channel'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea', 'command'],
    ['ok yes post it', 'made presentation, pptx: tea', 'command'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea', 'command'],
    ['jo mach das', 'made presentation, pptx: tea', 'command'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['nö', 'says OK, not made. Nothing was spent.'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['wrong channel, stop', 'says OK, not made. Nothing was spent.'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['later', 'says Say *yes* and I’ll make it, or tell me what to change. The card is as before.'],
    ['ok now make it', 'made presentation, pptx: tea'],
  ],
  // Complaints and thanks are no part of a document.
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['this sucks, you didnt do what i asked', 'says I’m sorry about that. Tell me…'],
    ['tusen takk!', 'says You’re welcome!'],
    ['yes', 'made presentation, pptx: tea'],
  ],
  [
    ['a post about our new stall', 'card social, png: post about our new stall'],
    ['yes', 'made social, png: post about our new stall'],
    ['looks awful, the picture is nonsense', 'says I’m sorry about that. Say…'],
  ],
  // What is not known or not possible is no part of the text.
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['use the corporate theme', 'changed presentation, pptx: tea'],
    ['as google slides', 'changed presentation, pptx: tea'],
  ],
  // Choices in other words.
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['more casual', 'changed presentation, casual tone, pptx: tea'],
    ['tone friendly', 'changed presentation, friendly tone, pptx: tea'],
  ],
  [
    ['slides on tea in german', 'card presentation, de, pptx: tea'],
    ['back to english', 'changed presentation, en, pptx: tea'],
    ['title: Tea for all', 'changed presentation, en, title Tea for all, pptx: tea'],
    ['mit dem Titel Tee für alle', 'changed presentation, en, title Tee für alle, pptx: tea'],
  ],
  [
    ['slides on tea, no jargon', 'card presentation, pptx: tea, no jargon'],
    ['actually 7, and more pictures', 'changed presentation, 7 slides, pptx: tea, no jargon / more pictures'],
    ['longer', 'changed presentation, 10 slides, pptx: tea, no jargon / more pictures'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea', 'channel'],
    ['just for me', 'card presentation, pptx, to her alone: tea', 'channel'],
    ['no meant everybody in the channel', 'card presentation, pptx: tea', 'channel'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['as a one pager instead and just the prices', 'changed document, 1 slides, pdf: tea / the prices'],
  ],
  // What an attack found: a yes to one thing makes no other, and content is no refusal.
  [
    ['tea and cakes', 'card presentation, pptx: tea and cakes'],
    ['ok the cakes first', 'changed …'],
    ['dump the intro', 'changed …'],
    ['don’t drop it', 'says Say *yes* and I’ll make it, or…'],
    ['please wait', 'says Say *yes* and I’ll make it, or…'],
    ['~yes~', 'says …'],
  ],
  [
    ['our prices', 'card presentation, pptx: our prices'],
    ['our team', 'card presentation, pptx: our team'],
    ['the prices too', 'says Several cards are open. Say which…'],
    ['that one', 'says Several cards are open. Say which…'],
  ],
  [['cancel culture', 'card presentation, pptx: cancel culture']],
  [['delete account flow for the app', 'card presentation, pptx: delete account flow for the app']],
  // What a member typed: many cards, a yes with a name, and what is no yes.
  [
    ['a presentation on boot returns', 'card presentation, pptx: boot returns'],
    ['a picture of boots', 'card image, no file: boots'],
    ['make the stock figures a deck as well', 'card …'],
    ['yes the picture', 'made image, …'],
  ],
  [
    ['slides on the hub risk', 'card presentation, pptx: the hub risk'],
    ['a picture of a hub', 'card image, no file: a hub'],
    ['make the hub thing a deck too', 'card …'],
    ['yes the deck', 'says Several cards are open. Say which…'],
  ],
  [
    ['slides on belts', 'card presentation, pptx: belts'],
    ['slides on coffee', 'card presentation, pptx: coffee'],
    ['make the belt one, drop the rest', 'made presentation, pptx: belts'],
    ['yes', 'says …'],
  ],
  [
    ['slides on hiring', 'card presentation, pptx: hiring'],
    ['a tweet on tea', 'card social, png: tweet on tea'],
    ['a picture of a cat', 'card image, no file: a cat'],
    ['1 and 3 yes, drop the bar charts', 'says Several cards are open. Say which…'],
    ['1 and 3 yes, no to the tweet', 'made presentation, pptx: hiring'],
    ['yes', 'says …'],
  ],
  [
    ['slides on hiring', 'card presentation, pptx: hiring'],
    ['a tweet on tea', 'card social, png: tweet on tea'],
    ['yes to the hiring deck, skip the other', 'made presentation, pptx: hiring'],
    ['yes', 'says …'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['actually make it 6 and german pls', 'changed presentation, 6 slides, de, pptx: tea'],
    ['cancel the last slide', 'changed presentation, 6 slides, de, pptx: tea / cancel the last slide'],
    [
      'leave out what i said about milk',
      'changed presentation, 6 slides, de, pptx: tea / cancel the last slide / leave out what i said about milk',
    ],
  ],
  [
    [
      "make a deck from last week's <#C7|club>",
      'card presentation, pptx, of the channel, to her alone: (all)',
    ],
  ],
  [["show me everything i've made", 'says You have not made anything yet.…']],
  [
    ['slides on sales', 'card presentation, pptx: sales'],
    ['only keep the numbers', 'changed presentation, pptx: sales / only keep the numbers'],
    ['no pdf needed, powerpoint is fine', 'changed presentation, pptx: sales / only keep the numbers'],
    ['sorry meant swedish', 'changed presentation, sv, pptx: sales / only keep the numbers'],
    ['swap the topic to alpinhuset delivery', 'changed presentation, sv, pptx: alpinhuset delivery'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['and norwegian please', 'changed presentation, nb, pptx: tea'],
    ['hmm no, english after all', 'changed presentation, en, pptx: tea'],
    ['which cards are open?', 'card presentation, en, pptx: tea'],
    ['hang on', 'says Say *yes* and I’ll make it, or…'],
    ['let me sleep on it', 'says Say *yes* and I’ll make it, or…'],
    ['nah leave it, boss changed his mind', 'says OK, not made.…'],
  ],
  [
    ['slides on sales', 'card presentation, pptx: sales', 'channel'],
    ['yes but dont post it here send it to me', 'card presentation, pptx, to her alone: sales', 'channel'],
  ],
  [
    [
      'one page call sheet for friday 07:00, crew of 4',
      'card document, 1 slides, pdf: call sheet for friday 07:00, crew of 4',
    ],
  ],
  [['one page about hel day rates', 'card document, 1 slides, pdf: hel day rates']],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    [
      'one-pager on our returns, anyone with the link should be able to open it',
      'card document, 1 slides, pdf: our returns, …',
    ],
  ],
  // Two cards.
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['a post about coffee', 'card social, png: post about coffee'],
    ['2nd: make it 3 cards', 'changed social, 3 slides, png: post about coffee'],
    ['drop the other one', 'says OK, not made. Nothing was spent. “post about coffee” is still open.'],
    ['yes', 'made social, 3 slides, png: post about coffee'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['a post about coffee', 'card social, png: post about coffee'],
    ['no to the post', 'says OK, not made. Nothing was spent. “tea” is still open.'],
    ['yes', 'made presentation, pptx: tea'],
  ],
  // A new request after a result is no change of it.
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['yes', 'made presentation, pptx: tea'],
    ['sorry, thanks, great work', 'says …'],
  ],
  // A channel is the source, also if its name stands without "#".
  [
    [
      'whats this channel about this month, as slides',
      'card presentation, pptx, of the channel: (all)',
      'command',
    ],
  ],
  [
    [
      'what happened this week, 5 slides, just for me',
      'card presentation, 5 slides, pptx, of the channel, to her alone: (all)',
      'command',
    ],
  ],
  [
    [
      'what happened in the storm of 1987, 5 slides',
      'card presentation, 5 slides, pptx: what happened in the storm of 1987',
      'command',
    ],
  ],
  [
    [
      'what happened in <#C1|revenue> this week, as slides',
      'card presentation, pptx, of the channel, to her alone: (all)',
    ],
  ],
  [
    [
      'Erstelle mir bitte ein Dokument aus dem Text: Kaffee gibt es gratis. Bitte bringt Tassen mit.',
      'card document, de, pdf: Kaffee gibt es gratis. Bitte bringt Tassen mit.',
    ],
    [
      'wie teuer?',
      'says What it costs is known once something of this kind was made here. Until then I reckon with 4 credits for each slide or page. Nothing is spent before your *yes*.',
    ],
    ['ja bitte', 'made document, de, pdf: Kaffee gibt es gratis. Bitte bringt Tassen mit.'],
  ],
  [
    [
      'Make a document from this text: We walked through the village. It rained.',
      'card document, pdf: We walked through the village. It rained.',
    ],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['yes', 'made presentation, pptx: tea'],
    [
      'I need two things: a 6 slide deck on tents and a one page document on boots',
      'card presentation, 6 slides, pptx: …',
    ],
  ],
  [
    ['a linkedin post about our prize', 'card social, png: linkedin post about our prize'],
    ['no wait make it an instagram post', 'changed social, png: instagram post about our prize'],
    ['turn off pictures', 'changed social, noImages, png: instagram post about our prize'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['do you have an api', 'says …'],
    ['what happens to Ben’s decks when he leaves', 'says When somebody leaves, their do…'],
    ['list all digests in the workspace', 'says No digests…'],
    ['can we use a different account', 'says Deckhand is connected…'],
    ['yes', 'made presentation, pptx: tea'],
  ],
  // What cannot be done is said on the card, and nothing in a thread is made before she has seen it.
  [
    ['our holiday homes', 'card presentation, pptx: our holiday homes'],
    ['2 pages, Word file', 'changed document, 2 slides, pdf: our holiday homes'],
  ],
  [
    [
      'slides of this thread, only what Elin wrote',
      'card presentation, pptx, of the thread: (all)',
      'thread',
    ],
    ['yes', 'made presentation, pptx, of the thread: (all)', 'thread'],
  ],
  [['make a Word document of this', 'card document, pdf, of the thread: (all)', 'thread']],
  // Each "undo" takes one more change back, and "put it back" the change that took it out.
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['in German', 'changed presentation, de, pptx: tea'],
    ['8 slides', 'changed presentation, 8 slides, de, pptx: tea'],
    ['undo', 'changed presentation, de, pptx: tea'],
    ['undo', 'changed presentation, pptx: tea'],
    ['undo', 'says There is nothing to undo on this ca…'],
    ['yes after all', 'made presentation, pptx: tea'],
  ],
  [
    ['slides on our market, 5 euro per stall', 'card presentation, pptx: our market, 5 euro per stall'],
    ['leave out the price', 'changed presentation, pptx: our market, 5 euro per stall / leave out the price'],
    ['put the price back', 'changed presentation, pptx: our market, 5 euro per stall'],
  ],
  // One of two things, and one of two cards, at a time.
  [
    ['I need two things: slides on tea and a document about coffee', 'card presentation, pptx: tea'],
    ['a document about coffee', 'card document, pdf: coffee'],
    ['yes after all', 'says Several cards are open. Say which…'],
    ['the first, but in German', 'changed presentation, de, pptx: tea'],
    ['first one in French, second one 3 pages', 'says One card at a time, please…'],
    ['the second: 3 pages', 'changed document, 3 slides, pdf: coffee'],
  ],
  [
    ['a picture of a red bike', 'card image, no file: a red bike', 'command'],
    ['square, without text', 'card image, social-square, no file: a red bike / without text', 'command'],
  ],
  // What a demanding member said after a result, and to a card.
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['yes', 'made presentation, pptx: tea'],
    ['nice, thanks', 'says You’re welcome!'],
    ['kannst du das auch auf Deutsch machen?', 'card presentation, de, pptx: tea'],
    ['yes but no pictures and in english', 'changed presentation, en, noImages, pptx: tea'],
    ['title should be Kickoff Q1', 'changed presentation, en, noImages, title Kickoff Q1, pptx: tea'],
    [
      'now make the same as a one-pager',
      'changed document, 1 slides, en, noImages, title Kickoff Q1, pdf: tea',
    ],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['yes', 'made presentation, pptx: tea'],
    ['can you do it in french too?', 'card presentation, fr, pptx: tea'],
  ],
  [
    ['our offer for boutique hotels', 'card presentation, pptx: our offer for boutique hotels'],
    ['actually for hotel chains not boutiques', 'changed presentation, pptx: our offer for hotel chains'],
  ],
  [
    ['slides on tea, midnight theme', 'card presentation, pptx: tea, midnight theme'],
    [
      'no, the ocean one. and leave out the colours part',
      'changed presentation, theme Ocean, pptx: tea, midnight theme / leave out the colours part',
    ],
  ],
  [
    ['make a deck from this channel', 'card presentation, pptx, of the channel: (all)', 'channel'],
    ['whole month please', 'card presentation, pptx, of the channel: (all)', 'channel'],
    ['leave out what Kasia wrote', 'card presentation, pptx, of the channel: (all)', 'channel'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea', 'channel'],
    ['a document on coffee', 'card document, pdf: coffee', 'channel'],
    ['yes just for me', 'says Several cards are open. Say which…', 'channel'],
  ],
  // Questions and orders about Deckhand and about documents are no topics.
  [['share the revenue deck with Kasia', 'says I can’t send it to people.…']],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['which plan is needed for slackbot', 'says I have no answer to that.…'],
    ['does a digest cost credits', 'says A digest sums up a channel by itself…'],
    [
      'can ben make a deck from a private channel he is not in',
      'says Only its members can have something made…',
    ],
    ['yes', 'made presentation, pptx: tea'],
  ],
  [
    [
      'hazme 4 diapositivas sobre el nuevo branding, en tono formal',
      'card presentation, 4 slides, es, pptx: hazme 4 diapositivas sobre el nuevo branding, en tono formal',
    ],
  ],
  // Clear answers in other words and languages.
  [
    ['slides on tea', 'card presentation, pptx: tea', 'channel'],
    ['oui, mais seulement pour moi', 'made presentation, pptx, to her alone: tea', 'channel'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea', 'channel'],
    ['ok make it, but only for me', 'made presentation, pptx, to her alone: tea', 'channel'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['make it 10 slides, no wait, 8', 'changed presentation, 8 slides, pptx: tea'],
    ['whats on the card now?', 'card presentation, 8 slides, pptx: tea'],
    ['passt, mach', 'made presentation, 8 slides, pptx: tea'],
  ],
  // Facts and contents belong to the card, and one more thing is on the same topic.
  [
    ['a pitch deck for Alpenbad Spa', 'card presentation, pptx: pitch deck for Alpenbad Spa'],
    [
      'they have 3 thermal baths in Tyrol, and the budget is 40k max',
      'changed presentation, pptx: pitch deck for Alpenbad Spa / they have 3 thermal baths in Tyrol, and the budget is 40k max',
    ],
    [
      'and also a one-pager for the team on it',
      'card document, 1 slides, pdf: pitch deck for Alpenbad Spa / they have 3 thermal baths in Tyrol, and the budget is 40k max',
    ],
    ['put them together', 'says I can’t join cards.…'],
    ['no to the second', 'says OK, not made.…'],
  ],
  [
    ['one-page report on the deadlines', 'card document, 1 slides, pdf: report on the deadlines'],
    ['and dont change my words', 'changed document, 1 slides, preserve, pdf: report on the deadlines'],
  ],
  [
    [
      'make a risk list from this, one page',
      'made document, 1 slides, pdf, of the thread: make a risk list…',
      'thread',
    ],
  ],
  [
    ['a picture of a lighthouse', 'card image, no file: a lighthouse'],
    ['yes', 'made image, no file: a lighthouse'],
    ['make it darker', 'card image, no file: a lighthouse / make it darker'],
  ],
  [
    [
      'board update since last Monday, numbers only, auf deutsch',
      'card presentation, de, pptx: board update…',
    ],
    ['actually in english', 'changed presentation, en, pptx: board update…'],
  ],
  // Rules and questions about Deckhand are no topics, in any of the languages.
  [
    [
      'nobody should spend more than 50 credits per month',
      'says A Slack admin can see and change the limits.',
    ],
  ],
  [['stell die Bilder für alle ab', 'says A Slack admin can see and change the limits.']],
  [['wo ist die Präsentation von heute morgen über Halden', 'says Nothing was found for “Halden”.']],
  [['is there anything about pricing from other teams', 'says Nothing was found for “pricing”.']],
  [['send Kasia a reminder', 'says I can’t do that.…']],
  // Who may open it, in the words of people.
  [
    ['a one-pager about the bank', 'card document, 1 slides, pdf: the bank'],
    [
      'personne d’autre ne doit pouvoir ouvrir le lien',
      'changed document, 1 slides, {workspaceAccess:noAccess,externalAccess:noAccess}, pdf: the bank',
    ],
  ],
  [
    ['a one-pager about the bank', 'card document, 1 slides, pdf: the bank'],
    [
      'just for me, nobody else may open the link',
      'changed document, 1 slides, {workspaceAccess:noAccess,externalAccess:noAccess}, pdf, to her alone: the bank',
    ],
  ],
  [
    ['slides on our offer', 'card presentation, pptx: our offer'],
    ['and nobody outside can open it', 'changed presentation, {externalAccess:noAccess}, pptx: our offer'],
    ['undo', 'changed presentation, pptx: our offer'],
    [
      'only our team should be able to open it',
      'changed presentation, {externalAccess:noAccess}, pptx: our offer',
    ],
    ['undo', 'changed presentation, pptx: our offer'],
    [
      'lock it so only i can open it',
      'changed presentation, {workspaceAccess:noAccess,externalAccess:noAccess}, pptx: our offer',
    ],
  ],
  // A question behind an order is answered on the card.
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['6 slides. and what does it cost?', 'changed presentation, 6 slides, pptx: tea'],
    [
      'add a slide on prices and can you read excel?',
      'changed presentation, 6 slides, pptx: tea / add a slide on prices',
    ],
    ['ok, and when is it ready?', 'says A quick document takes a minute…'],
    ['how much will this one be?', 'says What it costs is known on…'],
    ['nm, drop all that, i’ll do it tomorrow', 'says OK, not made.…'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['make it internal only i mean', 'changed presentation, {externalAccess:noAccess}, pptx: tea'],
    [
      'pdf is ok but put it all on one page',
      'changed document, 1 slides, {externalAccess:noAccess}, pdf: tea',
    ],
  ],
  // The first line of notes says what to make of them.
  [
    [
      'i need an offer for Northwind from my notes, 2 pages pdf, in norwegian:\n- 2 days shoot\n- 40 pictures',
      'card document, 2 slides, nb, pdf: offer for Northwind / - 2 days shoot / - 40 pictures',
    ],
  ],
  [
    [
      'here are my notes, make 3 slides:\n- 2 days shoot\n- 40 pictures',
      'card presentation, 3 slides, pptx: - 2 days shoot / - 40 pictures',
    ],
  ],
  [
    [
      'quick doc, one page, in german:\n\nWe met on Monday.\nThe budget is 40k.',
      'card document, 1 slides, de, pdf: We met on Monday. / The budget is 40k.',
    ],
  ],
  [
    [
      'what happened here while i was away (2 to 6 February), as a doc, 2 pages max',
      'card document, 2 slides, pdf, of the channel: what happened here while i was away',
      'channel',
    ],
  ],
  [['make slides of the revenue channel from last week', 'says I can read a channel, or post in it,…']],
  [
    [
      'and i need a picture for it: a rust coloured backpack on a ridge',
      'card image, no file: a rust coloured backpack on a ridge',
    ],
  ],
  [['are the thread replies in there too or just the top messages?', 'says Yes. A summary of a channel…']],
  [['did my last change work?', 'says You have changed no document lately.']],
  [['can you remove what i shared in this channel again?', 'says I can’t take a post back.…']],
  [['bitte verbiete für alle das Teilen nach außen', 'says A Slack admin can set whether…']],
  [['no guests please, only employees', 'says Guests may not use Deckhand here.…']],
  [['the whole workspace should not spend more than 3000 a month', 'says A Slack admin can see and…']],
  [['what do you log about each person?', 'says Of each person: what they asked…']],
  // Several changes in one sentence, and wrong words.
  [
    [
      'a pitch for Bergtopp on 400 pieces for spring',
      'card presentation, pptx: a pitch for Bergtopp on 400 pieces for spring',
    ],
    [
      'in english please and call them Bergtopp AS. and not 400, 350 pieces',
      'changed presentation, en, pptx: a pitch for Bergtopp on 350 pieces for spring / call them Bergtopp AS',
    ],
    [
      'hmm no. topic still says 350. it should say 360',
      'changed presentation, en, pptx: a pitch for Bergtopp on 360 pieces for spring / call them Bergtopp AS',
    ],
    ['no extra wish', 'changed presentation, en, pptx: a pitch for Bergtopp on 360 pieces for spring'],
    [
      '8 slides is enough, and mention the repair promise. last slide = a call with Hugo',
      'changed presentation, 8 slides, en, pptx: a pitch for Bergtopp on 360 pieces for spring / mention the repair promise / last slide = a call with Hugo',
    ],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['its a one page document, pdf, in norwegian', 'changed document, 1 slides, nb, pdf: tea'],
    ['the topic is just: green tea', 'changed document, 1 slides, nb, pdf: green tea'],
    ['undo that and change the topic to black tea', 'changed document, 1 slides, nb, pdf: black tea'],
    ['ja, lag det', 'made document, 1 slides, nb, pdf: black tea'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['not a presentation, a picture', 'changed image, no file: tea'],
    ['less steam, and square please', 'changed image, social-square, no file: tea / less steam'],
    ['portrait not square', 'changed image, social-portrait, no file: tea / less steam'],
    ['change it to: a red teapot', 'changed image, social-portrait, no file: a red teapot'],
    ['nei takk', 'says OK, not made.…'],
  ],
  [
    ['slides of the last week', 'card presentation, pptx, of the channel: (all)', 'channel'],
    ['better the last two weeks', 'card presentation, pptx, of the channel: (all)', 'channel'],
  ],
  [
    [
      'new offer from these notes, one page pdf, norwegian\n- half day studio 680 EUR\n- 12 pack shots',
      'card document, 1 slides, nb, pdf: new offer / - half day studio 680 EUR / - 12 pack shots',
    ],
  ],
  [
    [
      'risk slides from this thread for leadership, one slide per risk',
      'card presentation, pptx, of the thread: risk slides…',
      'thread',
    ],
  ],
  [
    [
      'picture of a rust red backpack on a platform, no people',
      'card image, no file: a rust red backpack on a platform, no people',
    ],
  ],
  [['can i use it on instagram legally?', 'says Who owns what is made,…']],
  [['is anything still running?', 'says Nothing of yours is being made now.']],
  [['will I be warned before its used up?', 'says Slack admins get a message at …']],
  [['i said word not pdf?', 'says I can read Word files, but not…']],
  [
    [
      'for Thursday: Ridgeline pack, five pages - weight, prices, margin, launch calendar',
      'card document, 5 slides, pdf: for Thursday: Ridgeline pack: weight, prices, margin, launch calendar',
    ],
    [
      'make it six, I forgot the warranty card',
      'changed document, 6 slides, pdf: for Thursday: Ridgeline pack: weight, prices, margin, launch calendar / I forgot the warranty card',
    ],
    ['remove the wish', 'changed document, 6 slides, pdf: for Thursday:…'],
    ['and pdf too, hugo wants to print it', 'changed document, 6 slides, pdf: for Thursday:…'],
    [
      'drop the margin page, they must not see our margin',
      'changed document, 6 slides, pdf: for Thursday: Ridgeline pack: weight, prices, launch calendar',
    ],
    [
      'how many credits is that?',
      'says What it costs is known once something of this kind was made here. Until then I reckon with 24 credits. Nothing…',
    ],
    ['no no, stop, neither of these', 'says OK, not made. Nothing was spent.'],
  ],
  [
    ['a summary of our launch, half a page', 'card document,…'],
    ['text only, don’t make a document', 'says I can’t answer from a conversation…'],
    ['can’t you just answer here in the chat?', 'says I can’t answer from a conversation…'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['no slides, just one page', 'changed document, 1 slides, pdf: tea'],
    ['the first one', 'says Say *yes* and I’ll make it, or tell…'],
    ['make the card a web page', 'changed webpage, no file: tea'],
    ['ja takk', 'made webpage, no file: tea'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['a LinkedIn post on coffee', 'card social, png: LinkedIn post on coffee'],
    ['yes', 'says Several cards are open. Say which…'],
    ['and the post?', 'says Say *yes* and I’ll make it, or tell…'],
    ['the post', 'made social, png: LinkedIn post on coffee'],
  ],
  [
    ['slides on tea in French', 'card presentation, fr, pptx: tea'],
    ['slides on coffee', 'card presentation, pptx: coffee'],
    ['no, forget the French one', 'says OK, not made. Nothing was spent. “coffee” is still open.'],
    ['no, forget the cocoa one', 'says Say *yes* and I’ll make it, or tell…'],
    ['none', 'says OK, not made.…'],
    ['no, forget the coffee one', 'says OK. Nothing was made…'],
  ],
  [
    ['a picture of a teapot', 'card image, no file: a teapot'],
    ['wide format please, no people', 'changed image, slide, no file: a teapot / no people'],
  ],
  [
    ['picture of a teapot', 'card image, no file: a teapot', 'channel'],
    ['only for me please, landscape format', 'card image, slide, no file, to her alone: a teapot', 'channel'],
  ],
  [
    ['a post on tea', 'card social, png: post on tea'],
    ['på norsk', 'changed social, nb, png: post on tea'],
    ['no, english after all', 'changed social, en, png: post on tea'],
    ['nei, glem det', 'says OK, not made.…'],
  ],
  [['lag et bilde av en fjellrygg i tåke', 'card image, nb, no file: lag et bilde av en fjellrygg i tåke']],
  [['actually start a web page about our repair guide', 'card webpage, no file: our repair guide']],
  [
    [
      'make the launch deck for me: 8 slides, product launch in October',
      'card presentation, 8 slides, pptx: launch deck: product launch in October',
    ],
  ],
  [['can Ana see what I wrote?', 'says No. This is a direct message between you and me,…']],
  [['what if the credits run out?', 'says Then nothing more is made:…']],
  [['does a deck come out of my team’s budget?', 'says It spends credits of the workspace at…']],
  [['does it use what I wrote in the channel when Ben makes slides?', 'says I read nothing by myself.…']],
  [['will I be warned before we overspend?', 'says Slack admins get a message at …']],
  [['can I see what others have made?', 'says I show documents only to people…']],
  [['how do I get rid of you if we decide against it?', 'says A Slack admin removes me in Slack,…']],
  [['what does the digest cost me per month and who gets it?', 'says A digest sums up a channel…']],
  [['did Ben make a deck for Fjellsport? can I see it', 'says Nothing was found for “Fjellsport”.…']],
  [['I don’t want the leadership channel to be used with this', 'says Only its members can have…']],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['theme ocean', 'changed presentation, theme Ocean, pptx: tea'],
    ['make it great', 'changed presentation, theme Ocean, pptx: tea / make it great'],
    ['bra, lag den', 'made presentation, theme Ocean, pptx: tea / make it great'],
  ],
  [
    ['slides on tea, 6 slides', 'card presentation, 6 slides, pptx: tea'],
    ['12 slides', 'changed presentation, 12 slides, pptx: tea'],
    ['oops, put that back, 6 was right', 'changed presentation, 6 slides, pptx: tea'],
    ['fine, drop it', 'says OK, not made.…'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    [
      'Now a deck telling the story of my pictures: dawn, rain',
      'card presentation, pptx: telling the story of my pictures: dawn, rain',
    ],
    ['forget that card', 'says OK, not made. Nothing was spent. “tea” is still open.'],
    ['not now, I’ll write it myself', 'says OK, not made. Nothing was spent.'],
  ],
  [
    ['slides of the last week', 'card presentation, pptx, of the channel: (all)', 'channel'],
    ['same for #leadership please', 'says I can read a channel,…', 'channel'],
  ],
  [
    [
      'and do my messages in the channel end up in other people’s slides?',
      'says Your messages in what others…',
    ],
  ],
  [['If Vera leaves the company, does Deckhand stop working?', 'says When somebody leaves,…']],
  [['how many credits is a ten slide deck, roughly?', 'says What it costs here is known…']],
  [['how much may I spend as a guest?', 'says You have used 0 credits this month.…']],
  [['can she open the link? she has no account there', 'says What you ask for here comes to you alone,…']],
  [
    ['a picture of a tent', 'card image, no file: a tent'],
    ['wide format please, 16:9', 'changed image, slide, no file: a tent'],
  ],
  // "OK" may mean the answer before it, which is no yes to the card.
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['leave my messages out', 'says Your messages in what others…'],
    ['ok', 'says The card for “tea” is still open. Say *yes* to have it made, *no* to drop it.'],
    ['great!', 'says Say *yes* and I’ll make it, or…'],
    ['shorter title', 'changed presentation, pptx: tea / shorter title'],
    ['ok', 'made presentation, pptx: tea / shorter title'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['who can see this?', 'says Only you will see it,…'],
    ['yes', 'made presentation, pptx: tea'],
  ],
  [['no, I don’t want my messages to be used in decks', 'says Your messages in what others…']],
  [['how do I remove my messages from what others make?', 'says Your messages in what others…']],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['no! leave my messages out', 'says Your messages in what others…'],
    ['ok', 'says Nothing is waiting for a yes.…'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['ok danke', 'says Say *yes* and I’ll make it, or tell…'],
    ['ok merci', 'says Say *yes* and I’ll make it, or tell…'],
    ['wait. what does it cost?', 'says What it costs is known…'],
    ['don’t make it about coffee, about cocoa', 'changed …'],
    ['please do not make a deck', 'says OK, not made.…'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['actually just me', 'changed presentation, pptx, to her alone: tea'],
    ['no dont make slides of it, i just want to know whats in it', 'says OK, not made.…'],
  ],
  // A picture of the same thing.
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['a picture, not a presentation', 'changed image, no file: tea'],
  ],
  // A question with a remark behind it is no part of the card, and words after an answer are no wish for it.
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['And if Vera leaves? It’s her account.', 'says …'],
    ['yes', 'made presentation, pptx: tea'],
  ],
  [
    ['set up a digest of <#C1|general> every Monday', 'says A summary that comes by itself is a digest.…'],
    ['who may set up digests?', 'says A digest sums up a channel by itself…'],
  ],
  [
    ['slides about our offer', 'card presentation, pptx: our offer'],
    [
      'only 6, in english, start with the prices',
      'changed presentation, 6 slides, en, pptx: our offer / start with the prices',
    ],
  ],
  [['the first one as pdf', 'says You have not made anything yet.…']],
  // A copy beside a document starts from what it was made of.
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['yes', 'made presentation, pptx: tea'],
    [
      'translate the deck to norwegian as a separate copy pls, keep the english',
      'card presentation, nb, pptx: tea',
    ],
  ],
  // A digest and a document that is shared are no parts of a card.
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['ach nein, stop the digest, nobody reads it', 'says I find no digest of yours.…'],
    ['make the digest fortnightly instead pls', 'says I find no digest of yours.…'],
    ['share the cost slides in <#C2|revenue> pls', 'says I find no document of yours with this name.…'],
    ['yes', 'made presentation, pptx: tea'],
  ],
  [['find the pitch', 'says Nothing was found for “pitch”.…']],
  [['where are my old documents?', 'says You have not made anything yet.…']],
  // "Something" names no kind, so its card asks.
  [['can you make something of this for Ana?', 'card presentation, pptx, of the thread: for Ana', 'thread']],
  [
    [
      'we want a weekly digest for the leadership about what happens in <#C1|customer-voice>, mondays 9',
      'says A summary that comes by itself is a digest.…',
    ],
    ['and DMs between two people?', 'says I read private channels only if a member has invited…'],
    ['Betriebsrat fragt: werden Mitarbeiter damit überwacht?', 'says Slack admins see who spent how much,…'],
    ['how can people keep their messages out?', 'says Your messages in what others have made'],
    [
      'farid is leaving friday, what happens with his decks?',
      'says When somebody leaves, their documents stay…',
    ],
  ],
  // A picture of a part is a wish, and a picture becomes slides again.
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['a picture, not a presentation', 'changed image, no file: tea'],
    ['as png', 'changed image, png: tea'],
    ['undo', 'changed image, no file: tea'],
    ['no, slides', 'changed presentation, pptx: tea'],
    [
      'a picture instead of the table on slide 2',
      'changed presentation, pptx: tea / a picture instead of the table on slide 2',
    ],
  ],
  // After an answer, a short wish is one for the card, and a new topic is a new card.
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['who can see this?', 'says Only you will see it,…'],
    ['and biscuits', 'changed presentation, pptx: tea / biscuits'],
    ['what does it cost?', 'says What it costs is known…'],
    ['our new espresso blend', 'card presentation, pptx: our new espresso blend'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['24, in December', 'changed presentation, pptx: tea / 24, in December'],
  ],
  [
    ['what can the app read in our slack?', 'says In short: I read what people write to me,…'],
    ['how long is our stuff kept?', 'says What you ask for, and the messages…'],
    [
      'can I show one of these decks to our bank? they’re not in slack',
      'says Yes, if its link opens for them:…',
    ],
    ['is a translation a new document or does it replace the old one?', 'says Yes. Say what should be…'],
  ],
  [
    [
      'I’d like a digest for management each Monday at 9 about what’s going on in <#C1|customer-voice>',
      'says A summary that comes by itself is a digest.…',
    ],
    [
      '3 slides on returns: jackets 12%, boots 19%',
      'card presentation, 3 slides, pptx: returns: jackets 12%, boots 19%',
    ],
  ],
  // Who may open the link is no part of the document.
  [
    [
      'one page offer: shop photos in Edinburgh. nobody else may open the link',
      'card document, 1 slides, {workspaceAccess:noAccess,externalAccess:noAccess}, pdf: offer: shop photos in Edinburgh',
    ],
  ],
  [
    [
      'now I need 4 pictures for a mood board: lofoten in winter',
      'card image, no file: for a mood board: lofoten in winter',
    ],
    ['nei, dropp', 'says OK, not made.…'],
    [
      'mood board with 4 pictures of lofoten',
      'card presentation, pptx: mood board with 4 pictures of lofoten',
    ],
    ['no not slides, just pictures', 'changed image, no file: mood board with 4 pictures of lofoten'],
  ],
  [
    [
      'price list for my licences, 5 slides',
      'card presentation, 5 slides, pptx: price list for my licences',
      'channel',
    ],
    [
      'please not in the channel',
      'card presentation, 5 slides, pptx, to her alone: price list for my licences',
      'channel',
    ],
  ],
  [
    ['a deck on tea', 'card presentation, pptx: tea'],
    ['who sees the coffee deck?', 'says I find no document of yours with this name.…'],
    ['who can see the tea deck?', 'says Only you will see it,…'],
  ],
  [
    [
      'a one-pager for new colleagues: returns are free in UK and Norway, ask people in HR or IT',
      'card document, 1 slides, pdf: for new colleagues: returns are free in UK and Norway, ask people in HR or IT',
    ],
  ],
  [
    [
      'a doc with my cost calculation: 2 days. only for me, nobody at northwind may open it',
      'card document, {workspaceAccess:noAccess,externalAccess:noAccess}, pdf, to her alone: with my cost calculation: 2 days.',
    ],
  ],
  [
    [
      'moodboard: one picture, wet granite with moss',
      'card presentation, pptx: moodboard: one picture, wet granite with moss',
    ],
    [
      'no not slides, just one picture',
      'changed image, no file: moodboard: one picture, wet granite with moss',
    ],
  ],
  // What a member said in the first week.
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['teil das bitte in <#C2|revenue>', 'changed presentation, pptx: tea'],
  ],
  [
    [
      'bitte fass die letzten zwei wochen zusammen, 6 folien, auf deutsch, nur für mich',
      'card presentation, 6 slides, de, pptx, of the channel, to her alone: bitte fass…',
      'channel',
    ],
  ],
  [
    [
      'fass die letzten drei wochen zusammen',
      'card presentation, de, pptx, of the channel: fass…',
      'channel',
    ],
  ],
  [['résume les deux dernières semaines', 'card presentation, pptx, of the channel: (all)', 'channel']],
  [
    ['can you make a chart of that csv, one slide', 'card presentation, 1 slides, pptx: can you…', 'channel'],
    [
      'why hungarian?? english please and use the file i posted',
      'card presentation, 1 slides, en, pptx: can you…',
      'channel',
    ],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['no only french', 'changed presentation, fr, pptx: tea'],
    ['only german please', 'changed presentation, de, pptx: tea'],
    ['in french too', 'changed presentation, fr, pptx: tea'],
    ['english only please', 'changed presentation, en, pptx: tea'],
  ],
  [
    [
      'make a one pager for customers about the ridgeline 40, 890 grams, web page pls',
      'card webpage, no file: for customers about the ridgeline 40, 890 grams',
    ],
  ],
  [
    ['lag en plakat om utstillingen min i bodø, en side', 'card document, 1 slides, pdf: lag en plakat om…'],
    ['gjør den til nettside', 'changed webpage, no file: lag en plakat om…'],
  ],
  [
    [
      'what did we decide about the paid media budget?',
      'card presentation, pptx, of the channel: what did we decide about the paid media budget?',
      'channel',
    ],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['do i have to pay if i press not now?', 'says A card shows what I understood, …'],
  ],
  [['wait, does the link in <#C2|revenue> change too?', 'says I have no answer to that.…']],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['remove everything about pricing', 'changed presentation, pptx: tea / remove everything about pricing'],
  ],
  [
    [
      'could you maybe make slides out of this at some point?',
      'card presentation, pptx, of the thread: …',
      'thread',
    ],
  ],
  [['can you make slides of this some day?', 'card …', 'thread']],
  [
    ['a web page on tea', 'card webpage, no file: tea'],
    ['yes make the web page', 'made webpage, no file: tea'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['yes, make the title shorter', 'changed presentation, pptx: tea / make the title shorter'],
  ],
  [['make the digest shorter, 5 slides', 'says I find no digest of yours.…']],
  [['nee nicht das dokument, die einstellung vom digest', 'says I find no digest of yours.…']],
  // Questions of one person about themselves and their own documents.
  [['mei told me im allowed to use you now, right?', 'says Yes, you may use me. All members…']],
  [['is there a limit for me?', 'says You have used 0 credits this month.…']],
  [['und gibts ein limit für mich', 'says You have used 0 credits this month.…']],
  [['why cant you use my picture? i am the photographer', 'says I can’t put your photos into documents,…']],
  [['can chloe see what i made?', 'says I show documents only to people who…']],
  [['can chloe open my decks that i made just for me', 'says I show documents only to people who…']],
  [['slides on our harbour with this picture on the cover, as PDF', 'card presentation, pdf: our harbour']],
  [
    ['picture of a goat', 'card image, …'],
    ['no, better not', 'says OK, not made. Nothing was spent.'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['nah, rather not', 'says OK, not made. Nothing was spent.'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['no, leave it', 'says OK, not made. Nothing was spent.'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['non, mieux vaut pas', 'says OK, not made. Nothing was spent.'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['better wait', 'says Say *yes* and I’ll make it, or…'],
  ],
  // A yes with a change is no yes yet, because the cost may be another one.
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['yes, six slides', 'changed presentation, 6 slides, pptx: tea'],
    ['go ahead, as PDF', 'changed presentation, 6 slides, pdf: tea'],
    ['yes', 'made presentation, 6 slides, pdf: tea'],
  ],
  [
    ['slides on tea', 'card presentation, pptx: tea'],
    ['yes and make it 5', 'changed presentation, 5 slides, pptx: tea'],
    ['ok fine, yes, but only for me', 'made presentation, 5 slides, pptx, to her alone: tea'],
  ],
  [
    ['pitch for the Café Lune rebrand', 'card presentation, pptx: pitch for the Café Lune rebrand'],
    ['it is Luna, not Lune', 'changed presentation, pptx: pitch for the Café Luna rebrand'],
  ],
  [
    [
      'memo: rehearsal on 18 June at 18:30 in Sankt Anna',
      'card document, pdf: memo: rehearsal on 18 June at 18:30 in…',
    ],
    ['it’s 19 June, not 18 June', 'changed document, pdf: memo: rehearsal on 19 June at 18:30 in…'],
    ['19:30, not 18:30', 'changed document, pdf: memo: rehearsal on 19 June at 19:30 in…'],
    ['Sankt Berta, not Anna', 'changed document, pdf: memo: rehearsal on 19 June at 19:30 in Sankt Berta'],
  ],
  [
    ['picture of a lecture hall', 'card image, …', 'thread'],
    ['make a deck of this thread, 5 slides', 'made presentation, 5 slides, …', 'thread'],
    ['yes, the picture too', 'made image, …', 'thread'],
  ],
  [
    ['slides of the last week', 'card presentation, pptx, of the channel: (all)', 'channel'],
    ['how many messages is that?', 'says For this one, I use the messages of…', 'channel'],
  ],
  [['catch me up please, I was ill', 'card presentation, pptx, of the channel: (all)', 'channel']],
  [
    [
      'summary: we were ill, then we won',
      'card presentation, pptx: summary: we were ill, then we won',
      'channel',
    ],
  ],
  [['We open at 9 from Monday. And <@UBOT>: a one-pager about it', 'card document, …', 'channel']],
  [['Mieterbrief: Heizung aus am Montag', 'card document, …']],
  [['Quartalsbericht für den Vorstand', 'card document, …']],
  [['Verkaufspräsentation für unsere Pumpe', 'card presentation, …']],
];
