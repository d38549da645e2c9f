import type { ReactNode } from 'react'

const PATHS = {
  arrow: <path d="M5 12h14m-6-6 6 6-6 6" />,
  back: <path d="M19 12H5m6-6-6 6 6 6" />,
  share: <path d="M12 15V4m-4 4 4-4 4 4M5 12v6a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-6" />,
  link: <path d="M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.700-5.700l-1.300 1.300M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.700 5.700l1.300-1.300" />,
  check: <path d="m5 12.500 4.500 4.500L19 7.500" />,
  warning: <path d="M12 8v5m0 3.500v.01M10.300 4.200 2.700 17.500A2 2 0 0 0 4.400 20.500h15.200a2 2 0 0 0 1.700-3L13.700 4.200a2 2 0 0 0-3.400 0Z" />,
  file: <path d="M13 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V9l-6-6Zm0 0v6h6M9 13h6m-6 4h4" />,
  pin: <path d="M12 21s7-5.700 7-11a7 7 0 1 0-14 0c0 5.300 7 11 7 11Zm0-8.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z" />,
  clock: <path d="M12 7v5l3 2m6-2a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z" />,
  home: <path d="m4 11 8-7 8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1v-8Z" />,
  device: <path d="M5 6a1 1 0 0 1 1-1h12a1 1 0 0 1 1 1v9H5V6ZM3 18.500h18" />,
  spark: <path d="M12 3v4m0 10v4m9-9h-4M7 12H3m14.500-5.500-2.600 2.600m-5.800 5.800-2.600 2.600m11 0-2.600-2.600M9.100 9.100 6.500 6.500" />,
  heart: <path d="M12 20s-8-4.800-8-10.600A4.400 4.400 0 0 1 12 7a4.400 4.400 0 0 1 8 2.400C20 15.200 12 20 12 20Z" />,
  savings: (
    <path d="M12 4v16m4-12.500c-.8-1-2.200-1.500-4-1.500-2.300 0-4 1-4 2.900 0 4.200 8 2 8 6.200 0 1.900-1.700 2.900-4 2.900-1.900 0-3.400-.6-4.300-1.700" />
  ),
  equity: <path d="M4 19h16M7 16v-4m5 4V8m5 8V5" />,
} as const
export type IconName = keyof typeof PATHS

export function Icon({ name }: { name: IconName }): ReactNode {
  return (
    <svg className="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      {PATHS[name]}
    </svg>
  )
}
