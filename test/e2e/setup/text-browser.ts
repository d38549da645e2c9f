import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Returns whether this machine has the text browser and the program that gives it a terminal. */
export function hasTextBrowser(): boolean {
  return ['lynx', 'script'].every((name) => (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, name))))
}

/** Runs Lynx in a terminal. */
function openTerminal(address: string, home: string) {
  writeFileSync(join(home, 'lynx.cfg'), 'DEFAULT_KEYPAD_MODE:LINKS_AND_FIELDS_ARE_NUMBERED\nACCEPT_ALL_COOKIES:TRUE\nCHARACTER_SET:utf-8\n')
  const command = `stty rows 200 cols 100; exec lynx -cfg=${home}/lynx.cfg -nopause -tna -nocolor ${address}`
  const terminal = spawn('script', ['-qefc', command, '/dev/null'], { stdio: ['pipe', 'pipe', 'ignore'], env: { ...process.env, TERM: 'vt100', HOME: home } })
  const ended = new Promise((resolve) => void terminal.on('close', resolve))
  let [lastDrawn, drawn] = [Number.POSITIVE_INFINITY, 0]
  terminal.stdout.on('data', (text: Buffer) => ([lastDrawn, drawn] = [Date.now(), drawn + text.length]))

  /** Waits for a page. Lynx ignores keys while it waits for a server; once the page is there, this key redraws all of it. */
  async function arrive(): Promise<void> {
    for (let time = 0; time < 300; time++) {
      const before = drawn
      terminal.stdin.write(REPAINT)
      await pause(200)
      if (drawn - before > 1000) return waitUntilIdle()
    }
    throw new Error('The page does not come.')
  }
  async function waitUntilIdle(): Promise<void> {
    await pause(120)
    while (Date.now() - lastDrawn < 150) await pause(20)
  }
  async function press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await waitUntilIdle()
      terminal.stdin.write(key)
    }
    await waitUntilIdle()
  }
  async function close(): Promise<void> {
    terminal.stdin.end('Q\ny')
    terminal.kill()
    await ended
  }
  return { arrive, press, close }
}

/** Returns the whole page as text, using the command that saves it. A busy Lynx drops keys, so they're pressed again. */
async function savePage({ arrive, press }: ReturnType<typeof openTerminal>, home: string): Promise<string> {
  for (let time = 0; time < 4; time++) {
    const file = join(home, `page-${randomUUID()}.txt`)
    await press('p', ENTER, ERASE, file + ENTER)
    const text = await readWhenComplete(file)
    if (text !== '') return text
    await press(CANCEL)
    await arrive()
  }
  throw new Error('Lynx did not save the page.')
}

/**
 * Waits until a file is complete, which is when it has the list of links, its last part. Returns the text above it, or '' if the list never appears.
 */
async function readWhenComplete(file: string): Promise<string> {
  for (let time = 0; time < 50; time++) {
    await pause(100)
    const [text, links] = existsSync(file) ? readFileSync(file, 'utf8').split(REFERENCES) : []
    if (text !== undefined && links !== undefined) return text
  }
  return ''
}

/** Returns the number of the first field after these words. Only their last occurrence counts, because a list of errors above may have them, too. */
function numberAfter(page: string, words: string): string {
  const number = /\[(\d+)\]/.exec(page.slice(page.lastIndexOf(words) + words.length))?.[1]
  if (!page.includes(words) || !number) throw new Error(`‘${words}’ is not in:\n${page}`)
  return number
}

function numberOf(page: string, words: string): string {
  const number = page.slice(0, page.indexOf(words)).match(/\[(\d+)\][^\d[\]]*$/)?.[1]
  if (!page.includes(words) || !number) throw new Error(`‘${words}’ is not in:\n${page}`)
  return number
}

/** Opens Lynx, controlled only by keys. It numbers links and fields, and people go to them by number. */
export function openTextBrowser(address: string) {
  const home = mkdtempSync(join(tmpdir(), 'rounds-lynx-'))
  const terminal = openTerminal(address, home)
  const { arrive, press, close } = terminal
  // Keys pressed before the first page arrives would be lost.
  const opened = arrive()
  opened.catch(() => {})
  /** The current page's text, kept because typing into fields doesn't change their numbers. */
  let seen: string | null = null

  async function read(): Promise<string> {
    await opened
    seen = await savePage(terminal, home)
    return seen
  }
  // The first digit opens the input line for the rest.
  const goTo = (number: string) => press(number[0]!, `${number.slice(1)}g${ENTER}`)
  return {
    read,
    close: async () => {
      await close()
      rmSync(home, { recursive: true, force: true })
    },
    /** Follows the link, presses the button or checks the box with this label. */
    choose: async (words: string) => {
      await goTo(numberOf(seen ?? (await read()), words))
      seen = null
      await press(ENTER)
      await arrive()
    },
    /** Types into the first field after these words. */
    write: async (words: string, answer: string) => {
      await goTo(numberAfter(seen ?? (await read()), words))
      await press(ENTER, ERASE, answer, TAB)
    },
  }
}
export type TextBrowser = ReturnType<typeof openTextBrowser>

const REFERENCES = '\nReferences\n'
const ENTER = '\r'
const TAB = '\t'
const REPAINT = '\u000c'
const ERASE = '\u0015'
const CANCEL = '\u0007'
