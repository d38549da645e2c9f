import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ImapFlow } from 'imapflow'
import { freePort } from '#test/setup/postgres.ts'

export const hasDovecot = spawnSync('sh', ['-c', 'command -v dovecot && command -v openssl']).status === 0

const [USER, PASSWORD] = ['bounces', 'password-of-the-test']
/** Dovecot doesn't open mailboxes as root. */
const NOBODY = 65_534

/**
 * Starts Dovecot (Debian: dovecot-imapd), an IMAP server used in production, with one mailbox. `tls` also offers STARTTLS and TLS, with an untrusted
 * certificate for localhost.
 */
export async function startImapServer({ tls = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-imap-'))
  chmodSync(folder, 0o755)
  const mails = join(folder, 'mail')
  mkdirSync(mails)
  const isRoot = userInfo().uid === 0
  if (isRoot) chownSync(mails, NOBODY, NOBODY)
  if (tls) makeCertificate(folder)
  const [port, tlsPort] = [await freePort(), await freePort()]
  writeFileSync(join(folder, 'dovecot.conf'), configuration({ folder, mails, isRoot, port, tlsPort: tls ? tlsPort : 0 }))
  const child = spawn('dovecot', ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' })
  const stop = async () => {
    if (child.exitCode === null && child.kill()) await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await waitUntilListening(port)
  } catch (error) {
    const log = readFileSync(join(folder, 'log'), { encoding: 'utf8', flag: 'a+' })
    await stop()
    throw new Error(`Dovecot doesn't answer:\n${log}`, { cause: error })
  }
  const urlAt = (place: string, protocol = 'imap') => `${protocol}://${USER}:${PASSWORD}@${place}`
  return {
    url: urlAt(`127.0.0.1:${port}`),
    tlsUrl: urlAt(`localhost:${tlsPort}`, 'imaps'),
    /** The same server at an address that doesn't count as local. */
    remoteUrl: urlAt(`0.0.0.0:${port}`),
    certificate: tls ? readFileSync(join(folder, 'certificate.pem'), 'utf8') : '',
    /** Acts in the mailbox as its owner would with a mail program. */
    async use<T>(act: (client: ImapFlow) => Promise<T>): Promise<T> {
      const client = new ImapFlow({ host: '127.0.0.1', port, secure: false, doSTARTTLS: false, auth: { user: USER, pass: PASSWORD }, logger: false })
      await client.connect()
      try {
        return await act(client)
      } finally {
        await client.logout()
      }
    },
    stop,
  }
}

type Place = { folder: string; mails: string; isRoot: boolean; port: number; tlsPort: number }

function configuration({ folder, mails, isRoot, port, tlsPort }: Place): string {
  const { username } = userInfo()
  const users = isRoot ? '' : `default_internal_user = ${username}\ndefault_login_user = ${username}\n`
  const owner = isRoot ? `uid=${NOBODY} gid=${NOBODY}` : `uid=${userInfo().uid} gid=${userInfo().gid}`
  const certificate = tlsPort ? `ssl = yes\nssl_cert = <${folder}/certificate.pem\nssl_key = <${folder}/key.pem\n` : 'ssl = no\n'
  return `${users}${certificate}base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
disable_plaintext_auth = no
mail_location = maildir:${mails}/%u
first_valid_uid = 1
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = ${owner} home=${mails}/%u
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tlsPort}
    ssl = yes
  }
}
service anvil {
  chroot =
}
`
}

function makeCertificate(folder: string): void {
  const words = ['-nodes', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', 'key.pem', '-out', 'certificate.pem']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-days', '2', ...words], { cwd: folder, stdio: 'ignore' })
}

async function waitUntilListening(port: number): Promise<void> {
  for (const deadline = performance.now() + 15_000; ; await pause(100)) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'data').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    if (performance.now() > deadline) throw new Error('No greeting within 15 s.')
  }
}
