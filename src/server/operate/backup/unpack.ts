import { randomUUID } from 'node:crypto'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { writerTo } from './output.ts'
import { DAMAGED } from '#server/tar.ts'

const ZSTD = '28b52ffd'
const GZIP = '1f8b'

/** Returns an archive's plain tar: the archive itself, or one unpacked into an unlinked file in `folder`. Throws if it's encrypted. */
export async function unpacked(archive: FileHandle, folder: string): Promise<FileHandle> {
  const { buffer } = await archive.read(Buffer.alloc(64), 0, 64, 0)
  const start = buffer.toString('hex')
  if (isEncrypted(buffer)) {
    await archive.close()
    throw new Error('This archive is encrypted. Decrypt it first: age --decrypt --identity KEYFILE, or gpg --decrypt.')
  }
  if (!start.startsWith(ZSTD) && !start.startsWith(GZIP)) return archive
  const name = join(folder, `.unpacking-${randomUUID()}`)
  const plain = await open(name, 'wx+', 0o600)
  await rm(name)
  try {
    const unpack = start.startsWith(ZSTD) ? createZstdDecompress() : createGunzip()
    await pipeline(archive.createReadStream({ start: 0 }), unpack, writerTo(plain))
    return plain
  } catch (error) {
    await plain.close()
    const { code } = error as { code?: string }
    throw code === 'ENOSPC' ? error : new Error(DAMAGED, { cause: error })
  }
}

/** Recognizes age's text header, an armored OpenPGP message, or a packet that encrypts a session key (tags 1 and 3, RFC 9580). */
function isEncrypted(start: Buffer): boolean {
  const text = start.toString('latin1')
  return text.startsWith('age-encryption.org/') || text.startsWith('-----BEGIN ') || [0x84, 0x85, 0x8c, 0x8d, 0xc1, 0xc3].includes(start[0]!)
}
