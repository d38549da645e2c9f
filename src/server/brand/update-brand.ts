import type { Input } from '#contract/endpoint.ts'
import type { Brand, PictureKind, updateBrand as updateBrandCall } from '#contract/brand/brand.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { Caller } from '#server/http/caller.ts'
import { changesOf, fieldError } from '#server/http/changes.ts'
import { rejectStale } from '#server/http/versions.ts'
import { deleteUnusedPictures, findBrand, findPicture, lockBrand, setBrand } from './store.ts'

/** Throws 409 if the brand was changed after `version`, 422 for a picture that was never uploaded or was uploaded as another kind. */
export async function updateBrand(db: Db, caller: Caller, { version, ...requested }: Input<typeof updateBrandCall>): Promise<Brand> {
  return db.transaction(async (tx) => {
    await lockBrand(tx)
    const stored = await findBrand(tx)
    rejectStale(stored, version)
    const keys = {
      logo_key: stored.logo?.picture_key ?? null,
      dark_logo_key: stored.dark_logo?.picture_key ?? null,
      hero_key: stored.hero?.picture_key ?? null,
    }
    const changes = changesOf({ ...stored, ...keys }, requested)
    const fields = Object.keys(changes)
    if (fields.length === 0) return stored
    await requirePicture(tx, 'logo', 'logo_key', changes)
    await requirePicture(tx, 'logo', 'dark_logo_key', changes)
    await requirePicture(tx, 'hero', 'hero_key', changes)
    await setBrand(tx, { ...changes, modified_by: caller.staff_account_id })
    await deleteUnusedPictures(tx)
    await recordAudit(tx, { actor: caller, action: 'brand.changed', subject_kind: 'brand', facts: { fields } })
    return findBrand(tx)
  })
}

type PictureField = 'logo_key' | 'dark_logo_key' | 'hero_key'

async function requirePicture(tx: Db, kind: PictureKind, field: PictureField, requested: { [key in PictureField]?: string | null }): Promise<void> {
  const picture_key = requested[field]
  if (!picture_key) return
  const picture = await findPicture(tx, picture_key)
  if (picture?.kind !== kind) throw fieldError(422, field, "This picture isn't stored anymore. Upload it again.")
}
