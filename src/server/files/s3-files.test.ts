import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileStorePromises } from '#test/setup/file-store-promises.ts'
import { openS3Server } from '#test/setup/s3-server.ts'
import { hasSwift, startSwift, SWIFT_KEYS } from '#test/setup/swift.ts'
import { openFiles } from './open-files.ts'
import { s3Files } from './s3-files.ts'
import { isStorageUnavailable } from './storage-full.ts'
import { readStorageUrl } from './storage-url.ts'
import { elapsedIn } from '#test/setup/moved-clock.ts'

const HASTY = { connectMs: 300, silenceMs: 300, totalMs: 1_000, attempts: 3 }
const closing = new AsyncDisposableStack()
let server: Awaited<ReturnType<typeof openS3Server>>

beforeAll(async () => {
  process.env['AWS_ACCESS_KEY_ID'] ??= 'rounds-test'
  process.env['AWS_SECRET_ACCESS_KEY'] ??= 'rounds-test-secret'
  server = closing.use(await openS3Server())
})
afterAll(() => closing.disposeAsync())

fileStorePromises('files in a bucket', async () => {
  server.stored.clear()
  return openFiles({ STORAGE_URL: server.storageUrl, DATA_DIR: '/nowhere' })
})

async function emptied(storageUrl: string) {
  const store = s3Files(storageUrl)
  for await (const { key } of store.list('')) await store.remove(key)
  return store
}

const REAL = process.env['ROUNDS_TEST_STORAGE_URL']
if (REAL) {
  fileStorePromises('files in a bucket of another server', () => emptied(REAL))
}

describe.runIf(hasSwift)('OpenStack Swift', () => {
  let swift: Awaited<ReturnType<typeof startSwift>>
  const signWith = ({ accessKeyId, secretAccessKey }: typeof SWIFT_KEYS) => {
    const before = { id: process.env['AWS_ACCESS_KEY_ID']!, secret: process.env['AWS_SECRET_ACCESS_KEY']! }
    process.env['AWS_ACCESS_KEY_ID'] = accessKeyId
    process.env['AWS_SECRET_ACCESS_KEY'] = secretAccessKey
    return () => signWith({ accessKeyId: before.id, secretAccessKey: before.secret })
  }
  let signAsBefore = () => {}
  beforeAll(async () => {
    swift = await startSwift()
    signAsBefore = signWith(SWIFT_KEYS) as () => void
  }, 150_000)
  afterAll(async () => {
    signAsBefore()
    await swift.stop()
  })

  fileStorePromises('files in a bucket that checks signatures', () => emptied(swift.storageUrl))
})

test('a failing server is tried at most three times', async () => {
  await using broken = await openS3Server()
  broken.trouble((_, response) => Boolean(response.writeHead(503).end()))
  await expect(s3Files(broken.storageUrl, HASTY).put('a', Buffer.from('x'))).rejects.toThrow()
  expect(broken.requests).toHaveLength(3)

  broken.trouble((_, response) => broken.requests.length < 5 && Boolean(response.writeHead(500).end()))
  await s3Files(broken.storageUrl, HASTY).put('a', Buffer.from('x'))
  expect(String(broken.stored.get('a')?.content)).toBe('x')
})

test('a server that never responds times out', async () => {
  await using silent = await openS3Server()
  silent.trouble(() => true)
  const store = s3Files(silent.storageUrl, HASTY)
  const took = await elapsedIn(async () => {
    await expect(store.put('a', Buffer.from('x'))).rejects.toThrow()
    await expect(store.ping()).rejects.toThrow()
  })
  expect(took).toBeLessThan(4_000)
})

test('a body that stops halfway is an error, not a shorter file', async () => {
  await using halting = await openS3Server()
  const store = s3Files(halting.storageUrl, HASTY)
  await store.put('a', Buffer.alloc(10_000))

  halting.trouble((_, response) => response.writeHead(200, { 'content-length': 10_000 }).write('half'))
  await expect(store.read('a')).rejects.toThrow()
  halting.trouble((request, response) => {
    response.writeHead(200, { 'content-length': 10_000 }).write('half')
    return Boolean(setTimeout(() => request.socket.destroy(), 50))
  })
  await expect(store.stream('a').then((stream) => stream && buffer(stream))).rejects.toThrow()
})

test('a body that trickles in times out', async () => {
  await using dripping = await openS3Server()
  dripping.trouble((_, response) => {
    response.writeHead(200, { 'content-length': 10_000 })
    const drops = setInterval(() => response.write('.'), 50)
    response.on('close', () => clearInterval(drops))
    return true
  })
  expect(await elapsedIn(() => expect(s3Files(dripping.storageUrl, HASTY).read('a')).rejects.toThrow())).toBeLessThan(3_000)
})

test('a missing bucket, wrong keys and an unavailable server are errors, never a missing file', async () => {
  const elsewhere = server.storageUrl.replace('rounds-test', 'another')
  await expect(s3Files(elsewhere, HASTY).read('a')).rejects.toThrow('NoSuchBucket')
  await expect(s3Files(elsewhere, HASTY).ping()).rejects.toThrow()
  await expect(s3Files('s3://b-1?endpoint=http://127.0.0.1:1', HASTY).read('a')).rejects.toThrow()

  const known = process.env['AWS_ACCESS_KEY_ID']
  process.env['AWS_ACCESS_KEY_ID'] = 'someone-else'
  await expect(s3Files(server.storageUrl, HASTY).read('a')).rejects.toThrow('InvalidAccessKeyId')
  process.env['AWS_ACCESS_KEY_ID'] = known
})

test("a redirect isn't followed", async () => {
  await using lost = await openS3Server()
  lost.trouble((_, response) => Boolean(response.writeHead(307, { location: server.storageUrl }).end()))
  await expect(s3Files(lost.storageUrl, HASTY).read('a')).rejects.toThrow()
})

test("an invalid storage URL throws a one-sentence error that doesn't include any of it", () => {
  expect(readStorageUrl('s3://my-bucket?endpoint=https://s3.example&region=eu')).toEqual({
    bucket: 'my-bucket',
    endpoint: 'https://s3.example',
    region: 'eu',
  })
  expect(readStorageUrl('s3://my-bucket')).toEqual({
    bucket: 'my-bucket',
    endpoint: undefined,
    region: undefined,
  })
  expect(() => readStorageUrl('https://my-bucket')).toThrow('must look like')
  expect(() => readStorageUrl('nonsense')).toThrow('must look like')
  expect(() => readStorageUrl('s3://key:secret@my-bucket')).toThrow(/^(?!.*secret@).*must not contain keys/)
  expect(() => readStorageUrl('s3://b_?x')).toThrow("doesn't name a valid bucket")
  expect(() => readStorageUrl('s3://my-bucket/folder')).toThrow('not a folder')
  expect(() => readStorageUrl('s3://my-bucket?endpoint=file:///etc')).toThrow('http or https')
})

test('a server that accepts a request and never responds times out with an error that counts as temporary', async () => {
  await using silent = await openS3Server()
  silent.trouble(() => true)
  const store = s3Files(silent.storageUrl, HASTY)
  for (const attempt of [
    () => store.put('resumes/a.pdf', Buffer.from('x')),
    () => store.read('resumes/a.pdf'),
    () => store.remove('resumes/a.pdf'),
    store.ping,
  ]) {
    const took = await elapsedIn(async () => expect(isStorageUnavailable(await attempt().catch((error: unknown) => error))).toBe(true))
    expect(took).toBeLessThan(2_000)
  }
})
