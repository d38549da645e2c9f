import { MAX_IMAGE_BYTES, readBrand, updateBrand as updateBrandCall, uploadPicture, type PictureFormat } from '#contract/brand/brand.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { receiveUpload } from '#server/http/uploads.ts'
import { brandStyles, brandStylesPath } from './brand-styles.ts'
import { findBrand, findRendition } from './store.ts'
import { storePicture } from './store-picture.ts'
import { updateBrand } from './update-brand.ts'

const HIDDEN = { schema: { hide: true } }
const FOREVER = 'public, max-age=31536000, immutable'

export function brandRoutes(context: AppContext): void {
  const { app, services } = context
  const { db, env, limits } = services

  answer(context, readBrand, () => findBrand(db))
  answer(context, updateBrandCall, ({ input, caller }) => updateBrand(db, caller, input))
  answer(context, uploadPicture, async ({ caller, request }) => {
    await limits.take('upload-picture', String(caller.staff_account_id))
    const admit = async () => [`account ${caller.staff_account_id}`]
    const expected = { field: 'picture', largest: MAX_IMAGE_BYTES, folder: env.DATA_DIR, admit }
    return receiveUpload(request, expected, (upload) => storePicture(db, caller, upload))
  })

  app.get<{ Params: { key: string; width: string; format: PictureFormat } }>(
    '/pictures/:key([0-9a-f]{24})-:width(\\d{1,4}).:format(avif|webp|png)',
    HIDDEN,
    async (request, reply) => {
      const { key, width, format } = request.params
      const content = await findRendition(db, key, { width: Number(width), format })
      if (!content) return reply.code(404).type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('Not found')
      // Emails and link previews on other sites show it, too.
      return reply.type(`image/${format}`).headers({ 'cache-control': FOREVER, 'cross-origin-resource-policy': 'cross-origin' }).send(content)
    },
  )

  app.get('/brand/:file', HIDDEN, async (request, reply) => {
    const brand = await findBrand(db)
    // A page rendered just before a change requests the old styles. It gets the current ones, but must not cache them.
    const isCurrent = request.url === brandStylesPath(brand)
    return reply
      .type('text/css; charset=utf-8')
      .header('cache-control', isCurrent ? FOREVER : 'no-store')
      .send(brandStyles(brand))
  })
}
