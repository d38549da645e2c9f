import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Email } from 'postal-mime'
import { escapeHtml } from '#contract/text/escape-html.ts'
import type { AppContext } from '#server/http/answer.ts'
import { HttpError } from '#server/http/http-error.ts'
import { isLocalBrowser } from '#server/http/local.ts'

const MAX_SHOWN = 100
const FILE_NAME = /^[\w.-]+\.eml$/
const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: 0.4rem 0.8rem 0.4rem 0; border-bottom: 1px solid #8886; vertical-align: top }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; border: 1px solid #8886; padding: 1rem }
iframe { width: 100%; height: 34rem; border: 1px solid #8886; background: #fff; color-scheme: light }`

/**
 * Pages that show the emails written to files. They contain sign-in codes, so they exist only with demo data and no mail server, and only for
 * browsers on this machine. Everyone else gets a bare 404, not even the redirect to the home page that other unknown paths get.
 */
export function devMailRoutes({ app, services: { env } }: AppContext): void {
  const folder = join(env.DATA_DIR, 'mail')
  const hidden = {
    schema: { hide: true },
    onRequest: async (request: FastifyRequest) => {
      if (!env.hasDevMailbox || !isLocalBrowser(request)) throw new HttpError(404, 'Not found.')
    },
  }

  app.get('/dev/mail', hidden, async (_request, reply) => sendPage(reply, 'Development mailbox', await renderList(folder)))
  app.get('/dev/mail/style.css', hidden, async (_request, reply) => reply.type('text/css').send(STYLE))
  app.get<{ Params: { name: string } }>('/dev/mail/:name', hidden, async ({ params }, reply) => {
    const mail = await readMail(folder, params.name)
    if (!mail) throw new HttpError(404, 'That email was not found.')
    return sendPage(reply, mail.subject ?? '', mailPage(mail))
  })
}

function sendPage(reply: FastifyReply, title: string, body: string): FastifyReply {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">`
  const page = `<!doctype html><html lang="en"><head>${head}<title>${escapeHtml(title)}</title><link rel="stylesheet" href="/dev/mail/style.css"></head><body>${body}</body></html>`
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)
}

async function renderList(folder: string): Promise<string> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => FILE_NAME.test(name)).toSorted((a, b) => timeOf(b) - timeOf(a))
  const rows = await Promise.all(names.slice(0, MAX_SHOWN).map((name) => listRow(folder, name)))
  const list = `<table><thead><tr><th scope="col">Time</th><th scope="col">To</th><th scope="col">Subject</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
  return `<main><h1>Development mailbox</h1><p>No mail server is configured. Every email is written to a file and shown here, newest first.</p>${rows.length > 0 ? list : '<p>No emails yet.</p>'}</main>`
}

async function listRow(folder: string, name: string): Promise<string> {
  const mail = await readMail(folder, name)
  if (!mail) return ''
  const cells = [mail.date?.replace('T', ' ').slice(0, 19) ?? '', addressesOf(mail.to)].map((text) => `<td>${escapeHtml(text)}</td>`)
  return `<tr>${cells.join('')}<td><a href="/dev/mail/${encodeURIComponent(name)}">${escapeHtml(mail.subject || '(no subject)')}</a></td></tr>`
}

function mailPage(mail: Email): string {
  const facts = [
    ['From', addressesOf(mail.from && [mail.from])],
    ['To', addressesOf(mail.to)],
    ['Date', mail.date ?? ''],
    ['Message-ID', mail.messageId ?? ''],
  ]
  const rows = facts.map(([name, value]) => `<tr><th scope="row">${name}</th><td>${escapeHtml(value!)}</td></tr>`).join('')
  const html = mail.html ? `<h2>As HTML</h2><iframe title="The email as HTML" sandbox="" srcdoc="${escapeHtml(mail.html)}"></iframe>` : ''
  return `<main><p><a href="/dev/mail">Development mailbox</a></p><h1>${escapeHtml(mail.subject || '(no subject)')}</h1><table>${rows}</table><h2>As text</h2><pre>${escapeHtml(mail.text ?? '')}</pre>${html}</main>`
}

async function readMail(folder: string, name: string): Promise<Email | null> {
  if (!FILE_NAME.test(name)) return null
  const content = await readFile(join(folder, name)).catch(() => null)
  return content && (await import('postal-mime')).default.parse(content)
}

/** File names start with the time, with dashes instead of colons, which some file systems don't allow. */
function timeOf(name: string): number {
  return Date.parse(name.replace(/^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-([\d.]+Z).*$/, '$1:$2:$3')) || 0
}

function addressesOf(addresses: Email['to'] | undefined): string {
  return (addresses ?? []).map(({ name, address }) => (name ? `${name} <${address}>` : (address ?? ''))).join(', ')
}
