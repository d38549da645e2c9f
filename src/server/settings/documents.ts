import { settingOf } from './rules.ts'
import { SETTING_NAMES, type SettingName } from './table.ts'

const HEAD =
  '# Every setting of Rounds, with its default. Copy to `.env` and change what you need. The demo needs none of them.\n# `npm run settings` writes this file.\n'
const WIDTH = 138

/** Returns `.env.example`: every setting with its default. */
export function exampleFile(): string {
  return [HEAD, ...SETTING_NAMES.map(entryOf)].join('\n')
}

/** Returns the README's table of settings. */
export function readmeTable(): string {
  const rows = SETTING_NAMES.map((name) => `| \`${name}\` | ${settingOf(name).about} | ${whenEmpty(name)} |`)
  return ['| setting | meaning | default |', '|---|---|---|', ...rows].join('\n')
}

/** Returns the schema's own default, or ''. */
function preset(name: SettingName): string {
  const parsed = settingOf(name).schema.safeParse(undefined)
  return parsed.success && parsed.data !== undefined ? String(parsed.data) : ''
}

function whenEmpty(name: SettingName): string {
  return preset(name) ? `\`${preset(name)}\`` : (settingOf(name).otherwise ?? '')
}

function entryOf(name: SettingName): string {
  const { about, more, example, otherwise, production, needs, once } = settingOf(name)
  const beside = needs?.filter((need) => need !== name) ?? []
  const sentences = [
    about,
    more,
    once && `From ONCE: ${once.names.join(', ')}.`,
    production && 'Required in production.',
    beside.length > 0 && `Needs ${beside.join(', ')}.`,
    !preset(name) && otherwise !== 'none' && `Empty: ${otherwise}.`,
  ]
  const words = sentences.filter(Boolean).join(' ').replaceAll('`', '').split(' ')
  return `${wrapped(words)}\n${example === preset(name) ? '' : `# ${name}=${example}\n`}${name}=${preset(name)}\n`
}

function wrapped(words: string[]): string {
  const lines = ['#']
  for (const word of words) {
    if (`${lines.at(-1)!} ${word}`.length > WIDTH) lines.push('#')
    lines.push(`${lines.pop()!} ${word}`)
  }
  return lines.join('\n')
}
