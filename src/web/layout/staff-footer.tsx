import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { StaffRole } from '#contract/auth/auth.ts'
import { isLogin, useCompany } from './staff-places.ts'
import classes from './staff-footer.module.css'

const YEAR = new Date().getUTCFullYear()

/** Hidden on login pages and in the admin area. */
export function StaffFooter({ role }: { role: StaffRole }): ReactNode {
  const { name, terms_url, privacy_url } = useCompany()
  const { pathname } = useLocation()
  if (role === 'admin' || isLogin(pathname)) return null
  return (
    <footer className={classes['footer']}>
      <p>
        © {YEAR} {name}. All rights reserved.
      </p>
      <Link to="/interviewer/sessions" aria-current={pathname === '/interviewer/sessions' ? 'page' : undefined}>
        Your sign-in
      </Link>
      <a href={terms_url}>Terms of Use</a>
      <a href={privacy_url}>Privacy Policy</a>
    </footer>
  )
}
