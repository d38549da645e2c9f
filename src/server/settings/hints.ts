import { editDistance } from '#contract/text/edit-distance.ts'
import { isSetting, settingOf } from './rules.ts'
import { SETTING_NAMES } from './table.ts'

type Source = Record<string, string | undefined>

const SET_BY_ONCE = SETTING_NAMES.flatMap((name) => settingOf(name).once?.names ?? [])

/** Returns a line for each unknown variable that looks like one of ours. */
export function misspelledSettings(source: Source): string[] {
  const unset = SETTING_NAMES.filter((name) => !source[name])
  return Object.keys(source).flatMap((name) => {
    if (isSetting(name) || SET_BY_ONCE.includes(name)) return []
    const intendedSetting =
      unset.find((one) => settingOf(one).replaces?.includes(bare(name))) ?? unset.find((one) => isMisspelling(name, one) || omitsOneWord(name, one))
    return intendedSetting ? [`${name} is not a setting of Rounds: did you mean ${intendedSetting}?`] : []
  })
}

/** Returns a line for each setting that's given a second value under another name, which is ignored because the setting's own name takes precedence. */
export function overriddenNames(source: Source): string[] {
  return SETTING_NAMES.filter((name) => source[name]).flatMap((name) => {
    const { once, replaces } = settingOf(name)
    const former = Object.keys(source).filter(
      (one) => !isSetting(one) && (replaces?.includes(bare(one)) || plain(one) === plain(name)) && source[one] !== source[name],
    )
    const ignored = [...(once?.names ?? []), ...former].filter((one) => source[one])
    return ignored.length > 0 ? [`${ignored.join(', ')} ${ignored.length === 1 ? 'has' : 'have'} no effect with ${name}`] : []
  })
}

const bare = (name: string) => name.toUpperCase().replace(/^ROUNDS_/, '')
const plain = (name: string) => bare(name).replaceAll(/[_-]/g, '')

/** Short names must match more closely, because many programs use short names. */
function isMisspelling(name: string, setting: string): boolean {
  const [a, b] = [plain(name), plain(setting)]
  return Math.abs(a.length - b.length) <= 2 && editDistance(a, b) <= (b.length < 6 ? 1 : 2) && (b.length > 4 || name.length >= b.length)
}

/** Matches names that leave out one word, such as `OIDC_SECRET` for `OIDC_CLIENT_SECRET`; the first and last words must be right. */
function omitsOneWord(name: string, setting: string): boolean {
  const [words, all] = [bare(name).split('_'), setting.split('_')]
  if (words.length < 2 || all.length - words.length !== 1) return false
  return words[0] === all[0] && words.at(-1) === all.at(-1) && words.every((word) => all.includes(word))
}
