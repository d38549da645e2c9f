import type { Env } from './env.ts'

/** One line that says what this process uses: hosts and counts, no user, password or key. */
export function summaryOf(env: Env): string {
  const used = [
    env.DATABASE_URL ? `PostgreSQL at ${hostsIn(env.DATABASE_URL)}` : `embedded database in ${env.DATA_DIR}`,
    env.STORAGE_URL ? `files in ${env.STORAGE_URL.split('?')[0]}` : `files in ${env.DATA_DIR}`,
    env.SMTP_URL ? `mail through ${hostsIn(env.SMTP_URL)}${env.SMTP_PLAINTEXT === 'yes' ? ', in clear text if it offers no encryption' : ''}` : 'mail in files',
    env.BOOKINGS_BASE_URL ? `Bookings at ${hostsIn(env.BOOKINGS_BASE_URL)}` : 'staff list from a file',
    ...(env.OIDC_ISSUER ? [`single sign-on at ${hostsIn(env.OIDC_ISSUER)}${env.SIGN_IN === 'oidc' ? ' only' : ''}`] : []),
    rationaleOf(env),
    `${env.ADMIN_EMAILS.length} ${env.ADMIN_EMAILS.length === 1 ? 'admin' : 'admins'}`,
    ...(env.isDemo ? ['demo data'] : []),
  ]
  return `${env.NODE_ENV} at ${env.BASE_URL}: ${used.join(', ')}`
}

function rationaleOf(env: Env): string {
  if (env.RATIONALE === 'off') return 'no drafted rationales'
  return env.LLM_BASE_URL ? `rationales from ${env.LLM_MODEL} at ${hostsIn(env.LLM_BASE_URL)}` : 'rationales from the evidence finder'
}

/** The hosts of a URL, separated by commas, without the user. */
function hostsIn(address: string): string {
  return /^[^/]*\/\/(?:[^@/]*@)?([^/?#]*)/.exec(address)?.[1] ?? ''
}
