import { MAX_PICTURE_BYTES, PICTURE_KINDS, type Picture } from '#contract/brand/brand.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Upload } from '#server/http/uploads.ts'
import { reEncode } from './re-encode.ts'
import { insertPicture } from './store.ts'

/** Stores an uploaded picture, which is shown once the brand refers to it. */
export async function storePicture(db: Db, caller: StaffCaller, { fields, file }: Upload): Promise<Picture> {
  const kind = PICTURE_KINDS.find((one) => one === fields['kind'])
  if (!kind) throw new HttpError(422, "Say what the picture is: 'logo' or 'hero'.")
  if (!file || file.content.length === 0) throw new HttpError(422, 'Select a picture.', { errors: [{ path: 'picture', message: 'Select a picture.' }] })
  if (file.content.length > MAX_PICTURE_BYTES) throw new HttpError(413, 'This file is larger than 10 MB. Select a smaller one.')
  const { picture, renditions } = await reEncode(kind, file.content)
  await db.transaction(async (tx) => {
    const { picture_key, width, height } = picture
    await insertPicture(tx, { picture_key, kind, width, height, created_by: caller.staff_account_id }, renditions)
    await recordAudit(tx, { actor: caller, action: 'brand.picture-uploaded', subject_kind: 'brand', facts: { kind, picture_key, width, height } })
  })
  return picture
}
