import type { InputBlock } from '@slack/types';
import { FOCUS_LIMIT, THRESHOLD_LIMIT } from '../../digests/digest.ts';
import { input, menu, option, searchMenu, textInput } from '../deck/inputs.ts';
import { exportChoices, formatChoices } from '../kit/ask-fields/choices.ts';
import { deliverChoices, quietChoices, topicChoices } from './choices.ts';
import { digestFields } from './fields.ts';
import { type DigestForm, takes } from './form.ts';
import { dispatched } from './when-fields.ts';

/** What to look for, what to make of it, and when it is worth it. */
export function whatFields(form: DigestForm): InputBlock[] {
  return [
    topics(form),
    textInput(digestFields.words, { label: 'Anything else to look for' }, form.words, {
      limit: FOCUS_LIMIT,
      multiline: true,
      placeholder: 'Risks to the launch date; keep it to six cards, for executives',
    }),
    menu(digestFields.format, { label: 'Format', required: true }, formatChoices, form.format),
    searchMenu(
      digestFields.template,
      { label: 'Template', hint: 'Its layout is kept, and it decides the format.' },
      form.template,
      'None',
    ),
    searchMenu(digestFields.theme, { label: 'Theme' }, form.theme, 'The service’s choice'),
    menu(digestFields.exportAs, { label: 'Bring into Slack', required: true }, exportChoices, form.exportAs),
    threshold(form),
    menu(digestFields.quiet, { label: 'When there is less', required: true }, quietChoices, form.quiet),
  ];
}

function topics({ topics }: DigestForm): InputBlock {
  const options = topicChoices.map(([id, name]) => option({ id, name }));
  const initial = options.filter(({ value }) => (topics as string[]).includes(value ?? ''));
  const element = {
    type: 'checkboxes',
    options,
    ...(initial.length > 0 && { initial_options: initial }),
  } as const;
  return input(digestFields.topics, { label: 'ChannelCheck for' }, { ...element });
}

function threshold({ threshold }: DigestForm): InputBlock {
  return input(
    digestFields.threshold,
    {
      label: 'Only when there are at least so many messages',
      hint: 'Counted are messages that people wrote since the last digest. What was too little for one comes with the next.',
      required: true,
    },
    {
      type: 'number_input',
      is_decimal_allowed: false,
      min_value: '1',
      max_value: String(THRESHOLD_LIMIT),
      ...(/^\d{1,3}$/.test(threshold) && { initial_value: threshold }),
    },
  );
}

/** Where it goes. */
export function deliveryFields(form: DigestForm): InputBlock[] {
  const hint = 'What is said in a private channel goes only there, or to you.';
  const blocks = [
    dispatched(
      menu(digestFields.deliver, { label: 'Deliver', hint, required: true }, deliverChoices, form.deliver),
    ),
  ];
  if (takes(form, 'person')) {
    const element = { type: 'users_select', ...(form.person && { initial_user: form.person }) } as const;
    blocks.push(input(digestFields.person, { label: 'To whom', required: true }, element));
  }
  if (takes(form, 'link')) {
    const labels = {
      label: 'Below which message',
      hint: 'A link to it. Left empty, the first digest begins the thread.',
    };
    blocks.push(textInput(digestFields.link, labels, form.link, { limit: 300 }));
  }
  return blocks;
}
