import '#web/jitless.ts'
import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import '#web/staff-tokens.css'
import '#web/staff.css'
import { Group, MantineProvider, Stack, Title } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { StaffShell } from '#web/dashboard/staff-shell.tsx'
import { staffColors, theme } from '#web/theme.ts'
import { queryClient } from '#web/ui/query-client.ts'
import { PARTS } from '#web/dev/parts.tsx'

// Served at /dev/ui while `npm run dev` runs, and not part of any build. Each theme has its own frame, because dialogs and messages cover a whole
// window.

function Tokens(): ReactNode {
  const names = tokenNames()
  const of = (...kinds: string[]) => names.filter((name) => kinds.some((kind) => name.startsWith(`--${kind}-`)))
  const others = of('text', 'weight', 'raised', 'space', 'radius')
  return (
    <>
      <Group>
        {names
          .filter((name) => !others.includes(name) && CSS.supports('color', getComputedStyle(document.documentElement).getPropertyValue(name)))
          .map((name) => (
            <Token key={name} name={name} style={{ background: `var(${name})`, blockSize: '2rem' }} />
          ))}
      </Group>
      {of('text', 'weight').map((name) => (
        <div key={name} style={{ [name.startsWith('--text') ? 'fontSize' : 'fontWeight']: `var(${name})` }}>
          {name}: Registered nurse, telemetry
        </div>
      ))}
      <Group>
        {of('raised', 'radius', 'space').map((name) => (
          <Token key={name} name={name} style={{ ...looksOf(name), blockSize: '2rem', background: 'var(--surface)' }} />
        ))}
      </Group>
    </>
  )
}

function looksOf(name: string): Record<string, string> {
  if (name.startsWith('--raised')) return { boxShadow: `var(${name})` }
  return name.startsWith('--radius') ? { borderRadius: `var(${name})` } : { inlineSize: `var(${name})` }
}

function Token({ name, style }: { name: string; style: Record<string, string> }): ReactNode {
  return (
    <div>
      <div style={{ border: '1px solid var(--line)', minInlineSize: name.startsWith('--space') ? 0 : '6rem', ...style }} />
      <small>{name}</small>
    </div>
  )
}

/** The product's own tokens, from its style sheets; Mantine's have a prefix. */
function tokenNames(): string[] {
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])
  const roots = rules.filter((rule): rule is CSSStyleRule => rule instanceof CSSStyleRule && rule.selectorText.includes(':root'))
  const names = roots.flatMap(({ style }) => [...style]).filter((name) => name.startsWith('--') && !name.startsWith('--mantine'))
  return [...new Set(names)]
}

/** Every shared part inside the staff app's frame. */
function Parts(): ReactNode {
  return (
    <Stack gap="xl">
      {Object.entries({ Tokens, ...PARTS }).map(([name, Part]) => (
        <Stack key={name} component="section" aria-label={name}>
          <Title order={2}>{name}</Title>
          <Part />
        </Stack>
      ))}
    </Stack>
  )
}

const AREA = 'interviewer'
const SCHEMES = ['light', 'dark'] as const
const scheme = SCHEMES.find((one) => location.search === `?${one}`)
const router = createMemoryRouter([{ element: <StaffShell role={AREA} />, children: [{ path: '*', element: <Parts /> }] }])

// Hot reload runs this again, and a second root needs its own element.
const root = Object.assign(document.createElement('div'), { id: 'root' })
document.body.replaceChildren(root)
createRoot(root).render(
  scheme ? (
    <MantineProvider theme={theme} cssVariablesResolver={staffColors} forceColorScheme={scheme}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  ) : (
    <div style={{ display: 'flex', blockSize: '100vh' }}>
      {SCHEMES.map((one) => (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- the frame shows this page again
        <iframe key={one} title={one} src={`?${one}`} style={{ flex: 1, border: 0 }} />
      ))}
    </div>
  ),
)
