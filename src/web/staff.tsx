import './jitless.ts'
import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import './staff-tokens.css'
import './staff.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { attachSession } from './auth/sign-in.ts'
import { watchCalls } from './call.ts'
import { CompanyOf, Places } from './layout/staff-places.ts'
import { isLeavingScreen, openRouter } from './router.tsx'
import { PLACES } from './routes.tsx'
import { staffColors, theme } from './theme.ts'
import { guardDialogs } from './ui/focus/guard-dialogs.ts'
import { queryClient } from './ui/query-client.ts'
import { holdShortcutsWhile } from './ui/shortcuts.ts'
import { styleNonce } from './ui/style-nonce.ts'
import { beginWait } from './ui/waiting/waits.ts'

guardDialogs()
attachSession()
watchCalls(beginWait)
const router = openRouter(PLACES)
holdShortcutsWhile(() => isLeavingScreen(router))
const root = document.getElementById('root')!
const { company = '', terms = '', privacy = '', logo = null, darkLogo = null, nameBeside, mailbox, sso, codesOff } = root.dataset
const companyOfPage = {
  name: company,
  terms_url: terms,
  privacy_url: privacy,
  logo,
  dark_logo: darkLogo,
  needs_name: nameBeside !== undefined,
  has_mailbox: mailbox !== undefined,
  has_sso: sso !== undefined,
  has_codes: codesOff === undefined,
}

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={staffColors} defaultColorScheme="auto" getStyleNonce={styleNonce}>
      <QueryClientProvider client={queryClient}>
        <CompanyOf value={companyOfPage}>
          <Places value={PLACES}>
            <RouterProvider router={router} />
          </Places>
        </CompanyOf>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
