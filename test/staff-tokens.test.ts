import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const tokensOf = (text: string) => [...text.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name, value]) => `${name}: ${value}`)
const [day, night] = readFileSync('src/web/tokens.css', 'utf8').split('@media') as [string, string]
const [, light, dark] = readFileSync('src/web/staff-tokens.css', 'utf8').split(':root[') as [string, string, string]

test('the colours that staff choose by hand are those that the public site shows by the system', () => {
  expect(tokensOf(dark)).toEqual(tokensOf(night))
  expect(tokensOf(day)).toEqual(expect.arrayContaining(tokensOf(light)))
  expect(tokensOf(light)).toHaveLength(tokensOf(dark).length)
})
