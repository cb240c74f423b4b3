import type { InputBlock } from '@slack/types';
import { CARDS_LIMIT } from '../../service/options.ts';
import { exportChoices, formatChoices, startChoices, threadStartChoices } from './choices.ts';
import { FIELD_LIMIT } from './continuation.ts';
import { fields, promptField } from './fields.ts';
import { type DeckForm, takesField } from './form.ts';
import { input, menu, searchMenu, textInput } from './inputs.ts';
import { audienceInput, isAudienceMain } from './more-fields.ts';

/** The fields that everybody sees, as far as they go with the choice between text and template. */
export function mainFields(form: DeckForm): InputBlock[] {
  return [
    startFrom(form),
    ...prompt(form),
    ...(takesField(form, 'file') ? [file()] : []),
    ...(isAudienceMain(form) ? [audienceInput(form)] : []),
    ...(takesField(form, 'template') ? [template(form)] : []),
    ...(takesField(form, 'format') ? [format(form), cards(form)] : []),
    searchMenu(fields.theme, { label: 'Theme' }, form.theme, themePlaceholder(form)),
    searchMenu(fields.folder, { label: 'Folder' }, form.folder, 'Your own documents'),
    menu(fields.exportAs, { label: 'Bring into Slack', required: true }, exportChoices, form.exportAs),
    ...(takesField(form, 'channel') ? [channel(form)] : []),
  ];
}

function startFrom({ startFrom, source }: DeckForm): InputBlock {
  const labels = { label: 'Start', required: true };
  const choices = source ? threadStartChoices : startChoices;
  const { element } = menu(fields.startFrom, labels, choices, startFrom);
  const { options, initial_option } = element as Extract<typeof element, { type: 'static_select' }>;
  const radio = {
    type: 'radio_buttons',
    options: options ?? [],
    ...(initial_option && { initial_option }),
  } as const;
  return { ...input(fields.startFrom, labels, radio), dispatch_action: true };
}

/**
 * A file can stand in for the prompt, so none of the fields is required by Slack; submission asks for one of
 * the two.
 */
function prompt(form: DeckForm): InputBlock[] {
  const { texts } = form.prompt;
  const { label, placeholder } = promptWords(form);
  return texts.map((text, part) => {
    const labels = part === 0 ? { label } : { label: `…continued (${part + 1} of ${texts.length})` };
    return textInput(promptField(part), labels, text, { limit: FIELD_LIMIT, multiline: true, placeholder });
  });
}

function promptWords({ startFrom, source }: DeckForm): { label: string; placeholder: string } {
  if (source) {
    return {
      label: 'What should it concentrate on?',
      placeholder: 'Decisions, who does what by when, what is still open',
    };
  }
  return startFrom === 'template'
    ? {
        label: 'What should be different from the template?',
        placeholder: 'Use it for our spring launch in Lisbon, for customers',
      }
    : {
        label: 'What should it be about?',
        placeholder: 'Ten slides on our spring launch, for customers: goals, timeline, what it costs',
      };
}

/** Slack cannot fill this one in; on a redraw it keeps what was attached, since its name stays. */
function file(): InputBlock {
  const hint = 'A .md or .txt file of up to 400,000 characters. The prompt may then say what to make of it.';
  const element = { type: 'file_input', filetypes: ['md', 'markdown', 'txt'], max_files: 1 } as const;
  return input(
    fields.file,
    { label: 'Or attach the text', hint },
    { ...element, filetypes: [...element.filetypes] },
  );
}

function template({ template }: DeckForm): InputBlock {
  const hint = 'The result keeps its layout and its number of cards.';
  return searchMenu(
    fields.template,
    { label: 'Template', hint, required: true },
    template,
    'Search your templates',
  );
}

function format({ format }: DeckForm): InputBlock {
  return menu(fields.format, { label: 'Format', required: true }, formatChoices, format);
}

function cards({ cards }: DeckForm): InputBlock {
  return input(
    fields.cards,
    { label: 'Cards', hint: `From 1 to ${CARDS_LIMIT}; your plan may allow fewer. Ten when left empty.` },
    {
      type: 'number_input',
      is_decimal_allowed: false,
      min_value: '1',
      max_value: String(CARDS_LIMIT),
      ...(/^-?\d+(\.\d+)?$/.test(cards) && { initial_value: cards }),
    },
  );
}

function themePlaceholder({ startFrom }: DeckForm): string {
  return startFrom === 'template' ? 'The template’s own' : 'The service’s choice';
}

/**
 * Where the command was typed, or what the person has in front of them when the form comes from elsewhere.
 */
function channel({ channel }: DeckForm): InputBlock {
  const hint = 'Deckhand has to be in the channel: /invite @Deckhand brings it there.';
  return input(
    fields.channel,
    { label: 'Post in', hint, required: true },
    {
      type: 'conversations_select',
      default_to_current_conversation: true,
      ...(channel && { initial_conversation: channel }),
    },
  );
}
