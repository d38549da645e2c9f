import { editDistance } from '#contract/text/edit-distance.ts'
import { settingOf } from './rules.ts'
import { SETTING_NAMES, type SettingName } from './table.ts'

const SET_BY_ONCE = SETTING_NAMES.flatMap((name) => settingOf(name).once?.names ?? [])

/** Returns a line for each unknown variable that looks like one of ours. */
export function misspelledSettings(source: Record<string, string | undefined>): string[] {
  const unset = SETTING_NAMES.filter((name) => !source[name])
  return Object.keys(source).flatMap((name) => {
    if (SETTING_NAMES.includes(name as SettingName) || SET_BY_ONCE.includes(name)) return []
    const meant =
      unset.find((one) => settingOf(one).replaces?.includes(bare(name))) ?? unset.find((one) => isMisspelling(name, one) || leavesAWordOut(name, one))
    return meant ? [`${name} is not a setting of Rounds: did you mean ${meant}?`] : []
  })
}

const bare = (name: string) => name.toUpperCase().replace(/^ROUNDS_/, '')

/** Short names must match more closely, because many programs use short names. */
function isMisspelling(name: string, setting: string): boolean {
  const plain = (text: string) => bare(text).replaceAll(/[_-]/g, '')
  const [a, b] = [plain(name), plain(setting)]
  return Math.abs(a.length - b.length) <= 2 && editDistance(a, b) <= (b.length < 6 ? 1 : 2) && (b.length > 4 || name.length >= b.length)
}

/** Matches names that leave out one word, such as `OIDC_SECRET` for `OIDC_CLIENT_SECRET`; the first and last words must be right. */
function leavesAWordOut(name: string, setting: string): boolean {
  const [words, all] = [bare(name).split('_'), setting.split('_')]
  if (words.length < 2 || all.length - words.length !== 1) return false
  return words[0] === all[0] && words.at(-1) === all.at(-1) && words.every((word) => all.includes(word))
}
