import type { ReactNode } from 'react'

type IconProps = { size: number; 'aria-hidden'?: boolean; className?: string | undefined }

/** Icons drawn as lines on a 24 by 24 grid, in the text color. There's always text with the same meaning, so icons are hidden from screen readers. */
const drawn = (lines: string) => {
  function Drawn({ size, className }: IconProps): ReactNode {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        className={className}
        aria-hidden
      >
        <path d={lines} />
      </svg>
    )
  }
  return Drawn
}

const MAGNIFIER = 'M4 10.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0M20 20l-4.9 -4.9'

export const IconAdjustments = drawn('M4 7h7M15 7h5M11 7a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M4 17h2M10 17h10M6 17a2 2 0 1 0 4 0a2 2 0 1 0 -4 0')
export const IconArrowDown = drawn('M12 5v14M6 13l6 6l6 -6')
export const IconArrowLeft = drawn('M19 12h-14M11 6l-6 6l6 6')
export const IconArrowRight = drawn('M5 12h14M13 6l6 6l-6 6')
export const IconArrowUp = drawn('M12 19v-14M6 11l6 -6l6 6')
export const IconBold = drawn('M7 5h6a3.5 3.5 0 0 1 0 7h-6zM7 12h7a3.5 3.5 0 0 1 0 7h-7z')
export const IconBookmarkPlus = drawn('M12 17l-6 4v-15a2 2 0 0 1 2 -2h8a2 2 0 0 1 2 2v7M16 19h6M19 16v6')
export const IconCalendar = drawn('M4 7a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v11a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2zM16 3v4M8 3v4M4 11h16')
export const IconChevronDown = drawn('M6 9l6 6l6 -6')
export const IconChevronLeft = drawn('M15 6l-6 6l6 6')
export const IconChevronRight = drawn('M9 6l6 6l-6 6')
export const IconCollapseLeft = drawn('M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2zM9 4v16M16 9.5l-3 2.5l3 2.5')
export const IconColumns = drawn('M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1 -1 1h-14a1 1 0 0 1 -1 -1v-14a1 1 0 0 1 1 -1zM9.3 4v16M14.7 4v16')
export const IconDocument = drawn('M14 3v5h5M7 3h7l5 5v11a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM9 13h6M9 17h6')
export const IconDots = drawn('M5 12h.01M12 12h.01M19 12h.01')
export const IconDownload = drawn('M12 4v11M7 10.5l5 5l5 -5M4 16.5v2a1.5 1.5 0 0 0 1.5 1.5h13a1.5 1.5 0 0 0 1.5 -1.5v-2')
export const IconHeading = drawn('M4 6v12M12 6v12M4 12h8M16 8h5l-3 3.5a3 3 0 1 1 -2.5 4.6')
export const IconHome = drawn('M5 12h-2l9 -9l9 9h-2M5 12v7a2 2 0 0 0 2 2h10a2 2 0 0 0 2 -2v-7')
export const IconInfo = drawn('M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M12 8h.01M11 12h1v4h1')
export const IconItalic = drawn('M11 5h6M7 19h6M14 5l-4 14')
export const IconKeyboard = drawn(
  'M4 6h16a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-8a2 2 0 0 1 2 -2zM6 10h.01M10 10h.01M14 10h.01M18 10h.01M6 14h.01M18 14h.01M10 14h4',
)
export const IconLink = drawn('M9 15l6 -6M11 6.5l1 -1a4.6 4.6 0 0 1 6.5 6.5l-1 1M13 17.5l-1 1a4.6 4.6 0 0 1 -6.5 -6.5l1 -1')
export const IconList = drawn('M9 6h11M9 12h11M9 18h11M5 6h.01M5 12h.01M5 18h.01')
export const IconListNumbers = drawn('M11 6h9M11 12h9M11 18h9M4 5l1.5 -1v5M4 15.5a1.5 1.5 0 1 1 2.6 1l-2.6 3h3')
export const IconMaximize = drawn('M4 9v-4a1 1 0 0 1 1 -1h4M15 4h4a1 1 0 0 1 1 1v4M20 15v4a1 1 0 0 1 -1 1h-4M9 20h-4a1 1 0 0 1 -1 -1v-4')
export const IconMinus = drawn('M5 12h14')
export const IconMoon = drawn('M12 3a7 7 0 0 0 9 9a9 9 0 1 1 -9 -9z')
export const IconPlus = drawn('M12 5v14M5 12h14')
export const IconRedo = drawn('M15 13l4 -4l-4 -4M19 9h-9.5a4.5 4.5 0 0 0 0 9h1.5')
export const IconScreen = drawn('M4 4h16a1 1 0 0 1 1 1v10a1 1 0 0 1 -1 1h-16a1 1 0 0 1 -1 -1v-10a1 1 0 0 1 1 -1zM8 20h8M12 16v4')
export const IconSearch = drawn(MAGNIFIER)
export const IconSort = drawn('M7 5v14M3.5 8.5l3.5 -3.5l3.5 3.5M17 19v-14M13.5 15.5l3.5 3.5l3.5 -3.5')
export const IconStar = drawn('M12 3.5l2.6 5.3l5.9 .85l-4.25 4.15l1 5.85l-5.25 -2.75l-5.25 2.75l1 -5.85l-4.25 -4.15l5.9 -.85z')
export const IconSun = drawn(
  'M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M12 3v1.5M12 19.5v1.5M3 12h1.5M19.5 12h1.5M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1 -1.1M17.3 6.7l1.1 -1.1',
)
export const IconUndo = drawn('M9 13l-4 -4l4 -4M5 9h9.5a4.5 4.5 0 0 1 0 9h-1.5')
export const IconZoomIn = drawn(`${MAGNIFIER}M8 10.5h5M10.5 8v5`)
export const IconZoomOut = drawn(`${MAGNIFIER}M8 10.5h5`)
