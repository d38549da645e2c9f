import type { FastifyRequest } from 'fastify'
import { BrandText, MAX_IMAGE_BYTES } from '#contract/brand/brand.ts'
import type { FormValues } from '#contract/applications/form-values.ts'
import { storePicture } from '#server/brand/store-picture.ts'
import { updateBrand } from '#server/brand/update-brand.ts'
import type { Caller } from '#server/http/caller.ts'
import { fieldError } from '#server/http/changes.ts'
import { receiveUpload } from '#server/http/uploads.ts'
import type { Services } from '#server/services.ts'

/** Saves the careers site's color. Throws 422 for anything that isn't a color. */
export async function saveColor({ db }: Services, caller: Caller, typed: FormValues): Promise<string> {
  const accent = BrandText.shape.accent.safeParse(typed['accent'] ?? '')
  if (!accent.success) throw fieldError(422, 'accent', accent.error.issues[0]!.message)
  await updateBrand(db, caller, { accent: accent.data })
  return 'Saved.'
}

/** Saves an uploaded logo or hero picture and shows it on the careers site. Throws the same errors as the brand's own upload. */
export async function savePicture({ db, env, limits }: Services, caller: Caller, request: FastifyRequest): Promise<string> {
  await limits.take('upload-picture', 'first-run')
  const expected = { field: 'picture', largest: MAX_IMAGE_BYTES, folder: env.DATA_DIR, admit: async () => ['first-run'] }
  return receiveUpload(request, expected, async (upload) => {
    const { picture_key } = await storePicture(db, caller, upload)
    await updateBrand(db, caller, upload.fields['kind'] === 'logo' ? { logo_key: picture_key } : { hero_key: picture_key })
    return 'Saved.'
  })
}
