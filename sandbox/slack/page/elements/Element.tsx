import './elements.css';
import type { ActionsBlockElement, InputBlockElement, SectionBlockAccessory } from '@slack/types';
import type { ReactNode } from 'react';
import { ButtonElement } from './ButtonElement.tsx';
import { CheckboxesElement } from './choice/CheckboxesElement.tsx';
import { EntitySelect } from './choice/EntitySelect.tsx';
import { ExternalSelect } from './choice/ExternalSelect.tsx';
import { OverflowElement } from './choice/OverflowElement.tsx';
import { RadioElement } from './choice/RadioElement.tsx';
import { StaticSelect } from './choice/StaticSelect.tsx';
import { DatePicker } from './date/DatePicker.tsx';
import { DateTimePicker } from './date/DateTimePicker.tsx';
import { TimePicker } from './date/TimePicker.tsx';
import { FileInput } from './file/FileInput.tsx';
import { ImageElement } from './ImageElement.tsx';
import { RichTextInput } from './RichTextInput.tsx';
import { TextInput } from './TextInput.tsx';

type AnyElement = ActionsBlockElement | InputBlockElement | SectionBlockAccessory;

/** Any element that may stand in a section, an actions block or an input. */
export function Element({ element }: { element: AnyElement }): ReactNode {
  switch (element.type) {
    case 'button':
    case 'workflow_button':
      return <ButtonElement element={element} />;
    case 'overflow':
      return <OverflowElement element={element} />;
    case 'static_select':
    case 'multi_static_select':
      return <StaticSelect element={element} />;
    case 'external_select':
    case 'multi_external_select':
      return <ExternalSelect element={element} />;
    case 'users_select':
    case 'multi_users_select':
    case 'conversations_select':
    case 'multi_conversations_select':
    case 'channels_select':
    case 'multi_channels_select':
      return <EntitySelect element={element} />;
    case 'datepicker':
      return <DatePicker element={element} />;
    case 'timepicker':
      return <TimePicker element={element} />;
    case 'datetimepicker':
      return <DateTimePicker element={element} />;
    case 'radio_buttons':
      return <RadioElement element={element} />;
    case 'checkboxes':
      return <CheckboxesElement element={element} />;
    case 'plain_text_input':
    case 'email_text_input':
    case 'url_text_input':
    case 'number_input':
      return <TextInput element={element} />;
    case 'file_input':
      return <FileInput element={element} />;
    case 'rich_text_input':
      return <RichTextInput element={element} />;
    case 'image':
      return <ImageElement element={element} />;
  }
}
