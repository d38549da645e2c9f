import { join } from 'node:path'
import type { FileStore } from './file-store.ts'
import { localFiles } from './local-files.ts'
import { s3Files } from './s3-files.ts'

/** Opens the bucket at `STORAGE_URL`, or else the `files` folder in `DATA_DIR`; rejects if the URL is invalid. */
export async function openFiles(env: { STORAGE_URL?: string | undefined; DATA_DIR: string }): Promise<FileStore> {
  return env.STORAGE_URL ? s3Files(env.STORAGE_URL) : localFiles(join(env.DATA_DIR, 'files'))
}
