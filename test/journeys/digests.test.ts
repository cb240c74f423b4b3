import { describe, expect, test } from 'vitest';
import { buttonsOf, wordsOf } from '../support/reading.ts';
import {
  clock,
  creates,
  harness,
  lastTs,
  list,
  nextMonday,
  openSchedule,
  runsIn,
  schedule,
  submitSchedule,
  talk,
  tellOfDigests,
  untilDigest,
} from './digest-story.ts';
import { archiveAtService } from './document-story.ts';
import {
  closeForms,
  hasFile,
  moreOptions,
  requestsTo,
  textsSent,
  untilCardSays,
  untilFormSays,
  untilHomeSays,
  untilIdle,
  untilPosted,
  untilThreadHas,
} from './story.ts';

await tellOfDigests();
const { ana, ben, chloe, service, slack } = harness;

describe('Ana has #general summarized every week', () => {
  test('the form knows her time zone and shows the next three runs, also after each change', async () => {
    const { view } = await openSchedule();
    expect(runsIn(wordsOf(view))).toEqual(Array(3).fill('Monday 9:00 AM'));
    await moreOptions(ana);
    expect(wordsOf(ana.view()?.view)).toContain('Europe/Lisbon');
    await ana.fill({ 'How often': 'Every month' });
    await untilFormSays(ana, /^On the$/m);
    await ana.fill({ 'On the': 'Last day', At: '17:30' });
    await expect
      .poll(() => runsIn(wordsOf(ana.view()?.view)))
      .toEqual(expect.arrayContaining([expect.stringMatching(/ 5:30 PM$/)]));
    await ana.fill({ 'Time zone': 'Asia/Kathmandu (GMT+5:45)' });
    await untilFormSays(ana, /Asia\/Kathmandu/);
    await ana.fill({ 'How often': 'Custom (cron)' });
    await untilFormSays(ana, /Cron expression/);
    await ana.fill({ 'Cron expression': '*/5 * * * *' });
    expect((await ana.submit()).errors?.digest_line).toMatch(/more than once an hour/);
  });

  test('on Monday the digest is posted in the channel, once, with its file and how to stop it', async () => {
    await schedule();
    await talk(6);
    const before = lastTs();
    nextMonday();
    const root = await untilDigest(before);
    expect(wordsOf(root)).toContain('<@U0ANA>');
    expect(wordsOf(root)).toContain('/deck digests');
    await untilThreadHas(harness, root, hasFile);
    await untilCardSays(harness, root, /#general, /);
    expect(textsSent(harness).at(-1)).toContain('Decision 6: we ship on day 6.');
    expect(textsSent(harness).at(-1)).toContain('Action items');
    clock.skip(60_000);
    await untilIdle(harness);
    const there = slack.messages('general').filter(({ ts }) => ts > before);
    // A digest leaves one message and one reply.
    expect(there.filter(({ bot }) => bot).map(wordsOf)).toEqual([expect.stringMatching(/A digest set up/)]);
    const replies = slack.messages('general', root.ts).filter(({ ts, bot }) => bot && ts !== root.ts);
    expect(replies).toHaveLength(1);
  });

  test('it says how much was said by how many, what was discussed, and what was decided', async () => {
    await untilHomeSays(harness, chloe, /Leave my messages out/);
    await chloe.press('home', 'words_opt_out');
    await schedule();
    const tent = await ben.say('general', 'Which tent do we take to Porto? The *old* one leaks.');
    await ana.say('general', 'The new one', { threadTs: tent.ts });
    const decision = await ben.say('general', 'Decided: the new one', { threadTs: tent.ts });
    await ana.react('general', decision.ts, 'white_check_mark');
    const secret = await chloe.say('general', 'Chloe has a secret plan');
    await ana.react('general', secret.ts, 'white_check_mark');
    for (const person of [ana, ben]) await person.say('general', 'Tell us', { threadTs: secret.ts });
    await talk(2);
    const before = lastTs();
    nextMonday();
    const root = await untilDigest(before);
    await untilThreadHas(harness, root, hasFile);
    const card = await untilCardSays(harness, root, /Most discussed/);
    const [said, discussed, decided, title] = (card.blocks ?? []).map(wordsOf);
    const linkTo = (ts: string) => `/archives/C0GENERAL/p${ts.replace('.', '')}`;
    expect(said).toMatch(/^\*\d+ messages\* by 2 people in <#C0GENERAL><!date/);
    expect(discussed).toContain(
      `${linkTo(tent.ts)}|Which tent do we take to Porto? The old one leaks.> · 2 replies by 2 people`,
    );
    expect(decided).toContain(linkTo(decision.ts));
    expect(decided).toMatch(/\|Decided: the new one>$/);
    expect(title).toContain('#general, ');
    expect(wordsOf(card)).not.toMatch(/secret|Chloe/i);
    await chloe.press('home', 'words_opt_in');
  });

  test('after a quiet week there is one line instead', async () => {
    await schedule({ 'Minimum number of messages': 100 });
    const after = lastTs();
    nextMonday();
    const line = await untilPosted(ana, /It has been quiet in <#C0GENERAL>/, { after });
    expect(wordsOf(line)).toContain('set up by <@U0ANA>');
  });

  test('a digest that failed is made again once on “Try again”, and the next one starts where it ended', async () => {
    await schedule({ 'Minimum number of messages': 1 });
    await ben.say('general', 'First week: we ship.');
    const message = 'Insufficient credits remaining';
    service.misbehave({ kind: 'status', route: 'POST /generations', status: 402, message });
    const before = lastTs();
    nextMonday();
    const failed = await untilPosted(ana, /Try again \(spends credits\)/, { channel: ana.appDm() });
    await untilIdle(harness);
    expect(wordsOf(slack.messages('general').filter(({ ts }) => ts > before))).not.toMatch(/digest|credits/);
    const [again, paid] = [lastTs(), creates()];
    await ana.press(failed, 'generation_retry');
    await ana.press(failed, 'generation_retry');
    await untilThreadHas(harness, await untilDigest(again), hasFile);
    expect(ana.view()).toBeNull();
    expect(textsSent(harness).slice(paid)).toEqual([expect.stringContaining('First week: we ship.')]);

    await ben.say('general', 'Second week: we rest.');
    const last = lastTs();
    nextMonday();
    await untilThreadHas(harness, await untilDigest(last), hasFile);
    expect(textsSent(harness).at(-1)).toContain('Second week: we rest.');
    expect(textsSent(harness).at(-1)).not.toContain('First week');
  });

  test('before she schedules it, she has one made to see it, and nothing is scheduled', async () => {
    await talk(2);
    const after = lastTs();
    await openSchedule();
    await ana.press('view', 'digest_try');
    await untilFormSays(ana, /The digest is being made/);
    await ana.close();
    expect(ana.view()?.view.callback_id).toBe('digest_form');
    await closeForms(ana);
    await untilThreadHas(harness, await untilPosted(ana, /\w/, { after, thread: null }), hasFile);
    expect(wordsOf(await list(ana))).not.toContain('<#C0GENERAL>');
  });

  test('it is sent to her alone if she chooses that', async () => {
    await talk(6);
    await openSchedule();
    await moreOptions(ana);
    await ana.fill({ 'Post in': 'A direct message' });
    await untilFormSays(ana, /Send to/);
    await submitSchedule();
    const before = lastTs(ana.appDm());
    nextMonday();
    await untilThreadHas(harness, await untilDigest(before, ana.appDm()), hasFile);
  });
});

describe('behind “More options” of her digest', () => {
  test('Ana chooses folder, sharing, length, images and audience, and each document has them', async () => {
    await openSchedule();
    await moreOptions(ana);
    const [folder] = await ana.options('folder', 'marketing');
    await ana.fill({
      ...{
        digest_folder: folder?.text.text ?? '',
        digest_slides: 7,
        Images: 'No images',
        Audience: 'The board',
      },
      ...{ digest_workspace_access: 'comment', digest_external_access: 'noAccess' },
      ...{ 'Share by email with': 'bob@example.com', Wording: 'Write it out' },
    });
    expect((await ana.submit()).errors).toBeUndefined();
    await untilFormSays(ana, /7 slides .*for The board .*folder Marketing .*no images .*bob@example.com/);
    await closeForms(ana);
    await talk(6);
    const before = lastTs();
    nextMonday();
    const root = await untilDigest(before);
    await untilThreadHas(harness, root, hasFile);
    await untilCardSays(harness, root, /7 slides/);
    const { body } = requestsTo(harness, 'POST /generations').at(-1) ?? {};
    expect(body).toMatchObject({
      ...{ numCards: 7, folderId: folder?.value, textMode: 'generate', imageOptions: { source: 'noImages' } },
      sharingOptions: {
        ...{ workspaceAccess: 'comment', externalAccess: 'noAccess' },
        emailOptions: { recipients: ['bob@example.com'] },
      },
      additionalInstructions: expect.stringContaining('Write it for: The board.'),
    });
  });

  test('she has it made thoroughly, which asks how thorough, and web pages cannot be', async () => {
    await openSchedule();
    await moreOptions(ana);
    await ana.fill({ Format: 'Web page', digest_making: 'thorough' });
    await untilFormSays(ana, /How thorough/);
    expect((await ana.submit()).errors?.digest_making).toMatch(/Web pages are only made quickly/);
    await ana.fill({ Format: 'Document', 'How thorough': 'Light' });
    await submitSchedule();
    await talk(6);
    const before = lastTs();
    nextMonday();
    await untilDigest(before);
    await expect
      .poll(() => requestsTo(harness, 'POST /agent/generations').at(-1)?.body)
      .toMatchObject({ format: 'document', quality: 'lite' });
  });

  test('of a private channel, nobody else can be given access', async () => {
    await openSchedule(ana, 'leaders');
    await moreOptions(ana);
    await ana.fill({ digest_external_access: 'view', 'Share by email with': 'bob@example.com' });
    const { errors } = await ana.submit();
    expect(errors).toMatchObject({
      digest_external_access: 'Nobody else may open the digests of a private channel. Choose No access.',
      digest_recipients: 'Nobody else may open the digests of a private channel. Leave this empty.',
    });
  });
});

describe('the channel of a digest', () => {
  test('if it is public, Deckhand joins it by itself', async () => {
    await schedule({}, ana, 'random');
    expect(slack.calls.filter(({ method }) => method === 'conversations.join')).toHaveLength(1);
  });

  test('if it is private, the digest cannot be sent to somebody who is not in it', async () => {
    await openSchedule(ana, 'leaders');
    await moreOptions(ana);
    await ana.fill({ 'Post in': 'A direct message' });
    await untilFormSays(ana, /Send to/);
    await ana.fill({ 'Send to': 'U0CHLOE' });
    expect((await ana.submit()).errors?.digest_person).toMatch(/private channel/);
  });

  test('if it is private, the digest is posted there, and nobody else may open the document', async () => {
    await schedule({}, ana, 'leaders');
    await talk(6, 'leaders');
    const before = lastTs('leaders');
    nextMonday();
    await untilThreadHas(harness, await untilDigest(before, 'leaders'), hasFile);
    expect(requestsTo(harness, 'POST /generations').at(-1)?.body).toMatchObject({
      sharingOptions: { workspaceAccess: 'noAccess', externalAccess: 'noAccess' },
    });
  });
});

test('if its template is archived, Ana is told why there is no digest, and the channel gets no failed one', async () => {
  await openSchedule();
  await moreOptions(ana);
  const [template] = await ana.options('template', '');
  await ana.fill({ template: template?.text.text ?? '' });
  await submitSchedule();
  await talk(6);
  await archiveAtService(harness, template?.value);
  const [before, inChannel] = [creates(), lastTs()];
  nextMonday();
  const told = await untilPosted(ana, /is paused/, { channel: ana.appDm() });
  expect(wordsOf(told)).toMatch(/template is no longer in your workspace at Papermill/);
  expect(buttonsOf(told)).toContain('Change');
  await untilIdle(harness);
  expect(creates()).toBe(before);
  expect(slack.messages('general').filter(({ ts, bot }) => bot && ts > inChannel)).toEqual([]);
});
