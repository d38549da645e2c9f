import { accessSync, constants, readFileSync, statSync } from 'node:fs'

/** Explains why the caller, who is neither root nor the data folder's owner, can't run commands; null if they can. */
export function ownerError(dataDir: string): string | null {
  const owner = ownerOf(dataDir)
  if (!owner || process.geteuid!() === 0 || mayWrite(dataDir)) return null
  const name = nameOf(owner.uid)
  return `${dataDir} belongs to ${name}. Run the command as that user: sudo -u ${name} …`
}

/**
 * Makes a command run by root act as the data folder's owner, because files created as root would lock the app out of its own database. Returns what
 * prevents it, or null.
 */
export function actAsOwner(dataDir: string): string | null {
  const owner = ownerOf(dataDir)
  if (!owner || process.geteuid!() !== 0) return null
  process.setgroups!([owner.gid])
  process.setegid!(owner.gid)
  process.seteuid!(owner.uid)
  if (mayRead(import.meta.filename)) return null
  process.seteuid!(0)
  process.setegid!(0)
  const name = nameOf(owner.uid)
  return `${dataDir} belongs to ${name}, who can't read the program in ${process.cwd()}. Install it where ${name} may, such as /opt/rounds, then try again.`
}

/** Returns the data folder's owner, or null if that's the caller. */
function ownerOf(dataDir: string) {
  const owner = statSync(dataDir, { throwIfNoEntry: false })
  const own = process.geteuid?.()
  return !owner || own === undefined || owner.uid === own ? null : owner
}

/** Runs one step with the permissions of the user who ran the command, such as creating a backup in a folder the app can't write to. */
export function runAsCaller<T>(work: () => T): T {
  const [uid, gid] = [process.geteuid?.() ?? 0, process.getegid?.() ?? 0]
  if (process.getuid?.() !== 0 || uid === 0) return work()
  process.seteuid!(0)
  process.setegid!(0)
  try {
    return work()
  } finally {
    process.setegid!(gid)
    process.seteuid!(uid)
  }
}

function nameOf(uid: number): string {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.split(':')[2] === String(uid))
  return line?.split(':')[0] ?? `user ${uid}`
}

/** Tries to read the file, because `access` checks the real user, not the effective one. */
function mayRead(file: string): boolean {
  try {
    readFileSync(file)
    return true
  } catch {
    return false
  }
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
