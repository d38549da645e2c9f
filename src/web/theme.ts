import {
  Alert,
  Badge,
  Checkbox,
  createTheme,
  Menu,
  Modal,
  Paper,
  Pagination,
  Radio,
  virtualColor,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core'

const PAGE_CONTROLS = { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' } as const

/** Mantine sets an alert's text in the alert's own color, which is too pale on its tint. */
const READABLE = { color: 'var(--mantine-color-text)' }

// Shade 8 is for filled elements: the brand color in light and in dark mode. Shade 9 is its stronger form.
const day: MantineColorsTuple = ['#eef5f2', '#e3efe9', '#c5ded4', '#9fc9bb', '#74afa0', '#4d9486', '#2f7d70', '#1c6b5f', '#0f5a52', '#0a4640']
const night: MantineColorsTuple = ['#d9f3ec', '#c8ece2', '#b7e8dc', '#a5e4d6', '#96ddce', '#6fc4b2', '#4ea593', '#38806f', '#86d6c5', '#a5e4d6']
const gray: MantineColorsTuple = ['#faf6ef', '#f3ece1', '#eae1d4', '#ddd3c4', '#c8bcaa', '#a59986', '#7a7061', '#5c554a', '#3f3a33', '#26231f']
const dark: MantineColorsTuple = ['#eef3f0', '#d3ddd9', '#b3c1bc', '#8b9b95', '#2d3c38', '#22312d', '#172220', '#0f1715', '#0b1110', '#070b0a']

/**
 * Mantine's defaults fail contrast and accessible-name checks; with these, pages, menus and dialogs pass in light and dark mode.
 */
export const theme = createTheme({
  colors: { day, night, brand: virtualColor({ name: 'brand', light: 'day', dark: 'night' }), gray, dark },
  black: '#1b2a29',
  primaryColor: 'brand',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  luminanceThreshold: 0.3,
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontSizes: { xs: 'var(--text-s)', sm: 'var(--text-s)', md: 'var(--text-m)', lg: 'var(--text-l)', xl: 'var(--text-l)' },
  fontWeights: { regular: 'var(--weight-regular)', medium: 'var(--weight-strong)', bold: 'var(--weight-strong)' },
  headings: {
    fontWeight: 'var(--weight-strong)',
    sizes: {
      h1: { fontSize: 'var(--text-xl)', lineHeight: '1.2' },
      h2: { fontSize: 'var(--text-l)', lineHeight: '1.3' },
      h3: { fontSize: 'var(--text-l)', lineHeight: '1.3' },
      h4: { fontSize: 'var(--text-m)', lineHeight: '1.4' },
      h5: { fontSize: 'var(--text-m)', lineHeight: '1.4' },
      h6: { fontSize: 'var(--text-s)', lineHeight: '1.4' },
    },
  },
  radius: { sm: '6px', md: '12px', lg: '20px' },
  defaultRadius: 'sm',
  shadows: { md: 'var(--raised-2)', lg: 'var(--raised-3)', xl: 'var(--raised-3)' },
  components: {
    Alert: Alert.extend({ defaultProps: { styles: { title: READABLE, message: READABLE } } }),
    Radio: Radio.extend({ defaultProps: { size: 'md' } }),
    Checkbox: Checkbox.extend({ defaultProps: { size: 'md' } }),
    Modal: Modal.extend({ defaultProps: { closeButtonProps: { 'aria-label': 'Close' }, radius: 'md' } }),
    // Without the placeholder, the menu focuses its first item and contains only items. If it's longer than the available space, it
    // scrolls.
    Menu: Menu.extend({
      defaultProps: { withInitialFocusPlaceholder: false, middlewares: { size: { padding: 8 } }, styles: { dropdown: { overflowY: 'auto' } } },
    }),
    Pagination: Pagination.extend({
      defaultProps: {
        getControlProps: (control) => ({ 'aria-label': PAGE_CONTROLS[control] }),
        getItemProps: (page) => ({ 'aria-label': `Page ${page}` }),
      },
    }),
    // The same corners as `.card`.
    Paper: Paper.extend({ defaultProps: { radius: 'var(--radius-m)' } }),
    // Keeps the text's capitalization, as everywhere else.
    Badge: Badge.extend({ defaultProps: { variant: 'light', tt: 'none' }, vars: () => ({ root: { '--badge-color': 'var(--mantine-color-text)' } }) }),
  },
})

/** Gives Mantine the public site's color tokens, which are readable in light and dark mode. */
const fromTokens = {
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-body': 'var(--ground)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-success': 'var(--good)',
  '--mantine-color-anchor': 'var(--brand)',
  '--mantine-color-placeholder': 'var(--soft)',
  '--mantine-color-dimmed': 'var(--soft)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--sand)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-disabled-color': 'var(--soft)',
}

export const staffColors: CSSVariablesResolver = () => ({ variables: {}, light: fromTokens, dark: fromTokens })
