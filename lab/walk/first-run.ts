import { ask } from '#lab/faults/client.ts'

const EMPLOYER = { COMPANY_NAME: 'Example Health', BASE_URL: 'http://localhost', COMPANY_DOMAIN: 'example.com', TIME_ZONE: 'America/Chicago' }

/**
 * Sets up an installation with its one-time link, as a browser without JavaScript would: employer, owner, mail server, and a draft role. Returns the
 * owner's sign-in code, as shown on the page.
 */
export async function setUpInBrowser(link: string, { owner, mailPort }: { owner: string; mailPort: number }): Promise<string> {
  const { origin } = new URL(link)
  const claimed = await sendForm(link, {})
  if (claimed.status !== 303) throw new Error(`The link doesn't open the first run: ${claimed.status}`)
  const cookie = claimed.headers.get('set-cookie')!.split(';')[0]!
  const save = async (step: string, fields: Record<string, string>, text: string) => {
    const { status, body } = await sendForm(`${origin}/first-run/${step}`, fields, cookie)
    if (status !== 200 || !body.includes(text)) throw new Error(`The step ${step} wasn't saved: ${status} ${body}`)
    return body
  }
  await save('employer', EMPLOYER, 'Saved.')
  const named = await save('owner', { email: owner }, 'is an owner now.')
  await save('mail', { smtp_host: '127.0.0.1', smtp_port: String(mailPort), MAIL_FROM: 'careers@example.com' }, 'is ready to use.')
  await save('role', { template: 'registered-nurse', hiring_lead_name: 'Lena Lead', hiring_lead_email: owner }, 'Registered Nurse is a draft now.')
  if ((await sendForm(link, {})).status !== 404) throw new Error('The link opens the first run again.')
  return /Code to sign in: <strong>(\d{8})/.exec(named)![1]!
}

function sendForm(url: string, fields: Record<string, string>, cookie?: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return ask<string>(url, { body: new URLSearchParams({ sent: 'yes', ...fields }).toString(), headers, ...(cookie && { cookie }) })
}
