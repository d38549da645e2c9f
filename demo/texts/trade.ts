/** What people in one trade write about themselves. Slots: {years} {setting} {tool} {count} {percent} {most} {few} {months}. */
export type Trade = {
  titles: string[]
  settings: string[]
  tools: string[]
  training: string[]
  why: string[]
  proud: string[]
  duties: string[]
}
