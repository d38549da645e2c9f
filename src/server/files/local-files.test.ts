import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { fileStorePromises, keysOf } from '#test/setup/file-store-promises.ts'
import { incomingFolder } from './durable-write.ts'
import { localFiles } from './local-files.ts'
import { isStorageFull } from './storage-full.ts'

const made: string[] = []

async function freshRoot(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rounds-files-'))
  made.push(folder)
  return join(folder, 'data', 'files')
}

afterAll(() => Promise.all(made.map((folder) => rm(folder, { recursive: true, force: true }))))

fileStorePromises('files in a folder', async () => localFiles(await freshRoot()))

test("only the process's user can read a file or list a folder", async () => {
  const root = await freshRoot()
  await localFiles(root).put('resumes/a.pdf', Buffer.from('x'))

  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
  expect(await modeOf(join(root, 'resumes', 'a.pdf'))).toBe('600')
  for (const folder of [root, join(root, 'resumes'), incomingFolder(root)]) expect(await modeOf(folder)).toBe('700')
})

test('a failed put keeps the old content and leaves no temporary file', async () => {
  const root = await freshRoot()
  const store = localFiles(root)
  await store.put('folder/file', Buffer.from('old'))
  await expect(store.put('folder/file/below', Buffer.from('x'))).rejects.toThrow()
  await expect(store.put('folder', Buffer.from('x'))).rejects.toThrow()

  expect(String(await store.read('folder/file'))).toBe('old')
  expect(await readdir(incomingFolder(root))).toEqual([])
})

test('failing to remove leftovers fails one write but not the next', async () => {
  const root = await freshRoot()
  const inTheWay = join(incomingFolder(root), 'folder')
  await mkdir(inTheWay, { recursive: true })
  await utimes(inTheWay, new Date(0), new Date(0))
  const store = localFiles(root)
  await expect(store.put('a', Buffer.from('x'))).rejects.toThrow()
  await rm(inTheWay, { recursive: true })
  await store.put('a', Buffer.from('x'))
  expect(String(await store.read('a'))).toBe('x')
})

test("a temporary file left by a crash isn't listed and is deleted a day later", async () => {
  const root = await freshRoot()
  await mkdir(incomingFolder(root), { recursive: true })
  const [young, old] = [join(incomingFolder(root), 'young'), join(incomingFolder(root), 'old')]
  for (const path of [young, old]) await writeFile(path, 'half')
  await utimes(old, new Date(0), new Date(0))

  const store = localFiles(root)
  await store.put('a', Buffer.from('x'))

  expect(await keysOf(store, '')).toEqual(['a'])
  expect(await readdir(incomingFolder(root))).toEqual(['young'])
})

test("a symlink that points outside isn't listed", async () => {
  const root = await freshRoot()
  const store = localFiles(root)
  await store.put('a', Buffer.from('x'))
  await symlink('/etc/hostname', join(root, 'b'))
  await symlink('/etc', join(root, 'c'))
  expect(await keysOf(store, '')).toEqual(['a'])
})

test.runIf(process.getuid?.() !== 0)('a ping rejects if nothing can be written', async () => {
  const root = await freshRoot()
  await localFiles(root).put('a', Buffer.from('x'))
  await chmod(incomingFolder(root), 0o500)
  await expect(localFiles(root).ping()).rejects.toThrow()
})

test("a ping rejects if there's a file where the folder should be", async () => {
  const root = await freshRoot()
  await mkdir(join(root, '..'), { recursive: true })
  await writeFile(root, 'not a folder')
  await expect(localFiles(root).ping()).rejects.toThrow()
})

test('a full disk is distinguished from other failures', async () => {
  expect(isStorageFull(Object.assign(new Error('x'), { code: 'ENOSPC' }))).toBe(true)
  expect(isStorageFull(Object.assign(new Error('x'), { code: 'EACCES' }))).toBe(false)
  expect(isStorageFull(Object.assign(new Error('x'), { storage_status: 507 }))).toBe(true)
})

const WRITE_FOR_EVER = `
  const { localFiles } = await import(process.argv[1])
  const store = localFiles(process.argv[2])
  for (let at = 0; ; at = (at + 1) % 2) {
    await store.put('one', Buffer.alloc(2_000_000, 'ab'[at]))
    process.stdout.write('.')
  }`

test('kill -9 in the middle of a write leaves one complete version', async () => {
  const root = await freshRoot()
  const module = new URL('local-files.ts', import.meta.url).pathname
  for (let round = 0; round < 6; round += 1) {
    const writer = spawn(process.execPath, ['--input-type=module', '-e', WRITE_FOR_EVER, module, root])
    await once(writer.stdout, 'data')
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 60))
    writer.kill('SIGKILL')
    await once(writer, 'exit')

    const content = await localFiles(root).read('one')
    expect(content).toHaveLength(2_000_000)
    expect(new Set(content).size).toBe(1)
    expect(await keysOf(localFiles(root), '')).toEqual(['one'])
  }
})
