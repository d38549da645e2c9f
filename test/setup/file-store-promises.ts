import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { FileStore } from '#server/files/file-store.ts'

export async function keysOf(store: FileStore, prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list(prefix)) keys.push(key)
  return keys.toSorted()
}

export const STRANGE_KEYS = [
  '',
  '/',
  '.',
  '..',
  '../x',
  'a/../../x',
  'a/..',
  '/etc/passwd',
  'a//b',
  'a/',
  './a',
  'a/./b',
  '.incoming/x',
  'a\\..\\b',
  'a\0b',
  'a\nb',
  'a b',
  '%2e%2e/x',
  'résumé.pdf',
  'A.pdf',
  'a'.repeat(300),
  'a/'.repeat(40) + 'a',
]

/** The contract for every file store; both real implementations are tested against it. */
export function fileStorePromises(name: string, openStore: () => Promise<FileStore>) {
  describe(name, () => {
    test('returns what was stored, byte for byte, whole and as a stream', async () => {
      const store = await openStore()
      const content = Buffer.from(Uint8Array.from({ length: 70_000 }, (_, at) => at % 251))
      await store.put('resumes/one.pdf', content)

      expect((await store.read('resumes/one.pdf'))?.equals(content)).toBe(true)
      const stream = await store.stream('resumes/one.pdf')
      expect(stream && (await buffer(stream)).equals(content)).toBe(true)
    })

    test('overwrites what was stored, even with shorter or empty content', async () => {
      const store = await openStore()
      await store.put('a', Buffer.from('the first and longer one'))
      await store.put('a', Buffer.from('second'))
      expect(String(await store.read('a'))).toBe('second')
      await store.put('a', Buffer.alloc(0))
      expect(await store.read('a')).toHaveLength(0)
    })

    test('returns null if nothing is stored under a key, even for a folder or a path below a file', async () => {
      const store = await openStore()
      await store.put('folder/file', Buffer.from('x'))
      for (const key of ['nothing', 'folder', 'folder/file/below', 'folder/nothing']) {
        expect(await store.read(key), key).toBeNull()
        expect(await store.stream(key), key).toBeNull()
      }
    })
    testDeletingAndListing(openStore)
    testInvalidKeys(openStore)
  })
}

function testInvalidKeys(openStore: () => Promise<FileStore>) {
  test.each(STRANGE_KEYS)('rejects the key %j instead of cleaning it up', async (key) => {
    const store = await openStore()
    const sentence = 'Not a key of the file store.'
    await expect(store.put(key, Buffer.from('x'))).rejects.toThrow(sentence)
    await expect(store.read(key)).rejects.toThrow(sentence)
    await expect(store.stream(key)).rejects.toThrow(sentence)
    await expect(store.remove(key)).rejects.toThrow(sentence)
    expect(await keysOf(store, '')).toEqual([])
  })

  test("won't list anything outside the store", async () => {
    const store = await openStore()
    for (const prefix of ['../', '/', 'a/../', '.incoming/']) await expect(keysOf(store, prefix)).rejects.toThrow()
  })

  test("keeps one caller's complete content when several write the same key at once", async () => {
    const store = await openStore()
    const contents = Array.from({ length: 8 }, (_, at) => Buffer.alloc(50_000, at))
    await Promise.all(contents.map((content) => store.put('same', content)))
    const kept = await store.read('same')
    expect(contents.some((content) => kept?.equals(content))).toBe(true)
  })
}

function testDeletingAndListing(openStore: () => Promise<FileStore>) {
  test('deletes a file, or does nothing if there is none', async () => {
    const store = await openStore()
    await store.put('gone', Buffer.from('x'))
    await store.remove('gone')
    await store.remove('gone')
    await store.remove('never/there')
    expect(await store.read('gone')).toBeNull()
    expect(await keysOf(store, '')).toEqual([])
  })

  test('lists every key that starts with the prefix, with its modification time', async () => {
    const store = await openStore()
    const before = Date.now() - 2_000
    for (const key of ['resumes/1/a.pdf', 'resumes/1/b.pdf', 'resumes/2/a.pdf', 'resumes-old', 'pdf/protected']) await store.put(key, Buffer.from(key))

    expect(await keysOf(store, 'resumes/')).toEqual(['resumes/1/a.pdf', 'resumes/1/b.pdf', 'resumes/2/a.pdf'])
    expect(await keysOf(store, 'resumes/1/b')).toEqual(['resumes/1/b.pdf'])
    expect(await keysOf(store, 'nothing/')).toEqual([])
    expect(await keysOf(store, '')).toHaveLength(5)
    for await (const { modified_at } of store.list('')) expect(modified_at.getTime()).toBeGreaterThan(before)
  })

  test('answers a ping without storing anything', async () => {
    const store = await openStore()
    await store.ping()
    await store.ping()
    expect(await keysOf(store, '')).toEqual([])
  })
}
