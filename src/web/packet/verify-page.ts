import { hashes, verify } from '@noble/ed25519'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { bytesOf, verifyPacket, verifyZip, type Against, type KnownKey, type Proofs, type Verdict } from '#contract/packet/verify.ts'
import { h, list } from './element.ts'
import { showPacket } from './show-packet.ts'

// Browsers have had Ed25519 only since 2025, and not all of them do.
hashes.sha512 = sha512

const PROOFS: Proofs = {
  sha256: (bytes) => bytesToHex(sha256(bytes)),
  isSigned: (public_key, text, signature) => {
    try {
      // As strict as the command-line verifier.
      return verify(bytesOf(signature), text, bytesOf(public_key), { zip215: false })
    } catch {
      return false
    }
  },
}

const input = (id: string) => document.getElementById(id) as HTMLInputElement
const place = (id: string) => document.getElementById(id)!

async function check(): Promise<void> {
  const chosen = [...(input('files').files ?? [])]
  if (chosen.length === 0) return
  try {
    const against = await given()
    const files = await Promise.all(chosen.map(async (file) => ({ name: file.name, content: new Uint8Array(await file.arrayBuffer()) })))
    show(verdictOn(files, against))
  } catch (fault) {
    show({ packet: null, faults: [(fault as Error).message], checked: [], unknown: [] })
  }
}

function verdictOn(files: { name: string; content: Uint8Array }[], against: Against): Verdict {
  const zip = files.find(({ content }) => content[0] === 0x50 && content[1] === 0x4b)
  if (zip) return verifyZip(PROOFS, zip.content, against)
  const json = files.find(({ name }) => name.endsWith('.json'))
  if (!json) throw new Error('Choose the packet’s ZIP, or packet.json together with packet.pdf and verify.html.')
  // A file downloaded separately is named after the application.
  const beside = files.filter((one) => one !== json).map(({ name, content }) => ({ name: name.endsWith('.pdf') ? 'packet.pdf' : name, content }))
  return verifyPacket(PROOFS, { json: json.content, files: beside, isWhole: false }, against)
}

async function given(): Promise<Against> {
  const saved = input('keys').files?.[0]
  const typed = input('key').value.replace(/[\s:]/g, '').toLowerCase()
  if (typed !== '' && !/^[0-9a-f]{64}$/.test(typed)) throw new Error('A fingerprint has 64 digits.')
  const keys = saved ? keysIn(await saved.text()) : typed === '' ? null : [{ fingerprint: typed }]
  return { keys, head: rowIn('head'), noted: rowIn('since') }
}

function keysIn(text: string): KnownKey[] {
  try {
    const { keys } = JSON.parse(text) as { keys: { x: string; created_at: string; retired_at: string | null }[] }
    return keys.map(({ x, created_at, retired_at }) => ({ fingerprint: PROOFS.sha256(bytesOf(x)), created_at, retired_at }))
  } catch {
    throw new Error('The key file isn’t a saved rounds-keys.json.')
  }
}

function rowIn(id: string): string | null {
  const row = input(id).value.trim().toLowerCase()
  if (row !== '' && !/^\d+:[0-9a-f]{64}$/.test(row)) throw new Error('Enter a trail row as a number, a colon and a 64-digit hash.')
  return row === '' ? null : row
}

function show({ packet, faults, checked, unknown }: Verdict): void {
  const isGood = faults.length === 0
  const title = isGood ? 'This packet is unchanged since it was sealed' : 'This packet isn’t valid'
  const self = 'A tampered page could say anything. “packet verify”, or this page from another packet, also checks verify.html.'
  place('verdict').replaceChildren(
    h(
      'section',
      `verdict ${isGood ? 'good' : 'bad'}`,
      h('h2', '', title),
      list(isGood ? checked : faults),
      isGood && h('h3', '', 'What a packet can’t prove'),
      isGood && list([...unknown, self]),
    ),
  )
  place('packet').replaceChildren(...(packet && isGood ? showPacket(packet) : []))
}

for (const id of ['files', 'key', 'keys', 'head', 'since']) input(id).addEventListener('change', () => void check())
place('choice').addEventListener('submit', (event) => event.preventDefault())
const drop = place('drop')
for (const kind of ['dragover', 'dragleave', 'drop'])
  document.addEventListener(kind, (event) => {
    event.preventDefault()
    drop.classList.toggle('dragged', kind === 'dragover')
  })
document.addEventListener('drop', ({ dataTransfer }) => {
  if (!dataTransfer || dataTransfer.files.length === 0) return
  input('files').files = dataTransfer.files
  void check()
})
