import type { ReactNode } from 'react';

interface Shape {
  children: ReactNode;
}

/** The frame of every icon. Screen readers skip it, so its button needs a label. */
const Icon = ({ children }: Shape) => (
  <svg
    className="icon"
    viewBox="0 0 20 20"
    width="20"
    height="20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {children}
  </svg>
);

/** Line icons on a 20 by 20 grid, drawn for this page. */
const icon = (shape: ReactNode) => () => <Icon>{shape}</Icon>;

const path = (d: string) => icon(<path d={d} />);

export const ChevronDownIcon = path('m5 7.5 5 5 5-5');
export const ChevronRightIcon = path('m7.5 5 5 5-5 5');
export const ChevronLeftIcon = path('m12.5 5-5 5 5 5');
export const ArrowLeftIcon = path('M16 10H4m5-5-5 5 5 5');
export const CloseIcon = path('m5 5 10 10M15 5 5 15');
export const PlusIcon = path('M10 4v12M4 10h12');
export const CheckIcon = path('m4 10.5 4 4 8-9');
export const HashIcon = path('M8 3 6 17m8-14-2 14M3.5 7.5h14m-15 5h14');
export const SendIcon = icon(
  <path
    d="M3 3.6c0-.5.5-.8 1-.6l13.3 6.3c.6.3.6 1.1 0 1.4L4 17c-.5.2-1-.1-1-.6l.8-5.1L11 10 3.8 8.7z"
    fill="currentColor"
    stroke="none"
  />,
);
export const ThumbUpIcon = path(
  'M6.5 9 9.800 3c1.200 0 2.100.9 2.100 2.100V8h3.300c.9 0 1.600.8 1.400 1.700l-1 5.300c-.1.7-.7 1.200-1.400 1.200H6.500zM6.500 9H4v7.200h2.500',
);
export const ThumbDownIcon = path(
  'M13.500 11 10.200 17c-1.200 0-2.100-.9-2.100-2.100V12H4.800c-.9 0-1.600-.8-1.400-1.700l1-5.300c.1-.7.7-1.200 1.400-1.200h7.700zM13.500 11H16V3.800h-2.500',
);
export const DownloadIcon = path('M10 3v9m-4-4 4 4 4-4M4 16.5h12');
export const ReplyIcon = path(
  'M3.5 5.500a2 2 0 0 1 2-2h9a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H9l-4 3v-3a1.5 1.5 0 0 1-1.5-1.500z',
);
export const MoreIcon = icon(
  <g fill="currentColor" stroke="none">
    <circle cx="10" cy="4.5" r="1.5" />
    <circle cx="10" cy="10" r="1.5" />
    <circle cx="10" cy="15.5" r="1.5" />
  </g>,
);
export const EllipsisIcon = icon(
  <g fill="currentColor" stroke="none">
    <circle cx="4.5" cy="10" r="1.5" />
    <circle cx="10" cy="10" r="1.5" />
    <circle cx="15.5" cy="10" r="1.5" />
  </g>,
);
export const LockIcon = icon(
  <>
    <rect x="4" y="9" width="12" height="8" rx="1.5" />
    <path d="M6.5 9V6.500a3.5 3.5 0 0 1 7 0V9" />
  </>,
);
export const EyeIcon = icon(
  <>
    <path d="M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5z" />
    <circle cx="10" cy="10" r="2.3" />
  </>,
);
export const WarningIcon = icon(
  <>
    <path d="M10 3.5 17.5 16h-15z" />
    <path d="M10 8.500V12m0 2v.01" />
  </>,
);
export const BoltIcon = path('M11 2.5 4.5 11.500H10L9 17.500l6.5-9H10z');
export const UploadIcon = path('M10 13V4m-4 4 4-4 4 4M4 16.500h12');
export const SunIcon = icon(
  <>
    <circle cx="10" cy="10" r="3.5" />
    <path d="M10 2v2m0 12v2m8-8h-2M4 10H2m13.7-5.7-1.4 1.400M5.7 14.300l-1.4 1.400m11.4 0-1.4-1.400M5.7 5.7 4.3 4.3" />
  </>,
);
export const MoonIcon = path('M16.5 11.800A7 7 0 0 1 8.2 3.500a7 7 0 1 0 8.3 8.300z');
export const AtIcon = icon(
  <>
    <circle cx="10" cy="10" r="3" />
    <path d="M13 7v4a2 2 0 0 0 4 0v-1a7 7 0 1 0-3 5.7" />
  </>,
);
