import { readProtectedPdf } from '#contract/protected-pdf.ts'
import { readSite } from '#server/careers/pages/site.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { sendPage, type Pages } from '#server/http/pages.ts'
import { HttpError } from '#server/http/http-error.ts'
import { openProtectedDocument } from './protected-document.ts'

export async function protectedPdfRoutes(context: AppContext, pages: Pages): Promise<void> {
  const { app, services } = context
  const document = await openProtectedDocument(services.env)

  answer(context, readProtectedPdf, async ({ input, caller, reply }) => {
    if (!document) throw new HttpError(404, 'No document is published.')
    // Counted before the password is checked and refunded if it's right, so concurrent attempts can't exceed the limit.
    await services.limits.take('pdf-password', caller.ip)
    if (!(await document.isOpenedBy(input.password))) throw new HttpError(403, 'Incorrect password.')
    await services.limits.giveBack('pdf-password', caller.ip)
    return reply
      .type('application/pdf')
      .header('content-disposition', 'inline; filename="document.pdf"')
      .send(await document.read())
  })

  app.get('/protected-pdf', { schema: { hide: true } }, async (_request, reply) => {
    const page = await pages.render({ page: 'protected-pdf', is_published: document !== null }, await readSite(services))
    return sendPage(reply.header('x-robots-tag', 'noindex').header('cache-control', 'no-store'), page)
  })
}
